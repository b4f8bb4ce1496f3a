DROP INDEX "events_by_run";--> statement-breakpoint
CREATE INDEX "events_by_trace" ON "events" USING btree (hashtextextended(trace_id, 0),"occurred_at") WHERE trace_id is not null;--> statement-breakpoint
CREATE INDEX "events_by_call" ON "events" USING btree (hashtextextended(call_id, 0),"occurred_at") WHERE call_id is not null;--> statement-breakpoint
CREATE INDEX "events_by_key" ON "events" USING btree (hashtextextended(idempotency_key, 0),"occurred_at") WHERE idempotency_key is not null;--> statement-breakpoint
CREATE INDEX "events_by_run" ON "events" USING btree ("run_id","occurred_at") WHERE run_id is not null;