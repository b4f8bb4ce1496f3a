CREATE TABLE "dropped_partitions" (
	"partition_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dropped_partitions_partition_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"relation" text NOT NULL,
	"name" text NOT NULL,
	"from_at" timestamp (6) with time zone NOT NULL,
	"to_at" timestamp (6) with time zone NOT NULL,
	"rows" bigint NOT NULL,
	"references_kept" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"frames_kept" integer DEFAULT 0 NOT NULL,
	"prepared_at" timestamp (6) with time zone NOT NULL,
	"dropped_at" timestamp (6) with time zone,
	CONSTRAINT "dropped_partitions_relation" CHECK ("dropped_partitions"."relation" in ('events', 'frames')),
	CONSTRAINT "dropped_partitions_range" CHECK ("dropped_partitions"."from_at" < "dropped_partitions"."to_at")
);
--> statement-breakpoint
CREATE TABLE "dropped_references" (
	"partition_id" integer NOT NULL,
	"first_hash" "bytea" NOT NULL,
	"hashes" "bytea" NOT NULL,
	"places" "bytea" NOT NULL,
	CONSTRAINT "dropped_references_partition_id_first_hash_pk" PRIMARY KEY("partition_id","first_hash"),
	CONSTRAINT "dropped_references_whole" CHECK (length("dropped_references"."hashes") = 2 * length("dropped_references"."places"))
);
--> statement-breakpoint
CREATE TABLE "kept_frames" (
	"reference" text COLLATE "C" NOT NULL,
	"captured_at" timestamp (6) with time zone NOT NULL,
	"frames_id" uuid NOT NULL,
	"source_id" integer NOT NULL,
	"received_at" timestamp (6) with time zone NOT NULL,
	"event_id" uuid,
	"skeleton" text COLLATE "C" NOT NULL,
	"content_hash" bigint NOT NULL,
	"tool" text,
	"tenant" text,
	"environment" text,
	"service" text,
	"language" text,
	"exception_type" text,
	"fingerprint" bigint,
	"top_frame" text,
	"payload" "bytea" NOT NULL,
	"kept_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "kept_frames_reference_captured_at_frames_id_pk" PRIMARY KEY("reference","captured_at","frames_id")
);
--> statement-breakpoint
CREATE TABLE "places" (
	"place_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "places_place_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tenant" text,
	"environment" text,
	"service" text,
	CONSTRAINT "places_once" UNIQUE NULLS NOT DISTINCT("tenant","environment","service")
);
--> statement-breakpoint
ALTER TABLE "dropped_references" ADD CONSTRAINT "dropped_references_partition_id_dropped_partitions_partition_id_fk" FOREIGN KEY ("partition_id") REFERENCES "public"."dropped_partitions"("partition_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "dropped_partitions_prepared" ON "dropped_partitions" USING btree ("relation","name") WHERE dropped_at is null;--> statement-breakpoint
CREATE INDEX "dropped_partitions_by_time" ON "dropped_partitions" USING btree ("dropped_at");--> statement-breakpoint
CREATE INDEX "call_reports_by_time" ON "call_reports" USING btree ("received_at");