DROP INDEX "attempts_by_reference";--> statement-breakpoint
DROP INDEX "cases_by_key";--> statement-breakpoint
CREATE INDEX "attempts_by_reference" ON "attempts" USING btree ("reference" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "cases_by_key" ON "cases" USING btree ("idempotency_key" text_pattern_ops,"tool");