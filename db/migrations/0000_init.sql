CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (6) with time zone,
	"refresh_token_expires_at" timestamp (6) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_once_per_provider" UNIQUE("person_id","provider_id")
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"audit_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"tenant" text,
	"environment" text,
	"service" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "audit_actor_kind" CHECK ("audit"."actor_kind" in ('person', 'key', 'system')),
	CONSTRAINT "audit_action" CHECK ("audit"."action" ~ '^[a-z][a-z_]*\.[a-z][a-z_]*$')
);
--> statement-breakpoint
CREATE TABLE "call_reports" (
	"source_id" integer NOT NULL,
	"report_id" uuid NOT NULL,
	"content_hash" bigint NOT NULL,
	"received_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "call_reports_source_id_report_id_pk" PRIMARY KEY("source_id","report_id")
);
--> statement-breakpoint
CREATE TABLE "calls" (
	"minute" timestamp (6) with time zone NOT NULL,
	"tool" text NOT NULL,
	"service" text,
	"environment" text,
	"tenant" text,
	"release" text,
	"calls" bigint NOT NULL,
	CONSTRAINT "calls_minute" UNIQUE NULLS NOT DISTINCT("minute","tool","service","environment","tenant","release"),
	CONSTRAINT "calls_counted" CHECK ("calls"."calls" >= 0)
);
--> statement-breakpoint
CREATE TABLE "codes" (
	"code" text PRIMARY KEY NOT NULL,
	"first_seen_at" timestamp (6) with time zone NOT NULL,
	"description" text,
	"owner" text,
	"retired_at" timestamp (6) with time zone,
	"retired_by" text
);
--> statement-breakpoint
CREATE TABLE "events" (
	"source_id" integer NOT NULL,
	"event_id" uuid NOT NULL,
	"reference" text COLLATE "C" NOT NULL,
	"occurred_at" timestamp (6) with time zone NOT NULL,
	"received_at" timestamp (6) with time zone NOT NULL,
	"content_hash" bigint NOT NULL,
	"skeleton" text COLLATE "C" NOT NULL,
	"tool" text NOT NULL,
	"code" text NOT NULL,
	"class" text NOT NULL,
	"effect" text,
	"unmapped" boolean NOT NULL,
	"retryable" boolean,
	"idempotency_key" text,
	"arguments_hash" text,
	"attempt" integer,
	"turn" integer,
	"run_id" text,
	"call_id" text,
	"trace_id" text,
	"span_id" text,
	"tenant" text,
	"environment" text,
	"service" text,
	"release" text,
	"marks" text[] NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "events_reference_occurred_at_event_id_source_id_pk" PRIMARY KEY("reference","occurred_at","event_id","source_id"),
	CONSTRAINT "events_effect_known" CHECK ("events"."effect" in ('absent', 'committed', 'unknown')),
	CONSTRAINT "events_class_known" CHECK ("events"."class" in ('validation', 'authorization', 'not_found', 'transient', 'system', 'semantic', 'unclassified')),
	CONSTRAINT "events_reference_not_blank" CHECK ("events"."reference" <> '')
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
CREATE TABLE "frames" (
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
	"payload" "bytea" NOT NULL,
	CONSTRAINT "frames_reference_captured_at_frames_id_pk" PRIMARY KEY("reference","captured_at","frames_id")
) PARTITION BY RANGE ("captured_at");
--> statement-breakpoint
CREATE TABLE "keys" (
	"key_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"hash" text NOT NULL,
	"source_id" integer NOT NULL,
	"scopes" text[] NOT NULL,
	"tenant" text,
	"environment" text,
	"service" text,
	"created_by" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (6) with time zone,
	"revoked_at" timestamp (6) with time zone,
	"last_used_at" timestamp (6) with time zone,
	CONSTRAINT "keys_hash_unique" UNIQUE("hash"),
	CONSTRAINT "keys_scopes" CHECK (cardinality("keys"."scopes") > 0 and "keys"."scopes" <@ array['ingest', 'verdicts', 'evidence', 'read', 'frames', 'cases', 'admin']),
	CONSTRAINT "keys_hash" CHECK ("keys"."hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"roles" text[] DEFAULT '{}' NOT NULL,
	"tenants" text[],
	"environments" text[],
	"services" text[],
	"time_zone" text,
	"disabled_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_email_unique" UNIQUE("email"),
	CONSTRAINT "people_roles" CHECK ("people"."roles" <@ array['support', 'reconciler', 'engineer', 'admin']),
	CONSTRAINT "people_email_folded" CHECK ("people"."email" = lower("people"."email"))
);
--> statement-breakpoint
CREATE TABLE "quarantine" (
	"quarantine_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "quarantine_quarantine_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source_id" integer NOT NULL,
	"door" text NOT NULL,
	"reason" text NOT NULL,
	"field" text,
	"detail" text NOT NULL,
	"reference" text COLLATE "C",
	"skeleton" text COLLATE "C",
	"tool" text,
	"tenant" text,
	"environment" text,
	"service" text,
	"event_id" uuid,
	"payload" text NOT NULL,
	"content_hash" bigint NOT NULL,
	"says_unknown" boolean NOT NULL,
	"received_at" timestamp (6) with time zone NOT NULL,
	"last_received_at" timestamp (6) with time zone NOT NULL,
	"times" integer NOT NULL,
	CONSTRAINT "quarantine_item" UNIQUE("source_id","door","reason","content_hash"),
	CONSTRAINT "quarantine_times" CHECK ("quarantine"."times" >= 1)
);
--> statement-breakpoint
CREATE TABLE "recoveries" (
	"source_id" integer NOT NULL,
	"recovery_id" uuid NOT NULL,
	"content_hash" bigint NOT NULL,
	"run_id" text NOT NULL,
	"tool" text NOT NULL,
	"code" text NOT NULL,
	"class" text,
	"attempts" integer NOT NULL,
	"outcome" text NOT NULL,
	"service" text,
	"environment" text,
	"tenant" text,
	"release" text,
	"occurred_at" timestamp (6) with time zone NOT NULL,
	"received_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "recoveries_source_id_recovery_id_pk" PRIMARY KEY("source_id","recovery_id"),
	CONSTRAINT "recoveries_outcome_known" CHECK ("recoveries"."outcome" in ('recovered', 'gave_up', 'escalated')),
	CONSTRAINT "recoveries_attempts_counted" CHECK ("recoveries"."attempts" >= 1)
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"release_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "releases_release_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"service" text,
	"environment" text,
	"release" text NOT NULL,
	"released_at" timestamp (6) with time zone NOT NULL,
	"url" text,
	"known_from" text NOT NULL,
	CONSTRAINT "releases_named" UNIQUE NULLS NOT DISTINCT("service","environment","release"),
	CONSTRAINT "releases_known_from" CHECK ("releases"."known_from" in ('report', 'event'))
);
--> statement-breakpoint
CREATE TABLE "rollup_hours" (
	"series_id" integer NOT NULL,
	"hour" timestamp (6) with time zone NOT NULL,
	"q0" integer NOT NULL,
	"q1" integer NOT NULL,
	"q2" integer NOT NULL,
	"q3" integer NOT NULL,
	CONSTRAINT "rollup_hours_series_id_hour_pk" PRIMARY KEY("series_id","hour"),
	CONSTRAINT "rollup_hours_counts" CHECK (least("rollup_hours"."q0", "rollup_hours"."q1", "rollup_hours"."q2", "rollup_hours"."q3") >= 0 and "rollup_hours"."q0" + "rollup_hours"."q1" + "rollup_hours"."q2" + "rollup_hours"."q3" > 0)
);
--> statement-breakpoint
CREATE TABLE "rollup_minutes" (
	"series_id" integer NOT NULL,
	"minute" timestamp (6) with time zone NOT NULL,
	"failures" integer NOT NULL,
	CONSTRAINT "rollup_minutes_series_id_minute_pk" PRIMARY KEY("series_id","minute"),
	CONSTRAINT "rollup_minutes_counts" CHECK ("rollup_minutes"."failures" > 0)
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "series" (
	"series_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "series_series_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"level" text NOT NULL,
	"service" text,
	"environment" text,
	"class" text NOT NULL,
	"unmapped" boolean NOT NULL,
	"tool" text,
	"code" text,
	"effect" text,
	"release" text,
	"tenant" text,
	"first_source_id" integer NOT NULL,
	CONSTRAINT "series_dimensions" UNIQUE NULLS NOT DISTINCT("level","service","environment","class","unmapped","tool","code","effect","release","tenant"),
	CONSTRAINT "series_level_known" CHECK ("series"."level" in ('overview', 'full', 'tenant')),
	CONSTRAINT "series_tenant_level" CHECK ("series"."level" = 'tenant' or "series"."tenant" is null),
	CONSTRAINT "series_overview_is_narrow" CHECK ("series"."level" <> 'overview' or coalesce("series"."tool", "series"."code", "series"."effect", "series"."release") is null)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid NOT NULL,
	"token" text NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"expires_at" timestamp (6) with time zone NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"source_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sources_source_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sources_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (6) with time zone NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "verifications_identifier_unique" UNIQUE("identifier")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keys" ADD CONSTRAINT "keys_source_id_sources_source_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("source_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_by_actor" ON "audit" USING btree ("actor_kind","actor_id","audit_id");--> statement-breakpoint
CREATE INDEX "audit_by_subject" ON "audit" USING btree ("subject_kind","subject_id","audit_id");--> statement-breakpoint
CREATE INDEX "calls_by_tool" ON "calls" USING btree ("tool","minute");--> statement-breakpoint
CREATE INDEX "events_by_time" ON "events" USING btree ("occurred_at","event_id");--> statement-breakpoint
CREATE INDEX "events_by_skeleton" ON "events" USING btree ("skeleton");--> statement-breakpoint
CREATE INDEX "events_by_run" ON "events" USING btree ("run_id") WHERE run_id is not null;--> statement-breakpoint
CREATE INDEX "frames_by_skeleton" ON "frames" USING btree ("skeleton");--> statement-breakpoint
CREATE INDEX "keys_by_source" ON "keys" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "quarantine_by_reference" ON "quarantine" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "quarantine_by_skeleton" ON "quarantine" USING btree ("skeleton");--> statement-breakpoint
CREATE INDEX "quarantine_by_time" ON "quarantine" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "recoveries_by_time" ON "recoveries" USING btree ("occurred_at");--> statement-breakpoint
CREATE INDEX "releases_by_time" ON "releases" USING btree ("released_at");--> statement-breakpoint
CREATE INDEX "rollup_hours_by_time" ON "rollup_hours" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "rollup_minutes_by_time" ON "rollup_minutes" USING btree ("minute");--> statement-breakpoint
CREATE INDEX "series_by_source" ON "series" USING btree ("first_source_id","level");--> statement-breakpoint
CREATE INDEX "sessions_by_person" ON "sessions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "verifications_by_value" ON "verifications" USING btree ("value");
--> statement-breakpoint
-- The audit is append-only: whatever the application or a careless console does, a row stays as written.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE ON audit
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_is_never_truncated BEFORE TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
