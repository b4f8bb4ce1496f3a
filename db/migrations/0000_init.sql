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
CREATE TABLE "attempts" (
	"attempt_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attempts_attempt_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"case_id" uuid NOT NULL,
	"identity" text NOT NULL,
	"source_id" integer,
	"event_id" text,
	"reference" text,
	"occurred_at" timestamp (6) with time zone NOT NULL,
	"received_at" timestamp (6) with time zone NOT NULL,
	"tool" text,
	"code" text NOT NULL,
	"class" text NOT NULL,
	"effect" text,
	"run_id" text,
	"call_id" text,
	"arguments_hash" text,
	"unreadable" text,
	"snapshot" json NOT NULL,
	CONSTRAINT "attempts_identity_unique" UNIQUE("identity"),
	CONSTRAINT "attempts_effect" CHECK ("attempts"."effect" in ('absent', 'committed', 'unknown'))
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
CREATE TABLE "cases" (
	"case_id" uuid PRIMARY KEY NOT NULL,
	"intent_hash" text NOT NULL,
	"generation" integer NOT NULL,
	"tenant" text,
	"environment" text,
	"service" text,
	"tool" text,
	"idempotency_key" text,
	"lone_event" text,
	"state" text NOT NULL,
	"opening" integer NOT NULL,
	"flags" text[] NOT NULL,
	"reason" text,
	"first_attempt_at" timestamp (6) with time zone NOT NULL,
	"last_attempt_at" timestamp (6) with time zone NOT NULL,
	"key_expires_at" timestamp (6) with time zone,
	"safe_after" timestamp (6) with time zone NOT NULL,
	"due_from" timestamp (6) with time zone NOT NULL,
	"deadline_at" timestamp (6) with time zone NOT NULL,
	"arguments_hash" text,
	"attempt_count" integer NOT NULL,
	"opened_at" timestamp (6) with time zone NOT NULL,
	"opened_by" text NOT NULL,
	"reporter_ids" text[] NOT NULL,
	"reopened_at" timestamp (6) with time zone,
	"reopened_because" text,
	"settled_at" timestamp (6) with time zone,
	"verdict_id" uuid,
	"proposal_id" uuid,
	"claimed_by" text,
	"claimed_by_id" text,
	"claimed_at" timestamp (6) with time zone,
	"claim_expires_at" timestamp (6) with time zone,
	"version" integer NOT NULL,
	CONSTRAINT "cases_one_per_intent" UNIQUE("intent_hash","generation"),
	CONSTRAINT "cases_state" CHECK ("cases"."state" in ('open', 'awaiting_second', 'settled')),
	CONSTRAINT "cases_settled_has_verdict" CHECK (("cases"."state" = 'settled') = ("cases"."verdict_id" is not null)),
	CONSTRAINT "cases_settled_has_time" CHECK (("cases"."state" = 'settled') = ("cases"."settled_at" is not null)),
	CONSTRAINT "cases_second_has_proposal" CHECK (("cases"."state" = 'awaiting_second') = ("cases"."proposal_id" is not null)),
	CONSTRAINT "cases_claim_is_whole" CHECK (num_nonnulls("cases"."claimed_by", "cases"."claimed_by_id", "cases"."claimed_at", "cases"."claim_expires_at") in (0, 4)),
	CONSTRAINT "cases_claim_only_open" CHECK ("cases"."claim_expires_at" is null or "cases"."state" = 'open'),
	CONSTRAINT "cases_claim_lasts" CHECK ("cases"."claim_expires_at" > "cases"."claimed_at"),
	CONSTRAINT "cases_counts" CHECK ("cases"."opening" >= 1 and "cases"."generation" >= 1 and "cases"."version" >= 1 and "cases"."attempt_count" >= 0),
	CONSTRAINT "cases_flags" CHECK ("cases"."flags" <@ array['inferred', 'by_hand', 'key_reused', 'no_key', 'unreadable', 'possible_duplicate', 'contradicted', 'delivery_failed']),
	CONSTRAINT "cases_key_or_lone" CHECK ("cases"."idempotency_key" is not null or "cases"."lone_event" is not null),
	CONSTRAINT "cases_key_life" CHECK (("cases"."lone_event" is null) = ("cases"."key_expires_at" is not null)),
	CONSTRAINT "cases_tool_known" CHECK ("cases"."tool" is not null or 'unreadable' = any("cases"."flags")),
	CONSTRAINT "cases_attempts_in_order" CHECK ("cases"."first_attempt_at" <= "cases"."last_attempt_at"),
	CONSTRAINT "cases_safe_after_last" CHECK ("cases"."safe_after" >= "cases"."last_attempt_at"),
	CONSTRAINT "cases_reopened" CHECK (("cases"."opening" > 1) = ("cases"."reopened_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"claim_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "claims_claim_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"case_id" uuid NOT NULL,
	"opening" integer NOT NULL,
	"by_kind" text NOT NULL,
	"by_id" text NOT NULL,
	"by" text NOT NULL,
	"claimed_at" timestamp (6) with time zone NOT NULL,
	"expires_at" timestamp (6) with time zone NOT NULL,
	"ended_at" timestamp (6) with time zone,
	"ended_as" text,
	CONSTRAINT "claims_ended" CHECK (("claims"."ended_at" is null) = ("claims"."ended_as" is null)),
	CONSTRAINT "claims_ended_as" CHECK ("claims"."ended_as" in ('given_back', 'expired', 'settled', 'proposed')),
	CONSTRAINT "claims_last" CHECK ("claims"."expires_at" > "claims"."claimed_at")
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
CREATE TABLE "evidence" (
	"evidence_id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid,
	"verdict_id" uuid,
	"tool" text,
	"idempotency_key" text,
	"tenant" text,
	"any_tenant" boolean NOT NULL,
	"environment" text,
	"any_environment" boolean NOT NULL,
	"service" text,
	"any_service" boolean NOT NULL,
	"effect" text,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"external_id" text,
	"url" text,
	"note" text,
	"observed_at" timestamp (6) with time zone NOT NULL,
	"received_at" timestamp (6) with time zone NOT NULL,
	"attached_at" timestamp (6) with time zone,
	"by_kind" text NOT NULL,
	"by_id" text NOT NULL,
	"by" text NOT NULL,
	"content_hash" text,
	CONSTRAINT "evidence_content_hash_unique" UNIQUE("content_hash"),
	CONSTRAINT "evidence_effect" CHECK ("evidence"."effect" in ('committed', 'absent')),
	CONSTRAINT "evidence_attached" CHECK (("evidence"."case_id" is null) = ("evidence"."attached_at" is null)),
	CONSTRAINT "evidence_verdict_needs_case" CHECK ("evidence"."verdict_id" is null or "evidence"."case_id" is not null),
	CONSTRAINT "evidence_findable" CHECK ("evidence"."case_id" is not null or num_nulls("evidence"."tool", "evidence"."idempotency_key", "evidence"."effect", "evidence"."content_hash") = 0)
);
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
CREATE TABLE "notes" (
	"note_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"case_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"by_id" text NOT NULL,
	"by" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "notes_kind" CHECK ("notes"."kind" in ('note', 'report', 'reopening', 'disagreement')),
	CONSTRAINT "notes_not_blank" CHECK (btrim("notes"."text") <> '')
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"case_id" uuid,
	"verdict_id" uuid,
	"tenant" text,
	"environment" text,
	"service" text,
	"tool" text,
	"data" json NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL,
	"taken_at" timestamp (6) with time zone,
	CONSTRAINT "outbox_type" CHECK ("outbox"."type" in ('case.opened', 'case.settled', 'case.reopened', 'case.overdue', 'alert.fired', 'alert.resolved'))
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
CREATE TABLE "tools" (
	"tool" text PRIMARY KEY NOT NULL,
	"writes" boolean,
	"in_flight_seconds" integer DEFAULT 900 NOT NULL,
	"key_life_seconds" integer DEFAULT 86400 NOT NULL,
	"sla_seconds" integer DEFAULT 14400 NOT NULL,
	"needs_second_person" boolean DEFAULT false NOT NULL,
	"owner" text,
	"runbook" text,
	"link_templates" json DEFAULT '[]'::json NOT NULL,
	"first_seen_at" timestamp (6) with time zone NOT NULL,
	"updated_at" timestamp (6) with time zone,
	"updated_by" text,
	CONSTRAINT "tools_not_blank" CHECK (btrim("tools"."tool") <> ''),
	CONSTRAINT "tools_seconds" CHECK ("tools"."in_flight_seconds" between 0 and 2592000 and "tools"."key_life_seconds" between 60 and 31536000 and "tools"."sla_seconds" between 60 and 31536000)
);
--> statement-breakpoint
CREATE TABLE "verdicts" (
	"verdict_id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"opening" integer NOT NULL,
	"state" text NOT NULL,
	"verdict" text NOT NULL,
	"directive" text NOT NULL,
	"retry_with" text,
	"valid_until" timestamp (6) with time zone,
	"observed_at" timestamp (6) with time zone NOT NULL,
	"external_id" text,
	"by_kind" text NOT NULL,
	"by_id" text NOT NULL,
	"by" text NOT NULL,
	"request_hash" text NOT NULL,
	"given_at" timestamp (6) with time zone NOT NULL,
	"settled_at" timestamp (6) with time zone,
	"approved_by_id" text,
	"approved_by" text,
	"voided_at" timestamp (6) with time zone,
	"voided_because" text,
	"supersedes" uuid,
	"superseded_at" timestamp (6) with time zone,
	"superseded_because" text,
	"sent_at" timestamp (6) with time zone,
	"delivered_at" timestamp (6) with time zone,
	"acknowledged_at" timestamp (6) with time zone,
	"acknowledged_by" text,
	CONSTRAINT "verdicts_of_case" UNIQUE("verdict_id","case_id"),
	CONSTRAINT "verdicts_state" CHECK ("verdicts"."state" in ('proposed', 'settled', 'voided')),
	CONSTRAINT "verdicts_settled_has_time" CHECK (("verdicts"."state" = 'settled') = ("verdicts"."settled_at" is not null)),
	CONSTRAINT "verdicts_voided_has_time" CHECK (("verdicts"."state" = 'voided') = ("verdicts"."voided_at" is not null)),
	CONSTRAINT "verdicts_directive" CHECK (("verdicts"."verdict", "verdicts"."directive") in (('committed', 'treat_as_done'), ('absent', 'safe_to_retry'), ('compensated', 'replan'), ('undeterminable', 'stop'))),
	CONSTRAINT "verdicts_retry_with" CHECK (case "verdicts"."verdict" when 'absent' then "verdicts"."retry_with" is not null and "verdicts"."retry_with" in ('same_key', 'new_key')
        when 'compensated' then "verdicts"."retry_with" is not null and "verdicts"."retry_with" = 'new_key'
        else "verdicts"."retry_with" is null end),
	CONSTRAINT "verdicts_valid_until" CHECK (("verdicts"."retry_with" is not null and "verdicts"."retry_with" = 'same_key') = ("verdicts"."valid_until" is not null)),
	CONSTRAINT "verdicts_by_kind" CHECK ("verdicts"."by_kind" in ('person', 'key', 'system')),
	CONSTRAINT "verdicts_second_is_another" CHECK ("verdicts"."approved_by_id" <> "verdicts"."by_id"),
	CONSTRAINT "verdicts_superseded_settled" CHECK ("verdicts"."superseded_at" is null or "verdicts"."state" = 'settled'),
	CONSTRAINT "verdicts_acknowledged_by_someone" CHECK (("verdicts"."acknowledged_at" is null) = ("verdicts"."acknowledged_by" is null)),
	CONSTRAINT "verdicts_only_settled_go_out" CHECK ("verdicts"."state" = 'settled' or num_nonnulls("verdicts"."sent_at", "verdicts"."delivered_at", "verdicts"."acknowledged_at") = 0),
	CONSTRAINT "verdicts_opening" CHECK ("verdicts"."opening" >= 1)
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
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_case_id_cases_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("case_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_case_id_cases_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("case_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_case_id_cases_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("case_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_verdict_of_same_case" FOREIGN KEY ("verdict_id","case_id") REFERENCES "public"."verdicts"("verdict_id","case_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keys" ADD CONSTRAINT "keys_source_id_sources_source_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("source_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_case_id_cases_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("case_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_case_id_cases_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("case_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verdicts" ADD CONSTRAINT "verdicts_case_id_cases_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("case_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verdicts" ADD CONSTRAINT "verdicts_supersede_within_case" FOREIGN KEY ("supersedes","case_id") REFERENCES "public"."verdicts"("verdict_id","case_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attempts_by_case" ON "attempts" USING btree ("case_id","occurred_at");--> statement-breakpoint
CREATE INDEX "attempts_by_event" ON "attempts" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "audit_by_actor" ON "audit" USING btree ("actor_kind","actor_id","audit_id");--> statement-breakpoint
CREATE INDEX "audit_by_subject" ON "audit" USING btree ("subject_kind","subject_id","audit_id");--> statement-breakpoint
CREATE INDEX "calls_by_tool" ON "calls" USING btree ("tool","minute");--> statement-breakpoint
CREATE INDEX "cases_unclaimed" ON "cases" USING btree ("deadline_at","case_id") WHERE state = 'open' and claim_expires_at is null;--> statement-breakpoint
CREATE INDEX "cases_claimed" ON "cases" USING btree ("claim_expires_at") WHERE claim_expires_at is not null;--> statement-breakpoint
CREATE INDEX "cases_unsettled" ON "cases" USING btree ("deadline_at","case_id") WHERE state <> 'settled';--> statement-breakpoint
CREATE INDEX "cases_by_deadline" ON "cases" USING btree ("deadline_at","case_id");--> statement-breakpoint
CREATE INDEX "cases_settled" ON "cases" USING btree ("settled_at","case_id") WHERE state = 'settled';--> statement-breakpoint
CREATE INDEX "cases_by_key" ON "cases" USING btree ("idempotency_key","tool");--> statement-breakpoint
CREATE INDEX "cases_by_tool" ON "cases" USING btree ("tool");--> statement-breakpoint
CREATE INDEX "cases_by_reporter" ON "cases" USING gin ("reporter_ids") WHERE reporter_ids <> '{}';--> statement-breakpoint
CREATE UNIQUE INDEX "claims_one_live" ON "claims" USING btree ("case_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "claims_by_case" ON "claims" USING btree ("case_id","claimed_at");--> statement-breakpoint
CREATE INDEX "events_by_time" ON "events" USING btree ("occurred_at","event_id");--> statement-breakpoint
CREATE INDEX "events_by_skeleton" ON "events" USING btree ("skeleton");--> statement-breakpoint
CREATE INDEX "events_by_run" ON "events" USING btree ("run_id") WHERE run_id is not null;--> statement-breakpoint
CREATE INDEX "evidence_by_case" ON "evidence" USING btree ("case_id","observed_at");--> statement-breakpoint
CREATE INDEX "evidence_by_verdict" ON "evidence" USING btree ("verdict_id");--> statement-breakpoint
CREATE INDEX "evidence_waiting" ON "evidence" USING btree ("idempotency_key","tool") WHERE case_id is null;--> statement-breakpoint
CREATE INDEX "frames_by_skeleton" ON "frames" USING btree ("skeleton");--> statement-breakpoint
CREATE INDEX "keys_by_source" ON "keys" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "notes_by_case" ON "notes" USING btree ("case_id","created_at");--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("created_at") WHERE taken_at is null;--> statement-breakpoint
CREATE INDEX "outbox_by_case" ON "outbox" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "quarantine_by_reference" ON "quarantine" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "quarantine_by_skeleton" ON "quarantine" USING btree ("skeleton");--> statement-breakpoint
CREATE INDEX "quarantine_by_time" ON "quarantine" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "recoveries_by_time" ON "recoveries" USING btree ("occurred_at");--> statement-breakpoint
CREATE INDEX "releases_by_time" ON "releases" USING btree ("released_at");--> statement-breakpoint
CREATE INDEX "rollup_hours_by_time" ON "rollup_hours" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "rollup_minutes_by_time" ON "rollup_minutes" USING btree ("minute");--> statement-breakpoint
CREATE INDEX "series_by_source" ON "series" USING btree ("first_source_id","level");--> statement-breakpoint
CREATE INDEX "sessions_by_person" ON "sessions" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "verdicts_one_per_opening" ON "verdicts" USING btree ("case_id","opening") WHERE state <> 'voided';--> statement-breakpoint
CREATE INDEX "verdicts_by_case" ON "verdicts" USING btree ("case_id");--> statement-breakpoint
CREATE UNIQUE INDEX "verdicts_superseded_once" ON "verdicts" USING btree ("supersedes");--> statement-breakpoint
CREATE INDEX "verdicts_undelivered" ON "verdicts" USING btree ("settled_at") WHERE state = 'settled' and superseded_at is null and delivered_at is null and acknowledged_at is null;--> statement-breakpoint
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

--> statement-breakpoint
-- A verdict never crosses: what stands on a case, or waits there, was given for this very case.
ALTER TABLE cases ADD CONSTRAINT cases_verdict_is_its_own
  FOREIGN KEY (verdict_id, case_id) REFERENCES verdicts (verdict_id, case_id);
--> statement-breakpoint
ALTER TABLE cases ADD CONSTRAINT cases_proposal_is_its_own
  FOREIGN KEY (proposal_id, case_id) REFERENCES verdicts (verdict_id, case_id);
