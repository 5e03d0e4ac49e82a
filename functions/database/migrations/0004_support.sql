CREATE TABLE "helpdesk_copy" (
	"id" smallint PRIMARY KEY NOT NULL,
	"copied_until" timestamp with time zone,
	"page" integer DEFAULT 1 NOT NULL,
	"is_complete" boolean DEFAULT false NOT NULL,
	"refreshed_at" timestamp with time zone,
	"lease_until" timestamp with time zone,
	"lease_token" uuid,
	"groups" jsonb,
	"groups_fetched_at" timestamp with time zone,
	"removed_read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "helpdesk_entries" (
	"id" bigint PRIMARY KEY NOT NULL,
	"ticket_id" bigint NOT NULL,
	"is_incoming" boolean NOT NULL,
	"body" text NOT NULL,
	"body_text" text NOT NULL,
	"attachments" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
INSERT INTO helpdesk_copy (id) VALUES (1);--> statement-breakpoint
DROP TABLE "helpdesk_refresh";--> statement-breakpoint
DELETE FROM "helpdesk_tickets";--> statement-breakpoint
DELETE FROM "helpdesk_messages";--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_support_id_key" UNIQUE("User_Support_Id");--> statement-breakpoint
DROP INDEX "helpdesk_messages_waiting";--> statement-breakpoint
DROP INDEX "helpdesk_tickets_updated_at";--> statement-breakpoint
ALTER TABLE "helpdesk_messages" ALTER COLUMN "payload" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "lane" text;--> statement-breakpoint
ALTER TABLE "helpdesk_messages" ADD COLUMN "parent_id" bigint;--> statement-breakpoint
ALTER TABLE "helpdesk_messages" ADD COLUMN "uncertain_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "helpdesk_messages" ADD COLUMN "helpdesk_id" bigint;--> statement-breakpoint
ALTER TABLE "helpdesk_messages" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
ALTER TABLE "helpdesk_messages" ADD COLUMN "body_hash" text;--> statement-breakpoint
ALTER TABLE "helpdesk_tickets" ADD COLUMN "description" text NOT NULL;--> statement-breakpoint
ALTER TABLE "helpdesk_tickets" ADD COLUMN "description_start" text NOT NULL;--> statement-breakpoint
ALTER TABLE "helpdesk_tickets" ADD COLUMN "attachments" jsonb;--> statement-breakpoint
ALTER TABLE "helpdesk_entries" ADD CONSTRAINT "helpdesk_entries_ticket_id_helpdesk_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."helpdesk_tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "helpdesk_entries_ticket" ON "helpdesk_entries" USING btree ("ticket_id","created_at");--> statement-breakpoint
ALTER TABLE "helpdesk_messages" ADD CONSTRAINT "helpdesk_messages_parent_id_helpdesk_messages_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."helpdesk_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helpdesk_tickets" ADD CONSTRAINT "helpdesk_tickets_requester_id_users_User_Support_Id_fk" FOREIGN KEY ("requester_id") REFERENCES "public"."users"("User_Support_Id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "jobs_lane" ON "jobs" USING btree ("kind","lane","id") WHERE "jobs"."lane" is not null;--> statement-breakpoint
CREATE INDEX "helpdesk_messages_user" ON "helpdesk_messages" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "helpdesk_messages_ticket" ON "helpdesk_messages" USING btree ("ticket_id") WHERE "helpdesk_messages"."ticket_id" is not null;--> statement-breakpoint
CREATE INDEX "helpdesk_messages_parent" ON "helpdesk_messages" USING btree ("parent_id") WHERE "helpdesk_messages"."parent_id" is not null;--> statement-breakpoint
CREATE INDEX "helpdesk_messages_keys" ON "helpdesk_messages" USING btree ("created_at") WHERE "helpdesk_messages"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "helpdesk_tickets_unseen" ON "helpdesk_tickets" USING btree ("created_at") WHERE "helpdesk_tickets"."attachments" is null;--> statement-breakpoint
ALTER TABLE "helpdesk_messages" DROP COLUMN "state";--> statement-breakpoint
ALTER TABLE "helpdesk_messages" DROP COLUMN "attempts";--> statement-breakpoint
ALTER TABLE "helpdesk_messages" ADD CONSTRAINT "helpdesk_messages_idempotency" UNIQUE("user_id","kind","idempotency_key");--> statement-breakpoint
ALTER TABLE "helpdesk_messages" ADD CONSTRAINT "helpdesk_messages_helpdesk_id" UNIQUE("kind","helpdesk_id");
