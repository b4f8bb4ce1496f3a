import { aliveAnswer } from "@/lib/http/health";

/** Under plain `next start`; the process of `npm start` answers before Next is asked. */
export const GET = aliveAnswer;
export const dynamic = "force-dynamic";
