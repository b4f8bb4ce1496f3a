"use client";

import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import { formatCount } from "@/components/charts/prepare-format";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { Time } from "@/components/ui/time";
import { replaysQuery } from "@/lib/client/quarantine";

const STATES = { frozen: "not started", running: "running", done: "done", stopped: "stopped" };

/** What was sent again before, and what is being sent now. */
export function ReplayHistory({ onOpen }: { onOpen: (replay_id: string) => void }) {
  const [open, setOpen] = useState(false);
  const { data, error } = useQuery(replaysQuery);
  const running = data?.items.filter(({ state }) => state === "running").length ?? 0;
  return (
    <Popover
      title="Replays"
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button>
          <History aria-hidden />
          Replays
          {running > 0 && <Badge tone="accent">{running} running</Badge>}
        </Button>
      }
    >
      {error && !data && <p className="text-muted">They could not be loaded.</p>}
      {data?.items.length === 0 && <p className="text-muted">Nothing was sent again so far.</p>}
      <ul className="-mx-2 flex max-h-80 flex-col overflow-y-auto">
        {data?.items.map((replay) => (
          <li key={replay.replay_id}>
            <button
              type="button"
              className="flex w-full flex-col rounded-md px-2 py-1.5 text-left hover:bg-hover"
              onClick={() => {
                setOpen(false);
                onOpen(replay.replay_id);
              }}
            >
              <span className="flex items-center justify-between gap-2 font-medium">
                {formatCount(replay.accepted)} of {formatCount(replay.total)} accepted
                <Badge tone={replay.state === "running" ? "accent" : "neutral"}>{STATES[replay.state]}</Badge>
              </span>
              <span className="text-muted text-xs">
                {replay.by}, <Time iso={replay.created_at} display="relative" past />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
