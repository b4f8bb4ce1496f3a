import type { z } from "zod";
import { reportedRecovery } from "@/domain/reported-recovery";

/** `POST /api/v1/recoveries`: one, an array, `{"recoveries": […]}` or NDJSON. */
export const recoveryReport = reportedRecovery;
export type RecoveryReport = z.input<typeof recoveryReport>;
