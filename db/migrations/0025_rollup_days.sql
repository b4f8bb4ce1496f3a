CREATE TABLE "rolled_days" (
	"day" timestamp (6) with time zone PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rollup_days" (
	"series_id" integer NOT NULL,
	"day" timestamp (6) with time zone NOT NULL,
	"sums" integer[] NOT NULL,
	CONSTRAINT "rollup_days_series_id_day_pk" PRIMARY KEY("series_id","day"),
	CONSTRAINT "rollup_days_quarters" CHECK (cardinality("rollup_days"."sums") = 96)
);
--> statement-breakpoint
CREATE INDEX "rollup_days_by_time" ON "rollup_days" USING btree ("day");