CREATE INDEX "notices_by_age" ON "notices" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_by_age" ON "outbox" USING brin ("created_at");