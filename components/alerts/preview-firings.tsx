"use client";

import { useState } from "react";
import { formatCount, formatSeconds } from "@/components/charts/prepare-format";
import { Button } from "@/components/ui/button";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { Alert, AlertPreview } from "@/lib/contract/alerts";
import { valueWords } from "./alert-words";

const SHOWN_FIRST = 5;

type PreviewFiringsProps = { preview: AlertPreview; condition: Alert["condition"] };

/** The times at which it would have fired, newest first, with how long and how far. */
export function PreviewFirings({ preview: { firings, fired }, condition }: PreviewFiringsProps) {
  const [all, setAll] = useState(false);
  if (firings.length === 0) return null;
  const newest = firings.toSorted((one, other) => Date.parse(other.fired_at) - Date.parse(one.fired_at));
  const shown = all ? newest : newest.slice(0, SHOWN_FIRST);
  return (
    <div className="max-w-2xl">
      <Table caption="When it would have fired" focusable>
        <TableHead>
          <Th>Fired</Th>
          <Th numeric>for</Th>
          <Th numeric>at most</Th>
        </TableHead>
        <TableBody>
          {shown.map(({ fired_at, resolved_at, peak }) => (
            <Tr key={fired_at}>
              <Td>
                <Time iso={fired_at} display="absolute" seconds={false} />
              </Td>
              <Td numeric className="whitespace-nowrap">
                {resolved_at === null ? "still" : formatSeconds(secondsBetween(fired_at, resolved_at))}
              </Td>
              <Td numeric className="whitespace-nowrap">
                {valueWords(condition, peak)}
              </Td>
            </Tr>
          ))}
        </TableBody>
      </Table>
      {shown.length < newest.length && (
        <Button size="sm" variant="quiet" className="mt-1" onClick={() => setAll(true)}>
          Show all {formatCount(newest.length)}
        </Button>
      )}
      {all && fired > newest.length && (
        <p className="pt-1 text-muted text-xs">The newest {formatCount(newest.length)} are listed.</p>
      )}
    </div>
  );
}

function secondsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1000;
}
