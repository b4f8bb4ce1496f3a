-- Days of recoveries become columns (docs/decisions/0147-columns.md): made anew from the recoveries by their duty.
DELETE FROM "summed_days" WHERE "of" = 'recoveries';--> statement-breakpoint
DROP TABLE "recovery_days" CASCADE;--> statement-breakpoint
CREATE TABLE "recovery_days" (
	"recovery_day_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recovery_days_recovery_day_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" timestamp (6) with time zone NOT NULL,
	"level" text NOT NULL,
	"service" text,
	"environment" text,
	"release" text,
	"kinds" integer[] NOT NULL,
	"attempts" integer[] NOT NULL,
	"episodes" integer[] NOT NULL,
	"longest_runs" text[] NOT NULL,
	CONSTRAINT "recovery_days_level" CHECK ("recovery_days"."level" in ('overview', 'full')),
	CONSTRAINT "recovery_days_overview" CHECK ("recovery_days"."level" = 'full' or coalesce("recovery_days"."service", "recovery_days"."environment", "recovery_days"."release") is null),
	CONSTRAINT "recovery_days_counts" CHECK (cardinality("recovery_days"."kinds") = cardinality("recovery_days"."attempts") and cardinality("recovery_days"."kinds") = cardinality("recovery_days"."episodes"))
);
--> statement-breakpoint
CREATE TABLE "recovery_kinds" (
	"recovery_kind_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recovery_kinds_recovery_kind_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tool" text NOT NULL,
	"code" text NOT NULL,
	"class" text,
	"outcome" text NOT NULL,
	CONSTRAINT "recovery_kinds_named" UNIQUE NULLS NOT DISTINCT("tool","code","class","outcome")
);
--> statement-breakpoint
CREATE INDEX "recovery_days_by_day" ON "recovery_days" USING btree ("level","day");
