"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { describeError } from "@/lib/client/api-error";
import { endOwnSession, ownSessionsQuery } from "@/lib/client/profile";
import type { OwnSessionList } from "@/lib/contract/people";
import { describeAgent } from "./describe-agent";

type OwnSession = OwnSessionList["items"][number];

/** One's own live sessions, each but this one to be ended. */
export function SessionList() {
  const sessions = useQuery(ownSessionsQuery);
  if (sessions.isError)
    return (
      <ErrorState
        {...describeError(sessions.error)}
        onRetry={sessions.refetch}
        retrying={sessions.isFetching}
      />
    );
  if (sessions.isPending) return <SkeletonRows rows={2} label="Loading your sessions" />;
  return (
    <Table caption="Your sessions" focusable className="max-lg:scroll-hint">
      <TableHead>
        <Th>Where</Th>
        <Th>Address</Th>
        <Th>Signed in</Th>
        <Th>Ends</Th>
        <Th>
          <span className="sr-only">Actions</span>
        </Th>
      </TableHead>
      <TableBody>
        {sessions.data.items.map((session) => (
          <SessionRow key={session.session_id} session={session} />
        ))}
      </TableBody>
    </Table>
  );
}

function SessionRow({ session }: { session: OwnSession }) {
  const client = useQueryClient();
  const where = describeAgent(session.user_agent);
  const end = useMutation({
    mutationFn: () => endOwnSession(session.session_id),
    onSuccess: () => toast({ title: `The session in ${where} has ended`, tone: "ok" }),
    onError: (error) => toast({ title: describeError(error).message, tone: "danger" }),
    onSettled: () => client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
  });
  return (
    <Tr>
      <Td>
        <span className="flex items-center gap-2 whitespace-nowrap" title={session.user_agent ?? undefined}>
          {where}
          {session.current && <Badge tone="accent">this one</Badge>}
        </span>
      </Td>
      <Td className="whitespace-nowrap font-mono text-xs">{session.ip_address ?? "not known"}</Td>
      <Td>
        <Time iso={session.created_at} display="relative" />
      </Td>
      <Td>
        <Time iso={session.expires_at} display="relative" />
      </Td>
      <Td className="text-right">
        {!session.current && (
          <Button size="sm" variant="quiet" busy={end.isPending} onClick={() => end.mutate()}>
            End<span className="sr-only"> the session in {where}</span>
          </Button>
        )}
      </Td>
    </Tr>
  );
}
