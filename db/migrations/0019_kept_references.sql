CREATE TABLE "kept_references" (
	"reference" text COLLATE "C" PRIMARY KEY NOT NULL,
	"skeleton" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE INDEX "kept_references_by_skeleton" ON "kept_references" USING btree ("skeleton");