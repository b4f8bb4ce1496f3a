"use client";

import { useEffect, useState } from "react";
import type { z } from "zod";

function read<T>(key: string, shape: z.ZodType<T>): T | null {
  try {
    const parsed = shape.safeParse(JSON.parse(sessionStorage.getItem(key) ?? "null"));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // storage is closed to this page, or holds something else: the form starts empty
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is closed or full: what is written still lives as long as the page does.
  }
}

/**
 * What a person is writing: it outlives a reload, a lost claim, a refusal and a look elsewhere, in this tab only, until
 * it is sent. `before` is the key of what it goes on from, where there is nothing under `key` yet.
 */
export function useKept<T>(key: string, shape: z.ZodType<T>, empty: T, before?: string) {
  const [value, setValue] = useState(empty);
  // After hydration: the server cannot know what this tab holds. `shape` and `empty` never change while mounted.
  useEffect(() => {
    setValue(read(key, shape) ?? (before === undefined ? null : read(before, shape)) ?? empty);
  }, [key, before]);
  const change = (next: T) => {
    write(key, next);
    setValue(next);
  };
  const clear = () => {
    write(key, null);
    if (before !== undefined) write(before, null);
    setValue(empty);
  };
  return { value, change, clear };
}
