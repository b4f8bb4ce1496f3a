import type { IncomingMessage } from "node:http";
import { Gauge } from "prom-client";
import { forbiddenError } from "@/domain/errors";
import { isUnconfined, may } from "@/domain/permissions";
import { isOpened } from "@/lib/platform/guarded-address";
import type { Runtime } from "@/lib/services/context";
import { measures } from "@/lib/services/measures";
import { readMetrics } from "@/lib/services/metrics/read-metrics";
import { runtime } from "@/lib/services/runtime";
import { authenticate } from "./authenticate";
import { problemResponse } from "./problem";
import { slotsTaken } from "./slots";

/**
 * `GET /metrics`: for a key or a person that may read rates or manage settings and is confined to nothing, since the
 * numbers are everybody's; and without either as `ERRATA_METRICS` says.
 */
export async function metricsAnswer(req: IncomingMessage): Promise<Response> {
  const rt = runtime();
  try {
    if (!isOpen(rt, req)) await assertMayRead(rt, req);
    rt.once("live gauge", () => liveGauge(rt));
    const { text, contentType } = await readMetrics(rt);
    return new Response(text, { headers: { "content-type": contentType, "cache-control": "no-store" } });
  } catch (thrown) {
    return problemResponse(thrown, rt.log);
  }
}

/** A proxy's address is nobody's: what it forwards needs a key, wherever the proxy stands. */
function isOpen({ env: { ERRATA_METRICS: rule } }: Runtime, req: IncomingMessage): boolean {
  if (rule === "open") return true;
  if (rule === "key") return false;
  if (req.headers.forwarded !== undefined || req.headers["x-forwarded-for"] !== undefined) return false;
  const address = req.socket.remoteAddress?.replace(/^::ffff:(?=[\d.]+$)/, "") ?? "";
  return isOpened(address, address, rule);
}

async function assertMayRead(rt: Runtime, req: IncomingMessage): Promise<void> {
  const headers = new Headers();
  for (const name of ["authorization", "cookie"] as const) {
    const value = req.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  const { caller } = await authenticate(rt, new Request("http://localhost/metrics", { headers }));
  const allowed = may(caller, "rates.read") || may(caller, "settings.manage");
  if (!allowed || !isUnconfined(caller.confinement)) throw forbiddenError();
}

function liveGauge(rt: Runtime): Gauge {
  return new Gauge({
    ...{ name: "errata_live_streams", help: "Pages that follow changes at this process." },
    registers: [measures(rt).registry],
    collect() {
      this.set(slotsTaken(rt, "live streams"));
    },
  });
}
