import { ReferenceLine } from "recharts";
import type { ReleaseMarker } from "./prepare-unmapped-share";

/** Recharts hands the box of the line to the element that is its label. */
type LabelProps = { marker: ReleaseMarker; viewBox?: { x: number; y: number } };

/** A vertical line for each release. A function, because Recharts looks at its children. */
export function releaseLines(markers: readonly ReleaseMarker[]) {
  return markers.map((marker) => (
    <ReferenceLine
      key={marker.at}
      x={marker.at}
      stroke="var(--control)"
      // What is under the line can be pressed.
      className="pointer-events-none"
      label={<MarkerLabel marker={marker} />}
    />
  ));
}

/** The one web address of a marker, if there is just one. A producer sends it, so only web addresses become links. */
function addressOf({ releases }: ReleaseMarker): string | null {
  const urls = new Set(releases.map(({ url }) => url));
  const [url] = urls;
  return urls.size === 1 && url && /^https?:\/\//i.test(url) ? url : null;
}

function MarkerLabel({ marker, viewBox }: LabelProps) {
  if (!viewBox || marker.label === "") return null;
  const url = addressOf(marker);
  const text = (
    <text
      x={viewBox.x}
      y={viewBox.y - 6}
      textAnchor={marker.anchor}
      fontSize={11}
      fill={url ? "var(--accent)" : "var(--muted)"}
    >
      {marker.label}
    </text>
  );
  return url ? (
    <a href={url} target="_blank" rel="noreferrer" className="pointer-events-auto">
      {text}
    </a>
  ) : (
    text
  );
}
