import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type DemoState, loadState, saveState } from "./demo/demo-state";
import { markGroups } from "./demo/mark-groups";
import { makeOddKeys, playOddProducers } from "./demo/odd-producers";
import { DemoRefused } from "./demo/post-items";
import { inferUnknownEffects, prepareInstallation } from "./demo/prepare-installation";
import { runSimulation } from "./demo/run-simulation";
import { type Product, startProduct } from "./demo/start-product";
import { createApiClient, ServerUnreachable } from "./replay/api-client";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const say = (text: string) => console.log(text);

function sayWelcome(url: string, state: DemoState): void {
  say(`
  Errata with example data: a simulated support agent, nothing of it is real.

    Open      ${url}
    E-mail    ${state.admin_email}
    Password  ${state.admin_password}
`);
}

function sayLive(url: string): void {
  say(`
  A month of history is in; from here on it is live. Ctrl-C stops it, the next \`npm run demo\` goes on.

    Paste     "the search failed; reference err_7c1f9a."   into the box at the top: two events share it
    Settle    ${url}/queue   and see below what the waiting agent does
`);
}

/** The story runs until the product ends or someone stops it; the product ends with it. */
async function play(
  product: Product,
  state: DemoState,
  folder: string,
  stop: AbortController,
): Promise<void> {
  const { signal } = stop;
  product.ended.then(() => stop.abort(new Error("The product has ended.")));
  const client = createApiClient({ url: product.url, key: state.key, signal });
  await prepareInstallation(client, state);
  sayWelcome(product.url, state);
  const save = (next: DemoState) => saveState(folder, next);
  const keys = { ...state.odd_keys };
  await makeOddKeys(client, keys);
  state.odd_keys = keys;
  await save(state);
  const clientOf = (source: string) =>
    createApiClient({ url: product.url, key: keys[source] ?? state.key, signal });
  await new Promise((resolve, reject) => {
    const onLastDay = () => inferUnknownEffects(client);
    runSimulation({ client, state, save, say, signal, onLastDay }, () => {
      sayLive(product.url);
      playOddProducers({ seed: state.seed, clientOf, signal }).catch(reject);
      markGroups(client, state, signal).catch(reject);
    }).then(resolve, reject);
  });
}

/** Starts the product with example data of its own, apart from any real installation. */
async function main(): Promise<number> {
  const folder = process.env.ERRATA_DEMO_DIR || join(ROOT, ".data", "demo");
  const state = await loadState(folder, process.env.ERRATA_DEMO_SEED || "errata", Date.now() * 1000);
  const stop = new AbortController();
  const onSignal = () => stop.abort(new Error("Stopped."));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, onSignal);
  const product = await startProduct(ROOT, folder, state, stop.signal);
  try {
    if (!stop.signal.aborted) await play(product, state, folder, stop);
  } catch (cause) {
    if (!stop.signal.aborted) {
      if (!(cause instanceof DemoRefused || cause instanceof ServerUnreachable)) throw cause;
      console.error(`The example could not go on: ${cause.message}`);
      return 1;
    }
  } finally {
    await product.stop();
  }
  return await product.ended;
}

process.exitCode = await main();
