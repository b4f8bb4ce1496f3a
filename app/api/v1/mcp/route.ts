import { mcpAnswer, mcpMessage } from "@/lib/contract/mcp";
import { defineRoute } from "@/lib/http/define-route";
import { answerMcp } from "@/lib/http/mcp/answer-mcp";
import { rememberFailure } from "@/lib/http/remember-failure";
import { runtime } from "@/lib/services/runtime";

/** The support seat for assistants and help desks: the Model Context Protocol over streamable HTTP. */
export const POST = defineRoute({
  operation: "askByMcp",
  summary: "Tools for assistants by the Model Context Protocol: look_up_reference and what_to_tell_the_user.",
  answers: mcpAnswer,
  capability: "references.read",
  body: mcpMessage,
  handle: ({ ctx, caller, request, body }) => {
    const asked = { caller, request, params: undefined };
    return answerMcp(ctx, { request, message: body }, (thrown, answered) =>
      rememberFailure(runtime(), thrown, asked)(answered),
    );
  },
});

/** How a client asks whether the server would speak first; by the protocol 405 says that it does not. */
export const GET = defineRoute({
  operation: "listenByMcp",
  summary: "Answers 405: there is no stream to listen to; every answer comes with its POST.",
  answers: { 405: null },
  capability: "references.read",
  handle: () => new Response(null, { status: 405, headers: { allow: "POST" } }),
});

/** How a client ends a session; there are none. By the protocol 405 says that it need not. */
export const DELETE = defineRoute({
  operation: "endMcpSession",
  summary: "Answers 405: there are no sessions to end.",
  answers: { 405: null },
  capability: "references.read",
  handle: () => new Response(null, { status: 405, headers: { allow: "POST" } }),
});
