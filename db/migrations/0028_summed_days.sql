CREATE TABLE "call_days" (
	"day" timestamp (6) with time zone NOT NULL,
	"call_series_id" integer NOT NULL,
	"sums" bigint[] NOT NULL,
	CONSTRAINT "call_days_day_call_series_id_pk" PRIMARY KEY("day","call_series_id"),
	CONSTRAINT "call_days_quarters" CHECK (cardinality("call_days"."sums") = 96)
);
--> statement-breakpoint
CREATE TABLE "call_series" (
	"call_series_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "call_series_call_series_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tool" text NOT NULL,
	"service" text,
	"environment" text,
	"tenant" text,
	"release" text,
	CONSTRAINT "call_series_dimensions" UNIQUE NULLS NOT DISTINCT("tool","service","environment","tenant","release")
);
--> statement-breakpoint
CREATE TABLE "code_days" (
	"day" timestamp (6) with time zone NOT NULL,
	"code" text NOT NULL,
	"tool" text NOT NULL,
	"class" text NOT NULL,
	"unmapped" boolean NOT NULL,
	"environment" text,
	"service" text,
	"events" integer NOT NULL,
	"retry_yes" integer NOT NULL,
	"retry_no" integer NOT NULL,
	"effect_absent" integer NOT NULL,
	"effect_committed" integer NOT NULL,
	"effect_unknown" integer NOT NULL,
	"lacks_message" integer NOT NULL,
	"lacks_field" integer NOT NULL,
	"lacks_correction" integer NOT NULL,
	"lacks_retry_after" integer NOT NULL,
	"lacks_effect" integer NOT NULL,
	"lacking" integer NOT NULL,
	"lacking_in_reading" integer NOT NULL,
	"example_reference" text,
	"example_event_id" text,
	"example_at" timestamp (6) with time zone,
	"first_seen_at" timestamp (6) with time zone NOT NULL,
	"last_seen_at" timestamp (6) with time zone NOT NULL,
	"sums" integer[] NOT NULL,
	CONSTRAINT "code_days_hours" CHECK (cardinality("code_days"."sums") = 24)
);
--> statement-breakpoint
CREATE TABLE "failing_callers" (
	"tool" text NOT NULL,
	"service" text,
	"environment" text,
	"tenant" text,
	CONSTRAINT "failing_callers_dimensions" UNIQUE NULLS NOT DISTINCT("tool","service","environment","tenant")
);
--> statement-breakpoint
CREATE TABLE "recovery_days" (
	"day" timestamp (6) with time zone NOT NULL,
	"level" text NOT NULL,
	"tool" text NOT NULL,
	"code" text NOT NULL,
	"class" text,
	"outcome" text NOT NULL,
	"service" text,
	"environment" text,
	"release" text,
	"attempts" integer[] NOT NULL,
	"episodes" integer[] NOT NULL,
	"most" integer NOT NULL,
	"longest_run" text NOT NULL,
	CONSTRAINT "recovery_days_level" CHECK ("recovery_days"."level" in ('overview', 'full')),
	CONSTRAINT "recovery_days_overview" CHECK ("recovery_days"."level" = 'full' or coalesce("recovery_days"."service", "recovery_days"."environment", "recovery_days"."release") is null),
	CONSTRAINT "recovery_days_counts" CHECK (cardinality("recovery_days"."attempts") = cardinality("recovery_days"."episodes"))
);
--> statement-breakpoint
CREATE TABLE "summed_days" (
	"of" text NOT NULL,
	"day" timestamp (6) with time zone NOT NULL,
	"first_hour" timestamp (6) with time zone,
	"last_hour" timestamp (6) with time zone,
	CONSTRAINT "summed_days_of_day_pk" PRIMARY KEY("of","day"),
	CONSTRAINT "summed_days_of" CHECK ("summed_days"."of" in ('calls', 'hours', 'recoveries'))
);
--> statement-breakpoint
CREATE TABLE "unmapped_days" (
	"day" timestamp (6) with time zone NOT NULL,
	"group_id" uuid NOT NULL,
	"class" text NOT NULL,
	"environment" text,
	"service" text,
	"release" text,
	"events" integer NOT NULL,
	"unsafe" integer NOT NULL,
	"first_seen_at" timestamp (6) with time zone NOT NULL,
	"last_seen_at" timestamp (6) with time zone NOT NULL,
	"example_reference" text NOT NULL,
	"example_event_id" text NOT NULL,
	"sums" integer[] NOT NULL,
	CONSTRAINT "unmapped_days_hours" CHECK (cardinality("unmapped_days"."sums") = 24)
);
--> statement-breakpoint
CREATE INDEX "code_days_by_day" ON "code_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "code_days_by_code" ON "code_days" USING btree ("code","day");--> statement-breakpoint
CREATE INDEX "recovery_days_by_day" ON "recovery_days" USING btree ("level","day");--> statement-breakpoint
CREATE INDEX "unmapped_days_by_day" ON "unmapped_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "unmapped_days_by_group" ON "unmapped_days" USING btree ("group_id","day");--> statement-breakpoint
INSERT INTO "failing_callers" ("tool", "service", "environment", "tenant")
SELECT DISTINCT "tool", "service", "environment", "tenant" FROM "series" WHERE "level" = 'tenant' AND "tool" IS NOT NULL;
