"use client";
import Link from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link of which a page may have many: what it leads to is asked for once somebody points at it or moves to it by key,
 * not for each that is in sight, which is dozens of requests a list.
 */
export function IntentLink({ onPointerEnter, onFocus, ...props }: ComponentProps<typeof Link>) {
  const [meant, setMeant] = useState(false);
  return (
    <Link
      {...props}
      prefetch={meant ? null : false}
      onPointerEnter={(event) => {
        setMeant(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setMeant(true);
        onFocus?.(event);
      }}
    />
  );
}
