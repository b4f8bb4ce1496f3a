/** What makes unmapped failures one group (decision 0114). */

/**
 * `frames`: tool and fingerprint of the frames. `plain`: no frames, so tool, code and guessed class. `malformed`: the
 * code was no code, so tool and what was sent in its place.
 */
export const GROUP_KINDS = ["frames", "plain", "malformed"] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];

/** What stands in the place of a code; never its wording, which is a library's. */
export const CODE_SHAPES = ["number", "words", "other"] as const;
export type CodeShape = (typeof CODE_SHAPES)[number];
