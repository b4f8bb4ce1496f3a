import { isDatabaseUp, readyAnswer } from "@/lib/http/health";
import { runtime } from "@/lib/services/runtime";

/** Under plain `next start`; the process of `npm start` answers before Next is asked. */
export const GET = () => readyAnswer("ready", () => isDatabaseUp(runtime()));
export const dynamic = "force-dynamic";
