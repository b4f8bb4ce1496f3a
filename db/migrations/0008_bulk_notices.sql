ALTER TABLE "notices" ADD COLUMN "bulk_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_of_bulk" ON "notices" USING btree ("bulk_id","person_id") WHERE bulk_id is not null;