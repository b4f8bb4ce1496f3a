"use client";

import { useQuery } from "@tanstack/react-query";
import { toolsQuery } from "@/lib/client/tools";

/** Whether the tool asks that another person agrees before a verdict is sent. The server decides it again. */
export function useSecondPerson(tool: string | null): boolean {
  const { data } = useQuery(toolsQuery);
  return data?.items.find((each) => each.tool === tool)?.needs_second_person ?? false;
}
