CREATE INDEX "claims_by_time" ON "claims" USING btree ("claimed_at");--> statement-breakpoint
CREATE INDEX "verdicts_by_settling" ON "verdicts" USING btree ("settled_at") WHERE state = 'settled';--> statement-breakpoint
CREATE INDEX "verdicts_by_acknowledging" ON "verdicts" USING btree ("acknowledged_at") WHERE acknowledged_at is not null;