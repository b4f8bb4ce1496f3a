DELETE FROM "summed_days" WHERE "of" = 'calls';--> statement-breakpoint
CREATE TABLE "call_overview_days" (
	"day" timestamp (6) with time zone NOT NULL,
	"tool" text NOT NULL,
	"service" text,
	"environment" text,
	"release" text,
	"sums" bigint[] NOT NULL,
	CONSTRAINT "call_overview_days_quarters" CHECK (cardinality("call_overview_days"."sums") = 96)
);
--> statement-breakpoint
CREATE TABLE "caller_days" (
	"day" timestamp (6) with time zone NOT NULL,
	"call_series_id" integer NOT NULL,
	CONSTRAINT "caller_days_day_call_series_id_pk" PRIMARY KEY("day","call_series_id")
);
--> statement-breakpoint
CREATE INDEX "call_overview_days_by_day" ON "call_overview_days" USING btree ("day");