"""Errata at a plain asyncio loop: runs the tools that a model asked for in one turn.

    dispatcher = Dispatcher(errata)

    @dispatcher.tool("list_tickets", writes=False, input=ListArguments.model_validate)
    async def list_tickets(args): ...

    results = await dispatcher.dispatch(calls, run_id=run_id, turn=turn)

A call is a dict with `id`, `name` and `arguments` (JSON or its text); a result has `id`, `is_error`, the `content` for
the model and, where there is one, the `user_message`. Copy it into `adapters/` beside errata.py.
"""

import asyncio
import inspect
import json

from errata import quietly


class Dispatcher:
    def __init__(self, errata):
        self.errata, self.tools = errata, {}

    def tool(self, name, *, input=None, context=None, **options):
        """Registers a function of what `input` reads; options as of `errata.tool`. A function that is no coroutine
        runs on a thread. `context(call)` answers what is known of a call, such as its `idempotency_key`.
        """

        def read(args):
            if not isinstance(args, dict):
                raise TypeError("the arguments are no JSON object")
            return input(args) if input else args

        def register(function):
            self.tools[name] = self.errata.tool(name, input=read, **options), function, context
            return function

        return register

    async def dispatch(self, calls, **context):
        """Runs all of them at once; answers in their order, and never raises what a tool raises."""
        return await asyncio.gather(*(self._run(call, context) for call in calls))

    async def _run(self, call, context):
        name, args, at = call["name"], call["arguments"], {**context, "call_id": call["id"]}
        read = quietly(json.loads, args) if isinstance(args, str) else args
        # What is no JSON stays as it came, and is refused.
        args = args if read is None else read
        if name in self.tools:
            boundary, function, context_of = self.tools[name]
            at.update(context_of and quietly(context_of, call) or {})
            outcome = await boundary.acall(args, as_coroutine(function), **at)
        else:
            outcome = self.errata.unknown_tool(name, self.tools, args, **at)
        content = json.dumps(outcome.value if outcome.ok else outcome.body, ensure_ascii=False, default=str)
        result = {"id": call["id"], "is_error": not outcome.ok, "content": content}
        return {**result, "user_message": outcome.user_message} if outcome.user_message else result


def as_coroutine(function):
    if inspect.iscoroutinefunction(function):
        return function
    return lambda args: asyncio.get_running_loop().run_in_executor(None, function, args)
