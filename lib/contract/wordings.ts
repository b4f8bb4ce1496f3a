import { z } from "zod";
import { STANDINGS } from "@/domain/standing";
import { faultsOfWording, WORDING_CLASSES, wording } from "@/domain/wordings";

/** `PUT /api/v1/settings/wordings`: one cell of the wordings, answered with all settings. */
export const wordingChange = z
  .strictObject({
    class: z.enum(WORDING_CLASSES),
    standing: z.enum(STANDINGS),
    /** Null where the default shall hold. */
    wording: wording.nullable(),
    /** The cell's own wording as whoever writes saw it, null where it had none: another means somebody was faster. */
    instead_of: wording.nullable(),
  })
  .superRefine(({ standing, wording: given }, { addIssue }) => {
    if (given === null) return;
    for (const { field, message } of faultsOfWording(given, standing))
      addIssue({ code: "custom", path: ["wording", field], message });
  })
  .meta({ example: { class: "any", standing: "absent", wording: null, instead_of: null } });
export type WordingChange = z.input<typeof wordingChange>;
