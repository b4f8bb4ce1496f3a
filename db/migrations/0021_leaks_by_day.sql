ALTER TABLE "quarantine" ADD COLUMN "sanitized" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "leaks_by_day" ON "leaks" USING btree ("day");