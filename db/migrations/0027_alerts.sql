CREATE TABLE "alert_changes" (
	"change_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_changes_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"alert_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (6) with time zone NOT NULL,
	"firing_id" uuid,
	"value" double precision,
	"no_data" text,
	"resolved_because" text,
	"told" boolean DEFAULT false NOT NULL,
	"by" text,
	"note" text,
	"until" timestamp (6) with time zone,
	"recorded_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "alert_changes_kind" CHECK ("alert_changes"."kind" in ('no_data', 'ok', 'pending', 'firing', 'resolved', 'created', 'changed', 'removed', 'muted', 'unmuted', 'acknowledged'))
);
--> statement-breakpoint
CREATE TABLE "alert_firings" (
	"firing_id" uuid PRIMARY KEY NOT NULL,
	"alert_id" uuid NOT NULL,
	"fired_at" timestamp (6) with time zone NOT NULL,
	"value" double precision NOT NULL,
	"peak" double precision NOT NULL,
	"told_at" timestamp (6) with time zone,
	"acknowledged_at" timestamp (6) with time zone,
	"acknowledged_by" text,
	"acknowledged_note" text,
	"resolved_at" timestamp (6) with time zone,
	"resolved_because" text,
	CONSTRAINT "alert_firings_over" CHECK (("alert_firings"."resolved_at" is null) = ("alert_firings"."resolved_because" is null)),
	CONSTRAINT "alert_firings_because" CHECK ("alert_firings"."resolved_because" in ('cleared', 'alert_changed', 'alert_removed')),
	CONSTRAINT "alert_firings_order" CHECK ("alert_firings"."resolved_at" >= "alert_firings"."fired_at"),
	CONSTRAINT "alert_firings_acknowledged" CHECK (("alert_firings"."acknowledged_at" is null) = ("alert_firings"."acknowledged_by" is null))
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"alert_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"condition" json NOT NULL,
	"tenant" text,
	"environment" text,
	"service" text,
	"tool" text,
	"for_minutes" integer NOT NULL,
	"resolve_after_minutes" integer NOT NULL,
	"state" text NOT NULL,
	"state_since" timestamp (6) with time zone NOT NULL,
	"over_since" timestamp (6) with time zone,
	"clear_since" timestamp (6) with time zone,
	"unknown_since" timestamp (6) with time zone,
	"evaluated_to" timestamp (6) with time zone,
	"reading" json,
	"firing_id" uuid,
	"muted_until" timestamp (6) with time zone,
	"muted_by" text,
	"mute_note" text,
	"created_at" timestamp (6) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"updated_at" timestamp (6) with time zone NOT NULL,
	"updated_by" text NOT NULL,
	"removed_at" timestamp (6) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "alerts_name" CHECK (btrim("alerts"."name") <> ''),
	CONSTRAINT "alerts_kind" CHECK ("alerts"."kind" in ('unmapped_share', 'rate', 'silence', 'leak', 'cases_due') and "alerts"."condition" ->> 'kind' = "alerts"."kind"),
	CONSTRAINT "alerts_state" CHECK ("alerts"."state" in ('no_data', 'ok', 'pending', 'firing', 'resolved')),
	CONSTRAINT "alerts_firing" CHECK ("alerts"."state" not in ('firing', 'resolved') or "alerts"."firing_id" is not null),
	CONSTRAINT "alerts_holds" CHECK ("alerts"."for_minutes" between 0 and 1440 and "alerts"."resolve_after_minutes" between 0 and 1440),
	CONSTRAINT "alerts_mute" CHECK (("alerts"."muted_until" is null) = ("alerts"."muted_by" is null))
);
--> statement-breakpoint
ALTER TABLE "alert_changes" ADD CONSTRAINT "alert_changes_alert_id_alerts_alert_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("alert_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_firings" ADD CONSTRAINT "alert_firings_alert_id_alerts_alert_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("alert_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_changes_of" ON "alert_changes" USING btree ("alert_id","change_id");--> statement-breakpoint
CREATE INDEX "alert_changes_by_age" ON "alert_changes" USING brin ("recorded_at");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_firings_lasting" ON "alert_firings" USING btree ("alert_id") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "alert_firings_of" ON "alert_firings" USING btree ("alert_id","fired_at");