"""What the adapter touches of FastMCP, written down from fastmcp 4.2.3: for machines that do not have it.

In its order: the middleware goes round everything, arguments are read before the tool runs, what the tool raises is
wrapped in a ToolError, and one of Pydantic's in a _ToolBodyError before. The same test runs with the real one.
"""

import inspect
import json
from types import SimpleNamespace
from typing import get_args

from fastmcp.exceptions import ToolError, ValidationError
from fastmcp.tools.base import ToolResult


class FastMCP:
    def __init__(self, name):
        self.name, self.tools, self.middleware = name, {}, None

    def add_middleware(self, middleware):
        self.middleware = middleware

    def tool(self, name, annotations=None):
        hints = SimpleNamespace(read_only_hint=(annotations or {}).get("readOnlyHint"))

        def register(function):
            parameters = {"type": "object", "properties": properties_of(function)}
            self.tools[name] = SimpleNamespace(
                name=name, fn=function, parameters=parameters, annotations=hints if annotations else None
            )
            return function

        return register

    async def get_tool(self, name):
        return self.tools.get(name)

    async def call_tool(self, context):
        tool = self.tools[context.message.name]
        try:
            read(tool, context.message.arguments)
            return ToolResult(content=await self.run(tool, context.message.arguments))
        except PydanticError as error:
            raise ValidationError(str(error)) from error
        except Exception as error:
            raise ToolError(f"Error calling tool {tool.name!r}: {error}") from error

    async def run(self, tool, arguments):
        try:
            return tool.fn(**arguments)
        except PydanticError as error:
            raise _ToolBodyError(str(error)) from error


class PydanticError(ValueError):
    def __init__(self, *errors):
        super().__init__("1 validation error")
        self.errors = lambda: list(errors)


class _ToolBodyError(Exception):
    pass


def properties_of(function):
    literals = {name: get_args(one.annotation) for name, one in inspect.signature(function).parameters.items()}
    return {name: {"enum": list(values)} if values else {} for name, values in literals.items()}


def read(tool, arguments):
    for name, schema in tool.parameters["properties"].items():
        if "enum" in schema and arguments.get(name) not in schema["enum"]:
            raise PydanticError({"type": "literal_error", "loc": (name,), "msg": "refused", "ctx": {"expected": "…"}})


class Client:
    def __init__(self, server):
        self.server = server

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        pass

    async def call_tool_mcp(self, name, arguments):
        request = SimpleNamespace(request_id=1)
        message = SimpleNamespace(name=name, arguments=arguments)
        at = SimpleNamespace(fastmcp=self.server, request_context=request)
        context = SimpleNamespace(message=message, fastmcp_context=at)
        result = await self.server.middleware.on_call_tool(context, self.server.call_tool)
        text = result.content if isinstance(result.content, str) else json.dumps(result.content)
        content = [SimpleNamespace(type="text", text=text)]
        return SimpleNamespace(content=content, is_error=result.is_error, meta=result.meta)
