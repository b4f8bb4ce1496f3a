DROP INDEX "deliveries_due";--> statement-breakpoint
CREATE INDEX "deliveries_in_turn" ON "deliveries" USING btree ("subscription_id","next_at") WHERE state = 'waiting';