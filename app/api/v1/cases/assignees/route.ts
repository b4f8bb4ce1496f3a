import { type AssigneeList, assigneeList, assigneesQuery } from "@/lib/contract/case-work";
import { defineRoute } from "@/lib/http/define-route";
import { listAssignees } from "@/lib/services/cases/list-assignees";

export const GET = defineRoute({
  operation: "listAssignees",
  summary: "People who may be asked to see to a case.",
  answers: assigneeList,
  capability: "cases.work",
  query: assigneesQuery,
  handle: async ({ ctx, query }) => (await listAssignees(ctx, query)) satisfies AssigneeList,
});
