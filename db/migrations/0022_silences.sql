CREATE TABLE "silence_runs" (
	"run" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"judged_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "silence_runs_one" CHECK ("silence_runs"."run" = 1)
);
--> statement-breakpoint
CREATE TABLE "silences" (
	"silence_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "silences_silence_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"level" text NOT NULL,
	"tool" text NOT NULL,
	"code" text NOT NULL,
	"service" text,
	"environment" text,
	"tenant" text,
	"state" text NOT NULL,
	"since" timestamp (6) with time zone NOT NULL,
	"noticed_at" timestamp (6) with time zone NOT NULL,
	"judged_at" timestamp (6) with time zone NOT NULL,
	"returned_at" timestamp (6) with time zone,
	"release" text,
	"released_at" timestamp (6) with time zone,
	"release_url" text,
	"evidence" json NOT NULL,
	CONSTRAINT "silences_of" UNIQUE NULLS NOT DISTINCT("level","tool","code","service","environment","tenant"),
	CONSTRAINT "silences_level_known" CHECK ("silences"."level" in ('full', 'tenant')),
	CONSTRAINT "silences_tenant_level" CHECK ("silences"."level" = 'tenant' or "silences"."tenant" is null),
	CONSTRAINT "silences_state_known" CHECK ("silences"."state" in ('hidden', 'unexplained', 'producer_stopped', 'fixed', 'no_traffic', 'returned')),
	CONSTRAINT "silences_returned" CHECK (("silences"."state" = 'returned') = ("silences"."returned_at" is not null))
);
--> statement-breakpoint
CREATE INDEX "silences_by_since" ON "silences" USING btree ("level","since","silence_id");