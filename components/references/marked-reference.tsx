import { markDifferences } from "./mark-differences";

/** A reference with what differs from the text set off, by weight and line, not by colour alone. */
export function MarkedReference({ asked, reference }: { asked: string; reference: string }) {
  let position = 0;
  return (
    <code className="break-all">
      {markDifferences(asked, reference).map(({ text, differs }) => {
        position += text.length;
        return differs ? (
          <mark key={position} className="bg-warn-soft font-bold text-warn underline underline-offset-2">
            {text}
          </mark>
        ) : (
          <span key={position}>{text}</span>
        );
      })}
    </code>
  );
}
