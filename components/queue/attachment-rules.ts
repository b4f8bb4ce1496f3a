/** DOORS of `…/attachments`: the server decides again. */
export const ATTACHMENT_MOST_BYTES = 10 * 1024 * 1024;
export const ATTACHMENT_MOST = 50;

/** Said before anything is chosen. */
export const ATTACHMENT_LIMITS = `At most 10 MiB each, ${ATTACHMENT_MOST} a case.`;

type Chosen = { name: string; size: number };

/** Why a file cannot be added to a case that has so many already; null when it can. */
export function whyNotAttach({ name, size }: Chosen, count: number): string | null {
  if (count >= ATTACHMENT_MOST) return `${name}: a case has at most ${ATTACHMENT_MOST} files.`;
  if (size === 0) return `${name} is empty.`;
  return size > ATTACHMENT_MOST_BYTES ? `${name} is larger than 10 MiB.` : null;
}

/** Which of the chosen files can be added, in order, and why the others cannot. */
export function sortFiles<F extends Chosen>(
  chosen: readonly F[],
  count: number,
): { fit: F[]; refused: string[] } {
  const fit: F[] = [];
  const refused: string[] = [];
  for (const file of chosen) {
    const why = whyNotAttach(file, count + fit.length);
    if (why === null) fit.push(file);
    else refused.push(why);
  }
  return { fit, refused };
}
