/** What is in a trace: what tells a kind of failure, and what the next build, machine or call has otherwise. */
export type PrintedFailure = { type: string; name: string; file: string };
export type PrintedMoving = {
  root: string;
  line: number;
  other: number;
  hex: string;
  uuid: string;
  count: number;
};
/** A trace as its runtime prints it; wrapped, with what its asynchronous machinery puts around. */
type Print = (failure: PrintedFailure, moving: PrintedMoving, wrapped: boolean) => string;

export const LANGUAGES: Record<string, Print> = {
  python: ({ type, name, file }, m, wrapped) => `Traceback (most recent call last):
  File "${m.root}/shop/main.py", line ${m.other}, in main
    asyncio.run(work("${m.uuid}"))
${wrapped ? `  File "/usr/lib/python3.12/asyncio/runners.py", line ${m.line}, in run\n    return runner.run(main)\n  File "/usr/lib/python3.12/asyncio/tasks.py", line ${m.other}, in wait_for\n    return await fut\n` : ""}  File "${m.root}/shop/${file}.py", line ${m.line}, in ${name}
    raise Failed("${m.uuid}")
${wrapped ? `  File "${m.root}/.venv/lib/python3.12/site-packages/anyio/_core/_tasks.py", line ${m.line}, in __exit__\n    raise\n` : ""}shop.errors.${type}: no ${m.hex} <Order object at 0x${m.hex}>`,
  node: ({ type, name, file }, m, wrapped) => `${type}: no ${m.uuid}
${wrapped ? `    at new Promise (<anonymous>)\n    at async Promise.all (index ${m.count})\n    at process.processTicksAndRejections (node:internal/process/task_queues:${m.line}:${m.other})\n` : ""}    at ${wrapped ? "async " : ""}${name} (${m.root}/shop/${file}.js:${m.line}:${m.other})
    at main (${m.root}/shop/main.js:${m.other}:3)`,
  firefox: ({ type, name, file }, m, wrapped) => `${type}: no ${m.uuid}
${wrapped ? "async*" : ""}${name}@https://a${m.count}.example/shop/${file}.js?v=${m.hex}:${m.line}:${m.other}
main@https://a${m.count}.example/shop/main.js:${m.other}:3`,
  java: ({ type, name, file }, m, wrapped) => `com.shop.${type}: no ${m.uuid}
${wrapped ? `\tat java.base/java.util.concurrent.CompletableFuture.reportGet(CompletableFuture.java:${m.other})\n\tat reactor.core.publisher.Mono.block(Mono.java:${m.line})\n` : ""}\tat com.shop.${file}.${name}(${file}.java:${m.line})
\tat com.shop.Main.lambda$main$${m.count}(Main.java:${m.other})`,
  go: ({ type, name, file }, m, wrapped) => `panic: ${type} 0x${m.hex}

goroutine ${m.other} [running]:
${wrapped ? `panic({0x${m.hex}?, 0x${m.hex}?})\n\t/usr/local/go/src/runtime/panic.go:${m.line} +0x${m.hex}\ngolang.org/x/sync/errgroup.(*Group).Go.func1()\n\t${m.root}/go/pkg/mod/golang.org/x/sync@v0.${m.count}.0/errgroup/errgroup.go:${m.other} +0x64\n` : ""}example.com/shop.${name}(0x${m.hex}, 0x${m.line})
\t${m.root}/shop/${file}.go:${m.line} +0x${m.hex}`,
  ruby: (
    { type, name, file },
    m,
    wrapped,
  ) => `${wrapped ? `${m.root}/vendor/bundle/ruby/3.3.0/gems/async-2.${m.count}.0/lib/async/task.rb:${m.line}:in \`run': no ${m.uuid} (Shop::${type})\n\tfrom ` : ""}${m.root}/shop/${file}.rb:${m.line}:in \`${name}'${wrapped ? "" : `: no ${m.uuid} (Shop::${type})`}
\tfrom ${m.root}/shop/main.rb:${m.other}:in \`block (${(m.count % 3) + 2} levels) in main'`,
  csharp: ({ type, name, file }, m, wrapped) => `Shop.${type}: no ${m.uuid}
${wrapped ? `   at System.Threading.Tasks.Task.ThrowIfExceptional(Boolean includeTaskCanceledExceptions)\n   at Shop.${file}.<${name}>d__${m.count}.MoveNext() in ${m.root}/Shop/${file}.cs:line ${m.line}\n--- End of stack trace from previous location ---\n   at System.Runtime.CompilerServices.TaskAwaiter.ThrowForNonSuccess(Task task)\n` : `   at Shop.${file}.${name}(Order order) in ${m.root}/Shop/${file}.cs:line ${m.line}\n`}   at Shop.Main.Run() in ${m.root}/Shop/Main.cs:line ${m.other}`,
  php: (
    { type, name, file },
    m,
    wrapped,
  ) => `PHP Fatal error:  Uncaught Shop\\${type}: no ${m.uuid} in ${m.root}/vendor/x/y.php:${m.line}
Stack trace:
${wrapped ? `#0 ${m.root}/vendor/react/promise/src/Promise.php(${m.other}): React\\Promise\\Promise->settle()\n` : ""}#1 ${m.root}/shop/${file}.php(${m.line}): X\\Y->z()
#2 ${m.root}/shop/main.php(${m.other}): Shop\\Pay->${name}('${m.hex}')
#3 {main}
  thrown in ${m.root}/vendor/x/y.php on line ${m.line}`,
};
