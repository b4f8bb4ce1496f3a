CREATE TABLE "attachments" (
	"attachment_id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"byte_count" integer NOT NULL,
	"sha256" text NOT NULL,
	"content" "bytea",
	"by" text NOT NULL,
	"by_id" text NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL,
	"removed_at" timestamp (6) with time zone,
	"removed_by" text,
	CONSTRAINT "attachments_name" CHECK (btrim("attachments"."name") <> ''),
	CONSTRAINT "attachments_removed" CHECK (("attachments"."removed_at" is null) = ("attachments"."content" is not null)),
	CONSTRAINT "attachments_removed_by" CHECK (("attachments"."removed_at" is null) = ("attachments"."removed_by" is null))
);
--> statement-breakpoint
CREATE TABLE "bulk_actions" (
	"bulk_id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"parameters" json NOT NULL,
	"state" text NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"chosen_by" json NOT NULL,
	"by_kind" text NOT NULL,
	"by_id" text NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL,
	"started_at" timestamp (6) with time zone,
	"finished_at" timestamp (6) with time zone,
	"taken_until" timestamp (6) with time zone,
	CONSTRAINT "bulk_actions_state" CHECK ("bulk_actions"."state" in ('frozen', 'running', 'done', 'stopped')),
	CONSTRAINT "bulk_actions_started" CHECK (("bulk_actions"."state" = 'frozen') = ("bulk_actions"."started_at" is null)),
	CONSTRAINT "bulk_actions_counts" CHECK ("bulk_actions"."done" >= 0 and "bulk_actions"."skipped" >= 0 and "bulk_actions"."failed" >= 0 and "bulk_actions"."done" + "bulk_actions"."skipped" + "bulk_actions"."failed" <= "bulk_actions"."total"),
	CONSTRAINT "bulk_actions_add_up" CHECK (("bulk_actions"."finished_at" is null) = ("bulk_actions"."state" in ('frozen', 'running')) and ("bulk_actions"."state" not in ('done', 'stopped') or "bulk_actions"."done" + "bulk_actions"."skipped" + "bulk_actions"."failed" = "bulk_actions"."total"))
);
--> statement-breakpoint
CREATE TABLE "bulk_items" (
	"bulk_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"case_id" uuid NOT NULL,
	"outcome" text,
	"code" text,
	"message" text,
	"at" timestamp (6) with time zone,
	CONSTRAINT "bulk_items_pk" PRIMARY KEY("bulk_id","position"),
	CONSTRAINT "bulk_items_outcome" CHECK ("bulk_items"."outcome" in ('done', 'skipped', 'failed')),
	CONSTRAINT "bulk_items_over" CHECK (("bulk_items"."outcome" is null) = ("bulk_items"."at" is null))
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"delivery_id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"state" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL,
	"next_at" timestamp (6) with time zone,
	"taken_until" timestamp (6) with time zone,
	"delivered_at" timestamp (6) with time zone,
	CONSTRAINT "deliveries_once" UNIQUE("message_id","subscription_id"),
	CONSTRAINT "deliveries_state" CHECK ("deliveries"."state" in ('waiting', 'delivered', 'failed', 'dropped')),
	CONSTRAINT "deliveries_due_while_waiting" CHECK (("deliveries"."state" = 'waiting') = ("deliveries"."next_at" is not null)),
	CONSTRAINT "deliveries_delivered" CHECK (("deliveries"."state" = 'delivered') = ("deliveries"."delivered_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "delivery_tries" (
	"try_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_tries_try_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" uuid NOT NULL,
	"try_number" integer NOT NULL,
	"started_at" timestamp (6) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status" integer,
	"error" text,
	"response" text,
	"by" text
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"notice_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notices_notice_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"person_id" text NOT NULL,
	"kind" text NOT NULL,
	"case_id" uuid NOT NULL,
	"message_id" uuid,
	"by" text,
	"data" json NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL,
	"read_at" timestamp (6) with time zone,
	CONSTRAINT "notices_kind" CHECK ("notices"."kind" in ('assigned', 'escalated', 'due_soon', 'overdue', 'settled', 'reopened', 'noted'))
);
--> statement-breakpoint
CREATE TABLE "probe_runs" (
	"run_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "probe_runs_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"case_id" uuid NOT NULL,
	"opening" integer NOT NULL,
	"by_kind" text NOT NULL,
	"by_id" text NOT NULL,
	"by" text NOT NULL,
	"asked_at" timestamp (6) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"outcome" text NOT NULL,
	"status" integer,
	"error" text,
	"found" text,
	"evidence_id" uuid,
	CONSTRAINT "probe_runs_outcome" CHECK ("probe_runs"."outcome" in ('committed', 'absent', 'inconclusive', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "probes" (
	"tool" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"headers" json DEFAULT '[]'::json NOT NULL,
	"secret" text,
	"rules" json NOT NULL,
	"automatic" boolean DEFAULT false NOT NULL,
	"timeout_seconds" integer DEFAULT 10 NOT NULL,
	"updated_at" timestamp (6) with time zone NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "probes_timeout" CHECK ("probes"."timeout_seconds" between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"view_id" uuid PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"by" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL,
	"updated_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "saved_views_name" CHECK (btrim("saved_views"."name") <> '')
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"subscription_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"types" text[] NOT NULL,
	"tenants" text[],
	"environments" text[],
	"services" text[],
	"tools" text[],
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_secret_until" timestamp (6) with time zone,
	"paused_at" timestamp (6) with time zone,
	"paused_by" text,
	"disabled_at" timestamp (6) with time zone,
	"removed_at" timestamp (6) with time zone,
	"failing_since" timestamp (6) with time zone,
	"last_delivered_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"updated_at" timestamp (6) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "subscriptions_name" CHECK (btrim("subscriptions"."name") <> ''),
	CONSTRAINT "subscriptions_types" CHECK ("subscriptions"."types" <> '{}'),
	CONSTRAINT "subscriptions_pause" CHECK (("subscriptions"."paused_at" is null) = ("subscriptions"."paused_by" is null)),
	CONSTRAINT "subscriptions_rotation" CHECK (("subscriptions"."previous_secret" is null) = ("subscriptions"."previous_secret_until" is null))
);
--> statement-breakpoint
CREATE TABLE "watches" (
	"case_id" uuid NOT NULL,
	"person_id" text NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "watches_once" PRIMARY KEY("case_id","person_id")
);
--> statement-breakpoint
ALTER TABLE "claims" DROP CONSTRAINT "claims_ended_as";--> statement-breakpoint
ALTER TABLE "notes" DROP CONSTRAINT "notes_kind";--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_type";--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "found" text;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "found_external_id" text;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "found_note" text;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "found_by" text;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "found_by_id" text;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "found_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "assigned_to" text;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "assigned_to_id" text;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "assigned_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "snoozed_until" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "snoozed_by" text;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "escalated_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "escalated_by" text;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "escalated_by_id" text;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "reminded_deadline_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "overdue_deadline_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "probe_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "probe_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "remind_seconds" integer DEFAULT 3600 NOT NULL;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "infers_unknown" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "settles_automatically" text DEFAULT 'never' NOT NULL;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_case_id_cases_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("case_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_items" ADD CONSTRAINT "bulk_items_bulk_id_bulk_actions_bulk_id_fk" FOREIGN KEY ("bulk_id") REFERENCES "public"."bulk_actions"("bulk_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_items" ADD CONSTRAINT "bulk_items_case_id_cases_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("case_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_message_id_outbox_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."outbox"("message_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_subscription_id_subscriptions_subscription_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("subscription_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_tries" ADD CONSTRAINT "delivery_tries_delivery_id_deliveries_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("delivery_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_case_id_cases_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("case_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "probe_runs" ADD CONSTRAINT "probe_runs_case_id_cases_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("case_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_case_id_cases_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("case_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachments_by_case" ON "attachments" USING btree ("case_id","created_at");--> statement-breakpoint
CREATE INDEX "bulk_actions_running" ON "bulk_actions" USING btree ("started_at") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "bulk_actions_by" ON "bulk_actions" USING btree ("by_id","created_at");--> statement-breakpoint
CREATE INDEX "bulk_items_open" ON "bulk_items" USING btree ("bulk_id","position") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "bulk_items_by_case" ON "bulk_items" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("next_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "deliveries_by_subscription" ON "deliveries" USING btree ("subscription_id","created_at","delivery_id");--> statement-breakpoint
CREATE INDEX "delivery_tries_by_delivery" ON "delivery_tries" USING btree ("delivery_id","try_id");--> statement-breakpoint
CREATE INDEX "notices_of_person" ON "notices" USING btree ("person_id","notice_id");--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("person_id") WHERE read_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_once" ON "notices" USING btree ("message_id","person_id") WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX "probe_runs_by_case" ON "probe_runs" USING btree ("case_id","run_id");--> statement-breakpoint
CREATE INDEX "saved_views_of_person" ON "saved_views" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "saved_views_shared" ON "saved_views" USING btree ("view_id") WHERE shared;--> statement-breakpoint
CREATE INDEX "watches_by_person" ON "watches" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE INDEX "cases_assigned" ON "cases" USING btree ("assigned_to_id","deadline_at") WHERE assigned_to_id is not null;--> statement-breakpoint
CREATE INDEX "cases_snoozed" ON "cases" USING btree ("snoozed_until") WHERE snoozed_until is not null;--> statement-breakpoint
CREATE INDEX "cases_escalated" ON "cases" USING btree ("escalated_at") WHERE escalated_at is not null;--> statement-breakpoint
CREATE INDEX "cases_untold" ON "cases" USING btree ("deadline_at") WHERE state <> 'settled' and overdue_deadline_at is distinct from deadline_at;--> statement-breakpoint
CREATE INDEX "cases_to_probe" ON "cases" USING btree ("tool","probe_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "cases_by_opening" ON "cases" USING btree ("opened_at","case_id");--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_found" CHECK ("attempts"."found" in ('committed', 'absent', 'compensated', 'undeterminable'));--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_finding_is_whole" CHECK (num_nonnulls("attempts"."found", "attempts"."found_by", "attempts"."found_by_id", "attempts"."found_at") in (0, 4));--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_assignment_is_whole" CHECK (num_nonnulls("cases"."assigned_to", "cases"."assigned_to_id", "cases"."assigned_at") in (0, 3));--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_snooze_only_open" CHECK ("cases"."snoozed_until" is null or ("cases"."state" = 'open' and "cases"."snoozed_by" is not null and "cases"."snoozed_until" <= "cases"."deadline_at"));--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_escalation_is_whole" CHECK (num_nonnulls("cases"."escalated_at", "cases"."escalated_by", "cases"."escalated_by_id") in (0, 3));--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_escalation_only_unsettled" CHECK ("cases"."escalated_at" is null or "cases"."state" <> 'settled');--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_probe_tries" CHECK ("cases"."probe_tries" >= 0);--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_ended_as" CHECK ("claims"."ended_as" in ('given_back', 'expired', 'settled', 'proposed', 'escalated'));--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_kind" CHECK ("notes"."kind" in ('note', 'report', 'reopening', 'disagreement', 'escalation'));--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_type" CHECK ("outbox"."type" in ('case.opened', 'case.settled', 'case.reopened', 'case.due_soon', 'case.overdue', 'alert.fired', 'alert.resolved', 'webhook.test'));--> statement-breakpoint
ALTER TABLE "tools" ADD CONSTRAINT "tools_settles" CHECK ("tools"."settles_automatically" in ('never', 'committed', 'committed_or_absent'));--> statement-breakpoint
ALTER TABLE "tools" ADD CONSTRAINT "tools_reminds" CHECK ("tools"."remind_seconds" between 0 and 31536000);