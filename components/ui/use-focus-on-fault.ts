import { type RefObject, useEffect, useRef, useState } from "react";

const AT_FAULT = "[aria-invalid=true], p[data-invalid]";

/**
 * Leads to the first field of a form that is at fault, by what the answer calls: only after a try, and once for each, so
 * that a fault that shows while somebody types takes the focus from nobody. `refused`: what is wrong, here or by the server.
 */
export function useFocusOnFault(form: RefObject<HTMLFormElement | null>, refused: unknown): () => void {
  const [tries, setTries] = useState(0);
  const shown = useRef(0);
  useEffect(() => {
    if (!refused || shown.current === tries) return;
    shown.current = tries;
    form.current?.querySelector<HTMLElement>(AT_FAULT)?.focus();
  }, [form, refused, tries]);
  return () => setTries((count) => count + 1);
}
