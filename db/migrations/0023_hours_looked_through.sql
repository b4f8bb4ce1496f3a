CREATE TABLE "code_hours" (
	"hour" timestamp (6) with time zone NOT NULL,
	"code" text NOT NULL,
	"tool" text NOT NULL,
	"class" text NOT NULL,
	"unmapped" boolean NOT NULL,
	"tenant" text,
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
	CONSTRAINT "code_hours_events" CHECK ("code_hours"."events" > 0),
	CONSTRAINT "code_hours_lacking" CHECK ("code_hours"."lacking_in_reading" <= "code_hours"."lacking"),
	CONSTRAINT "code_hours_lacking_of" CHECK ("code_hours"."lacking" <= "code_hours"."events")
);
--> statement-breakpoint
CREATE TABLE "counted_hours" (
	"hour" timestamp (6) with time zone PRIMARY KEY NOT NULL,
	"failures" bigint NOT NULL,
	"changed_at" timestamp (6) with time zone NOT NULL,
	"counted_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "counted_hours_failures" CHECK ("counted_hours"."failures" >= 0)
);
--> statement-breakpoint
CREATE TABLE "group_marks" (
	"group_id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"release" text,
	"marked_at" timestamp (6) with time zone NOT NULL,
	"marked_by" text NOT NULL,
	CONSTRAINT "group_marks_code" CHECK ("group_marks"."code" ~ '^[a-z][a-z0-9_.]{0,99}$')
);
--> statement-breakpoint
CREATE TABLE "unmapped_groups" (
	"group_id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"tool" text NOT NULL,
	"fingerprint" bigint,
	"exception_type" text,
	"top_frame" text,
	"language" text,
	"code" text,
	"class" text,
	"shape" text,
	CONSTRAINT "unmapped_groups_kind" CHECK (case "unmapped_groups"."kind" when 'frames' then "unmapped_groups"."fingerprint" is not null
        when 'plain' then "unmapped_groups"."code" is not null and "unmapped_groups"."class" is not null
        when 'malformed' then "unmapped_groups"."shape" is not null else false end)
);
--> statement-breakpoint
CREATE TABLE "unmapped_hours" (
	"hour" timestamp (6) with time zone NOT NULL,
	"group_id" uuid NOT NULL,
	"class" text NOT NULL,
	"tenant" text,
	"environment" text,
	"service" text,
	"release" text,
	"events" integer NOT NULL,
	"unsafe" integer NOT NULL,
	"first_seen_at" timestamp (6) with time zone NOT NULL,
	"last_seen_at" timestamp (6) with time zone NOT NULL,
	"example_reference" text NOT NULL,
	"example_event_id" text NOT NULL,
	CONSTRAINT "unmapped_hours_events" CHECK ("unmapped_hours"."events" > 0 and "unmapped_hours"."unsafe" between 0 and "unmapped_hours"."events")
);
--> statement-breakpoint
CREATE INDEX "code_hours_by_hour" ON "code_hours" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "code_hours_by_code" ON "code_hours" USING btree ("code","hour","last_seen_at");--> statement-breakpoint
CREATE INDEX "code_hours_by_tool" ON "code_hours" USING btree ("tool","hour");--> statement-breakpoint
CREATE INDEX "unmapped_groups_by_tool" ON "unmapped_groups" USING btree ("tool");--> statement-breakpoint
CREATE INDEX "unmapped_hours_by_hour" ON "unmapped_hours" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "unmapped_hours_by_group" ON "unmapped_hours" USING btree ("group_id","hour");