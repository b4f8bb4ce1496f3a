CREATE TABLE "intake_hours" (
	"source_id" integer NOT NULL,
	"door" text NOT NULL,
	"hour" timestamp (6) with time zone NOT NULL,
	"measure" text NOT NULL,
	"detail" text NOT NULL,
	"q0" bigint NOT NULL,
	"q1" bigint NOT NULL,
	"q2" bigint NOT NULL,
	"q3" bigint NOT NULL,
	CONSTRAINT "intake_hours_pk" PRIMARY KEY("hour","source_id","door","measure","detail"),
	CONSTRAINT "intake_hours_items" CHECK (least("intake_hours"."q0", "intake_hours"."q1", "intake_hours"."q2", "intake_hours"."q3") >= 0 and "intake_hours"."q0" + "intake_hours"."q1" + "intake_hours"."q2" + "intake_hours"."q3" > 0)
);
--> statement-breakpoint
CREATE TABLE "late_intake_hours" (
	"hour" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rolled_intake_hours" (
	"hour" timestamp (6) with time zone PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE INDEX "late_intake_hours_by_time" ON "late_intake_hours" USING btree ("hour");