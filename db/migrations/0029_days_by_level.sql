DELETE FROM "summed_days" WHERE "of" IN ('hours', 'recoveries');--> statement-breakpoint
TRUNCATE "code_days", "recovery_days";--> statement-breakpoint
DROP INDEX "code_days_by_day";--> statement-breakpoint
DROP INDEX "code_days_by_code";--> statement-breakpoint
ALTER TABLE "code_days" ADD COLUMN "level" text NOT NULL;--> statement-breakpoint
ALTER TABLE "recovery_days" ADD COLUMN "total" integer NOT NULL;--> statement-breakpoint
CREATE INDEX "code_days_by_day" ON "code_days" USING btree ("level","day");--> statement-breakpoint
CREATE INDEX "code_days_by_code" ON "code_days" USING btree ("code","level","day");--> statement-breakpoint
ALTER TABLE "code_days" ADD CONSTRAINT "code_days_level" CHECK ("code_days"."level" in ('overview', 'full'));--> statement-breakpoint
ALTER TABLE "code_days" ADD CONSTRAINT "code_days_overview" CHECK ("code_days"."level" = 'full' or coalesce("code_days"."service", "code_days"."environment") is null);--> statement-breakpoint
ALTER TABLE "code_days" DROP COLUMN "example_reference";--> statement-breakpoint
ALTER TABLE "code_days" DROP COLUMN "example_event_id";
