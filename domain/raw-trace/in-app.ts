/** Where runtimes and package managers put code which is not the application's own. */
const LIBRARY_PATHS: readonly RegExp[] = [
  /(?:^|\/)(?:node_modules|site-packages|dist-packages|vendor|third_party|bower_components|~)\//,
  /\/lib(?:64)?\/python\d?[\d.]*\/|\/python\d*\/lib\//i,
  /^(?:node|dart|internal|native|chrome-extension|moz-extension|resource):/,
  /^(?:internal\/|webpack\/|\/usr\/(?:local\/)?lib(?:64)?\/|\/rustc\/)/,
  /\/usr\/local\/go\/|\/libexec\/src\/|\/go\/pkg\/mod\/|\/golang\.org\/|\/runtime\/\w+\.(?:go|s)$/,
  /\/gems\/|\/lib\/ruby\/|\/rubies\/|^<internal:|^\S+ \(\d[\w.]*\) /,
  /^<frozen |^\[native code\]$|^\[internal function\]$|^<filename unknown>$|^native$|^index \d+$/,
];

/** Names which the platforms and the frameworks that most traces pass through keep for themselves. */
const LIBRARY_NAMES: readonly RegExp[] = [
  /^(?:java|javax|jdk|sun|com\.sun|jakarta|kotlin|kotlinx|scala|groovy|clojure)\./,
  /^org\.(?:springframework|apache|eclipse|hibernate|jboss|mortbay|junit|postgresql|slf4j)\./,
  /^(?:io\.(?:netty|undertow|grpc|reactivex|vertx)|reactor|akka|com\.zaxxer|com\.fasterxml|okhttp3|retrofit2)\./,
  /^(?:System|Microsoft|Mono)\./,
  /^(?:created by )?(?:runtime|reflect|sync|syscall|testing|bufio|context|database\/sql|encoding\/\w+|fmt|internal\/[\w/]+|io|net|net\/http|os|time)\.[\w(]/,
];

/** Whether a frame is of the application's own code, guessed by its path and name; null when it has neither. */
export function guessInApp(frame: {
  file: string | null;
  line: number | null;
  function: string | null;
}): boolean | null {
  if (frame.file === null && frame.function === null) return null;
  const path = frame.file?.replaceAll("\\", "/") ?? "";
  if (path === "<anonymous>" && frame.line === null) return false;
  if (LIBRARY_PATHS.some((pattern) => pattern.test(path))) return false;
  const name = frame.function ?? "";
  return name !== "panic" && !LIBRARY_NAMES.some((pattern) => pattern.test(name));
}
