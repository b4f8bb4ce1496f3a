"""Errata at the tools of a FastMCP server (fastmcp 4): one middleware for all of them.

    mcp.add_middleware(ErrataMiddleware(errata, tools={"refund_payment": {"map": [name_gateway]}}))

A failure is a result with `isError` whose text is the body. As MCP has it, a tool that is not annotated with
`readOnlyHint` writes. `tools`: options as of `errata.tool`, by the tool's name. `context(middleware_context)` answers
what is known of a call, such as its `run_id` or `idempotency_key`. Copy it into `adapters/` beside errata.py.
"""

import asyncio
import json

from errata import quietly
from fastmcp.exceptions import ToolError, ValidationError
from fastmcp.server.middleware import Middleware
from fastmcp.tools.base import InputRequiredToolResult, ToolResult


class ErrorResult(Exception):
    """A result with `isError` that a tool made itself; name it with `map`, by its text."""


class ErrataMiddleware(Middleware):
    def __init__(self, errata, tools=None, context=None):
        self.errata, self.options, self.context, self.boundaries = errata, tools or {}, context, {}

    async def on_call_tool(self, context, call_next):
        boundary = await self._boundary_of(context)
        if boundary is None:
            return await call_next(context)
        request, args = context.fastmcp_context.request_context, context.message.arguments or {}
        at = {"call_id": str(request.request_id)} if request else {}
        at.update(self.context and quietly(self.context, context) or {})
        try:
            result = await call_next(context)
        except ValidationError as error:
            # FastMCP read the arguments before the tool ran, and keeps what Pydantic said of them.
            return result_of(boundary.refuse(error.__cause__ or error, args, **at))
        except ToolError as error:
            return result_of(boundary.fail(cause_of(error), args, **at))
        except asyncio.CancelledError as error:
            boundary.cut_short(error, args, **at)
            raise
        if isinstance(result, InputRequiredToolResult):
            return result
        if result.is_error:
            text = "\n".join(getattr(one, "text", one.type) for one in result.content)
            return result_of(boundary.fail(ErrorResult(text), args, **at))
        boundary.succeed(boundary.external_id_of(result), **at)
        return result

    async def _boundary_of(self, context):
        name = context.message.name
        tool = None if name in self.boundaries else await context.fastmcp_context.fastmcp.get_tool(name)
        if tool is not None:
            known = {"writes": not (tool.annotations and tool.annotations.read_only_hint), "schema": tool.parameters}
            self.boundaries[name] = self.errata.tool(name, **{**known, **self.options.get(name, {})})
        return self.boundaries.get(name)


def cause_of(error):
    """What the tool raised: FastMCP wraps it, one of Pydantic's twice."""
    cause = error.__cause__ or error
    return cause.__cause__ if type(cause).__name__ == "_ToolBodyError" and cause.__cause__ else cause


def result_of(outcome):
    told = {"event_id": outcome.event_id, "user_message": outcome.user_message}
    return ToolResult(content=json.dumps(outcome.body, ensure_ascii=False), meta=told, is_error=True)
