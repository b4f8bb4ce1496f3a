CREATE TABLE "folded_days" (
	"day" timestamp (6) with time zone NOT NULL,
	"part" text NOT NULL,
	"key" text,
	"class" text NOT NULL,
	"unmapped" boolean NOT NULL,
	"sums" integer[] NOT NULL,
	CONSTRAINT "folded_days_dimensions" UNIQUE NULLS NOT DISTINCT("day","part","key","class","unmapped"),
	CONSTRAINT "folded_days_part" CHECK ("folded_days"."part" in ('none', 'tool', 'code', 'effect', 'release')),
	CONSTRAINT "folded_days_quarters" CHECK (cardinality("folded_days"."sums") = 96)
);
--> statement-breakpoint
CREATE TABLE "folded_until" (
	"day" timestamp (6) with time zone PRIMARY KEY NOT NULL,
	"until" timestamp (6) with time zone NOT NULL,
	"turn" uuid NOT NULL,
	CONSTRAINT "folded_until_in_day" CHECK ("folded_until"."until" >= "folded_until"."day" and "folded_until"."until" <= "folded_until"."day" + interval '24 hours')
);
