import { countOfCodes, readCodeRows, readCodeUses, readRegistry } from "@/db/queries/code-registry";
import { inSnapshot } from "@/db/queries/rates";
import { noSuchCode } from "@/domain/code-errors";
import { useOfCode } from "@/domain/use-of-code";
import { type CodesInput, codesQuestion, describeCode, rangeOf, readPoints } from "../code-readings";
import type { ServiceContext } from "../context";

export type ReadCodeInput = Omit<CodesInput, "code"> & { code: string };

/** One code with its use by tool and class. Throws `invalid_range`, and `no_such_code` for one never seen in the caller's part. */
export async function readCode(ctx: ServiceContext, { code, ...input }: ReadCodeInput) {
  const question = codesQuestion(ctx, { ...input, code: [code] });
  const range = rangeOf(question);
  return inSnapshot(ctx.db, async (tx) => {
    const [known] = await readRegistry(tx, question.confinement, [code]);
    if (known === undefined) throw noSuchCode(code);
    const rows = await readCodeRows(tx, question);
    const [uses, failures, pointsOf] = await Promise.all([
      readCodeUses(tx, question, rows),
      countOfCodes(tx, codesQuestion(ctx, input), rows),
      readPoints(tx, question, rows),
    ]);
    const points = pointsOf(code);
    return {
      ...range,
      ...describeCode(known, uses, { failures, points, from: range.from }),
      uses: uses.map((use) => {
        const { tool, writes, first_seen_at, last_seen_at } = use;
        const { events, retry, effects, saying } = useOfCode([use]);
        return {
          tool,
          class: use.class,
          writes,
          events,
          retry,
          effects,
          saying,
          first_seen_at,
          last_seen_at,
        };
      }),
    };
  });
}
