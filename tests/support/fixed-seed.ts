import fc from "fast-check";

/** Properties draw the same examples on every machine; `FAST_CHECK_SEED=7 npx vitest run domain` draws others. */
fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 4) });
