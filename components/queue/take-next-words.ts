/** What is said of cases that are held besides the one just taken; null when there is none. */
export function heldBesides(held: number): string | null {
  if (held <= 1) return null;
  return `You still hold ${held === 2 ? "another case" : `${held - 1} others`}`;
}
