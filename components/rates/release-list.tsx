import type { ReleaseMarker } from "@/components/charts/prepare-unmapped-share";
import { Time } from "@/components/ui/time";
import type { ReleaseItem } from "@/lib/contract/releases";

/** The releases that the chart marks, in words and with their links: the way to them by keyboard. */
export function ReleaseList({ markers }: { markers: readonly ReleaseMarker[] }) {
  const releases = markers.flatMap((marker) => marker.releases);
  if (releases.length === 0) return null;
  return (
    <details className="mt-2 text-sm">
      <summary className="inline-flex min-h-6 items-center text-muted hover:text-ink">
        {releases.length === 1 ? "1 release" : `${releases.length} releases`} in this range
      </summary>
      <ul className="mt-1 flex flex-col">
        {releases.toReversed().map((item) => (
          <li
            key={`${item.service} ${item.environment} ${item.release}`}
            className="flex flex-wrap items-baseline gap-x-3 border-b py-1 last:border-b-0"
          >
            <ReleaseName item={item} />
            <span className="text-muted">{[item.service, item.environment].filter(Boolean).join(" · ")}</span>
            <span className="ml-auto text-muted">
              <Time iso={item.released_at} seconds={false} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A producer sends the address, so only web addresses become links. */
function ReleaseName({ item }: { item: ReleaseItem }) {
  const name = <code>{item.release}</code>;
  if (item.url === null || !/^https?:\/\//i.test(item.url)) return name;
  return (
    <a
      href={item.url}
      target="_blank"
      rel="noreferrer"
      className="text-accent underline-offset-2 hover:underline"
    >
      {name}
    </a>
  );
}
