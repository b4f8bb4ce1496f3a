import { formatCount, formatShare } from "@/components/charts/prepare-format";
import { IntentLink } from "@/components/ui/intent-link";

type AmountProps = {
  items: number;
  share?: number | null;
  /** The rows behind the number; left out where no list holds just these */
  href?: string;
  /** Worth a look when there are any */
  tone?: "danger" | "warn";
};

const tones = { danger: "text-danger", warn: "text-warn" };

/** A count with its share below; 0 is quiet. */
export function Amount({ items, share = null, href, tone }: AmountProps) {
  if (items === 0) return <span className="text-faint">0</span>;
  const count = <span className={tone && tones[tone]}>{formatCount(items)}</span>;
  return (
    <>
      {href ? (
        // Above the link of the row.
        <IntentLink href={href} className="relative font-medium underline-offset-2 hover:underline">
          {count}
        </IntentLink>
      ) : (
        count
      )}
      {share !== null && <span className="block text-faint text-xs">{formatShare(share)}</span>}
    </>
  );
}
