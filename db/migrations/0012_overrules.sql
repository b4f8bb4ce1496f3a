DROP INDEX "evidence_waiting";--> statement-breakpoint
ALTER TABLE "bulk_items" ADD COLUMN "opening" integer;--> statement-breakpoint
UPDATE "bulk_items" SET "opening" = "cases"."opening" FROM "cases" WHERE "cases"."case_id" = "bulk_items"."case_id";--> statement-breakpoint
ALTER TABLE "bulk_items" ALTER COLUMN "opening" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "verdicts" ADD COLUMN "overrules" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "evidence_possible" ON "evidence" USING btree ("idempotency_key","tool") WHERE case_id is null or any_tenant or any_environment or any_service;--> statement-breakpoint
ALTER TABLE "verdicts" ADD CONSTRAINT "verdicts_only_absent_overrules" CHECK ("verdicts"."verdict" = 'absent' or "verdicts"."overrules" = '{}');
