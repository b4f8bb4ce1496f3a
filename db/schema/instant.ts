import { customType } from "drizzle-orm/pg-core";
import { instantFromPostgres } from "@/domain/instant";

/** `timestamptz(6)` that stays RFC 3339 UTC text with microseconds on both sides of the driver. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => "timestamp (6) with time zone",
  fromDriver: instantFromPostgres,
});
