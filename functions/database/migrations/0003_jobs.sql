CREATE TABLE "jobs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"first_tried_at" timestamp with time zone,
	"not_before" timestamp with time zone,
	"lease_until" timestamp with time zone,
	"lease_token" uuid,
	"sent_at" timestamp with time zone,
	"payload" jsonb NOT NULL,
	"progress" jsonb,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
LOCK TABLE "invoice_jobs";--> statement-breakpoint
INSERT INTO "jobs" ("kind", "key", "state", "attempts", "first_tried_at", "lease_until", "lease_token", "sent_at", "payload", "progress", "error", "created_at", "updated_at")
SELECT 'invoice-pdf', "invoice_id"::text, "state", "attempts", CASE WHEN "attempts" > 0 THEN "created_at" END,
	"lease_until", "lease_token", "sent_at", jsonb_build_object('invoiceId', "invoice_id"), "steps",
	CASE WHEN "state" IN ('queued', 'failed')
		THEN jsonb_path_query_first("steps", '$[*] ? (@.status == "error").error') #>> '{}' END,
	"created_at", "updated_at"
FROM "invoice_jobs" ORDER BY "created_at", "invoice_id";--> statement-breakpoint
DROP TABLE "invoice_jobs";--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_kind_key" ON "jobs" USING btree ("kind","key");--> statement-breakpoint
CREATE INDEX "jobs_state" ON "jobs" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "jobs_unfinished" ON "jobs" USING btree ("updated_at") WHERE "jobs"."state" in ('queued', 'running');