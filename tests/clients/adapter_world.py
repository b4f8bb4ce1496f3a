"""The tool of adapter-world.ts in Python, and a program for each adapter that prints what the model saw of it."""

import asyncio
import json
import os
import sys

from errata import Errata, ToolError

SECRET = "10 of 10 connections in use at db-3.internal"
CALLS = {
    "success": {"id": 1, "status": "open"},
    "refused": {"id": 1, "status": "shut"},
    "mapped": {"id": 7, "status": "open"},
    "unmapped": {"id": 8, "status": "open"},
}
SCHEMA = {"type": "object", "properties": {"status": {"enum": ["open", "closed"]}}}


class PoolExhausted(Exception):
    pass


def move_ticket(id, status):
    if id == 7:
        raise PoolExhausted(SECRET)
    if id == 8:
        raise IndexError(SECRET)
    return f"{id} is {status}"


def map_pool(error):
    if isinstance(error, PoolExhausted):
        return ToolError("tickets_busy", "transient", "The ticket store is busy.", retry_after=5, effect="absent")


class Refused(Exception):
    """What Pydantic says of a status that is not permitted, by its looks."""

    def errors(self):
        return [{"type": "literal_error", "loc": ("status",), "msg": "refused", "ctx": {"expected": "a status"}}]


def read(args):
    if args["status"] not in ("open", "closed"):
        raise Refused
    return args


async def in_asyncio(errata):
    from adapters.asyncio_dispatcher import Dispatcher

    dispatcher = Dispatcher(errata)
    options = {"writes": True, "codes": {"status": "invalid_status"}, "map": [map_pool], "schema": SCHEMA}

    @dispatcher.tool("move_ticket", input=read, **options)
    async def move(args):
        return move_ticket(**args)

    @dispatcher.tool("look_up", writes=False)
    def look_up(args):
        return args["id"]

    # As text for the one, as models write it; nonsense for another; and a tool that is not there.
    calls = [{"id": name, "name": "move_ticket", "arguments": json.dumps(args)} for name, args in CALLS.items()]
    calls += [{"id": "thread", "name": "look_up", "arguments": {"id": 3}}, {"id": "text", "name": "look_up", "arguments": "{"}]
    calls += [{"id": "empty", "name": "look_up", "arguments": "{}"}]
    calls += [{"id": "unknown", "name": "move_tickets", "arguments": {}}]
    results = await dispatcher.dispatch(calls, run_id="run_asyncio")
    assert [one["id"] for one in results] == [one["id"] for one in calls]
    # No arguments are arguments too.
    assert json.loads(results[6]["content"])["code"] == "internal_error", results[6]
    return {one["id"]: {"text": one["content"], "isError": one["is_error"]} for one in results}


async def in_fastmcp(errata):
    from typing import Literal

    import fastmcp
    from adapters.fastmcp_middleware import ErrataMiddleware

    mcp = fastmcp.FastMCP("tickets")
    tools = {"move_ticket": {"codes": {"status": "invalid_status"}, "map": [map_pool]}}
    mcp.add_middleware(ErrataMiddleware(errata, tools=tools, context=lambda at: {"run_id": "run_fastmcp"}))

    @mcp.tool(name="move_ticket")
    def move(id: int, status: Literal["open", "closed"]) -> str:
        return move_ticket(id, status)

    @mcp.tool(name="read_provider", annotations={"readOnlyHint": True})
    def read_provider() -> str:
        # Not about the arguments of this tool, though the exception is the same as if it were.
        if hasattr(fastmcp, "PydanticError"):
            raise fastmcp.PydanticError({"type": "int_parsing", "loc": (), "msg": "refused"})
        import pydantic

        pydantic.TypeAdapter(int).validate_python("of the provider")

    seen = {}
    async with fastmcp.Client(mcp) as client:
        for name, args in {**CALLS, "of_provider": {}}.items():
            result = await client.call_tool_mcp("move_ticket" if args else "read_provider", args)
            seen[name] = {"text": result.content[0].text, "isError": result.is_error, "event_id": (result.meta or {}).get("event_id")}
    return seen


if __name__ == "__main__":
    errata = Errata(os.environ["ERRATA_URL"], os.environ["ERRATA_KEY"], service=sys.argv[1])
    seen = asyncio.run((in_asyncio if sys.argv[1] == "asyncio" else in_fastmcp)(errata))
    assert errata.close(60)
    print(json.dumps(seen))
