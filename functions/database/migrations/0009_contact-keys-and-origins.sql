ALTER TABLE "users" ADD COLUMN "contact_key" text DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "origin" text DEFAULT 'registered' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_origin_check" CHECK ("users"."origin" in ('registered', 'imported', 'operator'));--> statement-breakpoint
-- Their contact bears the User_Id, or may bear it where a message was being sent.
UPDATE "users" SET "contact_key" = "User_Id"::text
WHERE "User_Support_Id" IS NOT NULL OR EXISTS (SELECT FROM "helpdesk_messages" WHERE "user_id" = "User_Id");--> statement-breakpoint
UPDATE "jobs" SET "payload" = "payload" || jsonb_build_object('contactKey', "payload" ->> 'userId')
WHERE "kind" = 'helpdesk-contact';--> statement-breakpoint
UPDATE "users" SET "origin" = 'imported' FROM "audit_log"
WHERE "action" = 'operations.import' AND "record" = 'user ' || "User_Id";--> statement-breakpoint
-- A promotion of an account that was there names the status, too.
UPDATE "users" SET "origin" = 'operator' FROM "audit_log"
WHERE "action" = 'operations.admin' AND "changes" = '{"user_role": "admin"}' AND "record" = 'user ' || "User_Id";
