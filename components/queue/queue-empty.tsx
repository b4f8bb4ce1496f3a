"use client";

import { CircleCheck } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useHydrated } from "@/components/ui/use-hydrated";
import { baseUrl } from "@/lib/client/base-path";
import { QUEUE_VIEWS, type QueueView } from "@/lib/client/queue-views";
import { useMay } from "@/lib/client/session";
import { isNarrowed, type QueueParams } from "./queue-params";
import { reportUnknownCommand } from "./report-unknown-command";

const HOW = "A case opens by itself when a tool reports a failure whose effect is unknown, like this:";

const WORDS: Readonly<Record<QueueView, { title: string; text: string }>> = {
  overdue: { title: "Nothing is overdue", text: "Every open case still has time before its deadline." },
  open: { title: "No effect is in doubt", text: `Every open question has been settled. ${HOW}` },
  mine: {
    title: "You hold no case",
    text: "Take the next one with n, or open one of the queue and claim it.",
  },
  assigned: {
    title: "Nothing is assigned to you",
    text: "Who cannot settle a case can ask you to see to it. You are told, and it stands here.",
  },
  escalated: {
    title: "Nothing is escalated",
    text: "Who could not settle a case asks for another pair of eyes. Nobody does.",
  },
  snoozed: {
    title: "Nothing sleeps",
    text: "What is put aside stands here until it wakes, at the latest at its deadline.",
  },
  watched: {
    title: "You watch no case",
    text: "Watch a case on its page to be told what becomes of it.",
  },
  unsettled: { title: "Everything is settled", text: `Every question has its answer. ${HOW}` },
  second: {
    title: "Nothing waits for a second person",
    text: "Tools can ask that another person agrees before a verdict is sent. None is waiting for that.",
  },
  settled: {
    title: "Nothing has been settled yet",
    text: "A case comes here with its verdict once it is sent.",
  },
  undelivered: {
    title: "Every verdict was taken",
    text: "A verdict stands here while no runtime was told, or when its time passed before one took it.",
  },
};

/** Nothing here: why that is good, and how cases get here. */
export function QueueEmpty({ params }: { params: QueueParams }) {
  const all = useMay("cases.read");
  const hydrated = useHydrated();
  const { view } = params;
  if (isNarrowed(params)) {
    return (
      <EmptyState
        title="No case matches these filters"
        text={
          params.q === ""
            ? "There may be others outside them."
            : "What is searched for is the whole key, reference or case id; a key with its capitals. A * at its end finds what begins so."
        }
        action={
          <ButtonLink href={view === QUEUE_VIEWS[0] ? "/queue" : `/queue?view=${view}`}>
            Clear the filters
          </ButtonLink>
        }
      />
    );
  }
  if (!all) {
    return (
      <EmptyState
        title="You have opened no case"
        text="When a user says that something was done twice or never, open a case from the report of their reference. You will see here when it is settled."
        action={<ButtonLink href="/references">Find a reference</ButtonLink>}
      />
    );
  }
  return (
    <EmptyState
      icon={<CircleCheck aria-hidden />}
      {...WORDS[view]}
      {...(view === "open" && {
        command: reportUnknownCommand(hydrated ? baseUrl() : ""),
        commandLabel: "a report of an unknown effect",
      })}
    />
  );
}
