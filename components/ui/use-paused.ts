import { useEffect, useState } from "react";

/** Typing pauses so long before a server is asked. */
const PAUSE_MS = 300;

/** The value once it has not changed for a moment. */
export function usePaused<T>(value: T): T {
  const [paused, setPaused] = useState(value);
  const text = JSON.stringify(value);
  // By what it says: a new object that says the same is no change.
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
