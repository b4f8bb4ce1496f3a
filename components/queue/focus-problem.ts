/** Puts the focus on the first thing that is wrong, once it is drawn. */
export function focusFirstProblem(form: HTMLElement): void {
  requestAnimationFrame(() => {
    const first = form.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid][tabindex]");
    first?.focus();
    first?.scrollIntoView({ block: "center" });
  });
}
