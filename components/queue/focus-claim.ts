export const CLAIM_PANEL_ID = "claim-panel";

/** Puts the focus on what can be done about the claim, once the dialog over the page has given its own back. */
export function focusClaim(): void {
  const take = () => {
    const panel = document.getElementById(CLAIM_PANEL_ID);
    (panel?.querySelector("button") ?? panel)?.focus();
  };
  requestAnimationFrame(() => requestAnimationFrame(take));
}
