DROP INDEX "cases_unclaimed";--> statement-breakpoint
CREATE INDEX "attempts_by_reference" ON "attempts" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "cases_unclaimed" ON "cases" USING btree ("deadline_at","case_id") WHERE state = 'open' and claim_expires_at is null and snoozed_until is null;