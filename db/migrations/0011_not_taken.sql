ALTER TABLE "deliveries" ADD COLUMN "dropped_because" text;--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "created_by_id" text;--> statement-breakpoint
ALTER TABLE "verdicts" ADD COLUMN "acknowledged_by_id" text;--> statement-breakpoint
CREATE INDEX "verdicts_run_out" ON "verdicts" USING btree ("valid_until") WHERE state = 'settled' and superseded_at is null and acknowledged_at is null and delivered_at is not null and valid_until is not null;--> statement-breakpoint
CREATE INDEX "verdicts_resting_on_time" ON "verdicts" USING btree ("case_id") WHERE state = 'settled' and superseded_at is null and acknowledged_at is null and verdict = 'absent' and retry_with = 'new_key';