export const VERDICT_FORM_ID = "verdict-form";

/** Puts the focus on the answer that is chosen, else on the first one. */
export function focusVerdictForm(): void {
  const form = document.getElementById(VERDICT_FORM_ID);
  const answer =
    form?.querySelector<HTMLElement>("input[data-verdict]:checked") ??
    form?.querySelector<HTMLElement>("input[data-verdict]");
  answer?.focus();
  answer?.scrollIntoView({ block: "center" });
}
