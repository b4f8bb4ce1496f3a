CREATE TABLE "intake_counts" (
	"source_id" integer NOT NULL,
	"door" text NOT NULL,
	"slot" timestamp (6) with time zone NOT NULL,
	"measure" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"items" bigint NOT NULL,
	CONSTRAINT "intake_counts_pk" PRIMARY KEY("source_id","door","slot","measure","detail"),
	CONSTRAINT "intake_counts_items" CHECK ("intake_counts"."items" > 0),
	CONSTRAINT "intake_counts_measure" CHECK ("intake_counts"."measure" in ('accepted', 'duplicate', 'conflict', 'rejected', 'skewed', 'sanitized', 'scrubbed', 'malformed_code', 'message_cut', 'leaked', 'lag'))
);
--> statement-breakpoint
CREATE TABLE "leaks" (
	"leak_id" uuid PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"tool" text NOT NULL,
	"kind" text NOT NULL,
	"field" text NOT NULL,
	"code" text NOT NULL,
	"tenant" text,
	"environment" text,
	"service" text,
	"events" bigint NOT NULL,
	"example" text NOT NULL,
	"example_reference" text NOT NULL,
	"example_event_id" text NOT NULL,
	"example_occurred_at" timestamp (6) with time zone NOT NULL,
	"first_seen_at" timestamp (6) with time zone NOT NULL,
	"last_seen_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "leaks_events" CHECK ("leaks"."events" > 0),
	CONSTRAINT "leaks_kind" CHECK ("leaks"."kind" in ('trace', 'path', 'sql', 'secret_url', 'email_address'))
);
--> statement-breakpoint
CREATE TABLE "replay_items" (
	"replay_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"quarantine_id" bigint NOT NULL,
	"outcome" text,
	"code" text,
	"message" text,
	"event_id" text,
	"at" timestamp (6) with time zone,
	CONSTRAINT "replay_items_pk" PRIMARY KEY("replay_id","position"),
	CONSTRAINT "replay_items_outcome" CHECK ("replay_items"."outcome" in ('accepted', 'duplicate', 'conflict', 'rejected', 'skipped')),
	CONSTRAINT "replay_items_over" CHECK (("replay_items"."outcome" is null) = ("replay_items"."at" is null))
);
--> statement-breakpoint
CREATE TABLE "replays" (
	"replay_id" uuid PRIMARY KEY NOT NULL,
	"mapping" json NOT NULL,
	"chosen_by" json NOT NULL,
	"state" text NOT NULL,
	"total" integer NOT NULL,
	"accepted" integer DEFAULT 0 NOT NULL,
	"duplicate" integer DEFAULT 0 NOT NULL,
	"conflict" integer DEFAULT 0 NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"by_kind" text NOT NULL,
	"by_id" text NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL,
	"started_at" timestamp (6) with time zone,
	"finished_at" timestamp (6) with time zone,
	"taken_until" timestamp (6) with time zone,
	CONSTRAINT "replays_state" CHECK ("replays"."state" in ('frozen', 'running', 'done', 'stopped')),
	CONSTRAINT "replays_started" CHECK (("replays"."state" = 'frozen') = ("replays"."started_at" is null)),
	CONSTRAINT "replays_finished" CHECK (("replays"."finished_at" is null) = ("replays"."state" in ('frozen', 'running'))),
	CONSTRAINT "replays_add_up" CHECK (least("replays"."accepted", "replays"."duplicate", "replays"."conflict", "replays"."rejected", "replays"."skipped") >= 0 and "replays"."accepted" + "replays"."duplicate" + "replays"."conflict" + "replays"."rejected" + "replays"."skipped" <= "replays"."total" and ("replays"."state" not in ('done', 'stopped') or "replays"."accepted" + "replays"."duplicate" + "replays"."conflict" + "replays"."rejected" + "replays"."skipped" = "replays"."total"))
);
--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "items_per_minute" integer;--> statement-breakpoint
ALTER TABLE "quarantine" ADD COLUMN "cut" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "quarantine" ADD COLUMN "state" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "quarantine" ADD COLUMN "decided_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "quarantine" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "quarantine" ADD COLUMN "decided_by_id" text;--> statement-breakpoint
ALTER TABLE "quarantine" ADD COLUMN "replayed_as" text;--> statement-breakpoint
ALTER TABLE "quarantine" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "replay_items" ADD CONSTRAINT "replay_items_replay_id_replays_replay_id_fk" FOREIGN KEY ("replay_id") REFERENCES "public"."replays"("replay_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replay_items" ADD CONSTRAINT "replay_items_quarantine_id_quarantine_quarantine_id_fk" FOREIGN KEY ("quarantine_id") REFERENCES "public"."quarantine"("quarantine_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "intake_counts_by_time" ON "intake_counts" USING btree ("slot");--> statement-breakpoint
CREATE INDEX "leaks_by_tool" ON "leaks" USING btree ("tool","day");--> statement-breakpoint
CREATE INDEX "replay_items_open" ON "replay_items" USING btree ("replay_id","position") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "replay_items_by_item" ON "replay_items" USING btree ("quarantine_id");--> statement-breakpoint
CREATE INDEX "replays_running" ON "replays" USING btree ("started_at") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "replays_by_time" ON "replays" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "quarantine_open" ON "quarantine" USING btree ("last_received_at","quarantine_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "quarantine_by_last" ON "quarantine" USING btree ("last_received_at","quarantine_id");--> statement-breakpoint
ALTER TABLE "keys" ADD CONSTRAINT "keys_items_per_minute" CHECK ("keys"."items_per_minute" > 0);--> statement-breakpoint
ALTER TABLE "quarantine" ADD CONSTRAINT "quarantine_state" CHECK ("quarantine"."state" in ('open', 'replayed', 'dismissed'));--> statement-breakpoint
ALTER TABLE "quarantine" ADD CONSTRAINT "quarantine_decided" CHECK (("quarantine"."state" = 'open') = ("quarantine"."decided_at" is null) and num_nonnulls("quarantine"."decided_at", "quarantine"."decided_by", "quarantine"."decided_by_id") in (0, 3));