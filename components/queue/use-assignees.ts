"use client";

import { useQuery } from "@tanstack/react-query";
import { assigneesQuery } from "@/lib/client/cases";
import { useMay } from "@/lib/client/session";
import type { Assignee } from "@/lib/contract/case-work";

const NOBODY: readonly Assignee[] = [];

/** The first who may be asked to see to a case, by name; none for those who may not ask. */
export function useAssignees(): readonly Assignee[] {
  return useQuery({ ...assigneesQuery(null), enabled: useMay("cases.work") }).data ?? NOBODY;
}
