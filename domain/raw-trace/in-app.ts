import { isGap } from "./read-exception";

/** Where runtimes and package managers put code which is not the application's own. */
const LIBRARY_PATHS: readonly RegExp[] = [
  /(?:^|\/)(?:node_modules|site-packages|dist-packages|third_party|bower_components)\/|\/~\//,
  // In Python a folder of vendors is somebody's business.
  /(?:^|\/)vendor\/(?!.*\.py$)/,
  /\/lib(?:64)?\/python\d?[\d.]*\/|\/python\d*\/lib\//i,
  /^(?:node|dart|internal|native|ext|deno|bun|resource|phar|(?:chrome|moz|safari|safari-web|ms-browser)-extension):/,
  // Node's own up to version 14, which stand without a folder.
  /^_?(?:assert|async_hooks|bootstrap_node|buffer|child_process|cluster|crypto|dgram|dns|domain|events|fs|https?|inspector|module|net|os|path|querystring|readline|repl|stream|string_decoder|timers|tls|tty|url|util|v8|vm|zlib)\.js$/,
  /^_(?:debugger|http|stream|tls)_?\w*\.js$|^webpack:\/\/(?:\/|[^/]*\/)webpack\/|^package:flutter\//,
  /^https:\/\/(?:deno\.land\/std|esm\.sh|unpkg\.com|cdn\.jsdelivr\.net|cdnjs\.cloudflare\.com)[@/]/,
  /^\/var\/runtime\/|\/\.cargo\/(?:registry|git)\/|\/wp-includes\/|^org\/jruby\/|^\/usr\/(?:local\/)?s?bin\//,
  /^(?:internal\/|webpack\/|\/usr\/(?:local\/)?lib(?:64)?\/|\/rustc\/)/,
  /\/usr\/local\/go\/|\/libexec\/src\/|\/go\/pkg\/mod\/|\/golang\.org\/|\/runtime\/\w+\.(?:go|s)$/,
  // Go's, built without the paths of the machine: a version stands in every module but the own.
  /^[\w-]+(?:\.[\w-]+)+\/\S*@v\d\S*\.go$/,
  /\/gems\/|\/lib\/ruby\/|\/rubies\/|^<internal:|^\S+ \(\d[\w.]*\) /,
  /^<frozen |^\[native code\]$|^\[internal function\]$|^<filename unknown>$|^native$|^index \d+$/,
];

/** Names which the platforms and the frameworks that most traces pass through keep for themselves. */
const LIBRARY_NAMES: readonly RegExp[] = [
  /^(?:java|javax|jdk|sun|com\.sun|jakarta|kotlin|kotlinx|scala|groovy|clojure|android|androidx|dalvik|com\.android)\.|^\$Proxy\d/,
  /^org\.(?:springframework|apache|eclipse|hibernate|jboss|mortbay|junit|postgresql|slf4j|glassfish|gradle|aspectj|codehaus|mockito|thymeleaf|quartz|flywaydb|mariadb)\./,
  /^(?:io\.(?:netty|undertow|grpc|reactivex|vertx)|reactor|akka|com\.zaxxer|com\.fasterxml|okhttp3|retrofit2)\./,
  /^(?:io\.(?:quarkus|micronaut|ktor|micrometer|lettuce|opentelemetry)|software\.amazon|com\.(?:amazonaws|mongodb|mysql)|com\.google\.(?:common|gson|inject|protobuf)|oracle\.jdbc|net\.bytebuddy|ch\.qos\.logback)\./,
  /^(?:System|Microsoft|Mono|Newtonsoft|Npgsql|Dapper|MediatR|Polly|Grpc|Castle|Autofac|Azure|Amazon|MySql|MongoDB|NHibernate|Serilog|Hangfire|MassTransit|AutoMapper|FluentValidation)\./,
  /^StackExchange\.Redis\.|^lambda_method\d*$/,
];
/** Go's own packages; every other has the path of its module before it. */
const GO_NAMES =
  /^(?:created by )?(?:runtime|reflect|sync|syscall|testing|bufio|bytes|context|errors|fmt|io|log|net|os|path|regexp|sort|strconv|strings|time|(?:archive|compress|container|crypto|database|debug|encoding|go|hash|html|image|internal|io|log|math|mime|net|os|path|runtime|sync|text|unicode)\/[\w/]+)\.[\w(]/;
/** Files of languages in which a name before a dot is an object, and no package that somebody keeps. */
const OBJECTS = /\.(?:[mc]?[jt]sx?|vue|svelte|coffee|py|rb|php)(?:$|[?#])/i;

/** Whether a frame is of the application's own code, guessed by its path and name; null when it has neither. */
export function guessInApp(frame: {
  file: string | null;
  line: number | null;
  function: string | null;
}): boolean | null {
  if (frame.file === null && (frame.function === null || isGap(frame.function))) return null;
  const path = frame.file?.replaceAll("\\", "/") ?? "";
  if (path === "<anonymous>" && frame.line === null) return false;
  if (LIBRARY_PATHS.some((pattern) => pattern.test(path))) return false;
  const name = frame.function ?? "";
  if (OBJECTS.test(path)) return true;
  if (path === "" || path.endsWith(".go")) {
    if (name === "panic" || GO_NAMES.test(name)) return false;
    if (path !== "") return true;
  }
  return !LIBRARY_NAMES.some((pattern) => pattern.test(name));
}
