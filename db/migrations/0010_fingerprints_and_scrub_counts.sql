CREATE TABLE "scrub_counts" (
	"source_id" integer NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"found" bigint NOT NULL,
	CONSTRAINT "scrub_counts_source_id_day_kind_pk" PRIMARY KEY("source_id","day","kind"),
	CONSTRAINT "scrub_counts_found" CHECK ("scrub_counts"."found" > 0)
);
--> statement-breakpoint
ALTER TABLE "frames" ADD COLUMN "fingerprint" bigint;--> statement-breakpoint
ALTER TABLE "frames" ADD COLUMN "top_frame" text;--> statement-breakpoint
CREATE INDEX "frames_by_fingerprint" ON "frames" USING btree ("fingerprint","captured_at");