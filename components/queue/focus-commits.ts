import { VERDICT_FORM_ID } from "./focus-verdict-form";

/** Puts the focus on the first piece of evidence against the answer that nobody looked at, once the dialog is gone. */
export function focusCommits(): void {
  const take = () => {
    const first = document.querySelector<HTMLElement>(
      `#${VERDICT_FORM_ID} [data-commits] input[type=checkbox]:not(:checked)`,
    );
    first?.focus();
    first?.scrollIntoView({ block: "center" });
  };
  requestAnimationFrame(() => requestAnimationFrame(take));
}
