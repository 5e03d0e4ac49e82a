CREATE TABLE "debug_results" (
	"test" text PRIMARY KEY NOT NULL,
	"user_id" integer,
	"ran_at" timestamp with time zone NOT NULL,
	"result" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invoice_items" ADD COLUMN "quantity" numeric(8, 3) DEFAULT '1' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_items" ADD COLUMN "line_amount" numeric(12, 2);--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "terms" jsonb;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "due_date" date;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "first_printed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "permissions_checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "retained_invoices" ADD COLUMN "terms" jsonb;--> statement-breakpoint
ALTER TABLE "retained_invoices" ADD COLUMN "first_printed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "retained_invoices" ADD COLUMN "permissions_checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "debug_results" ADD CONSTRAINT "debug_results_user_id_users_User_Id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("User_Id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoices_unchecked" ON "invoices" USING btree ("permissions_checked_at" NULLS FIRST,"id") WHERE "invoices"."google_drive_file_id" is not null;--> statement-breakpoint
GRANT USAGE ON SCHEMA drizzle TO portal_app;--> statement-breakpoint
GRANT SELECT ON drizzle.__drizzle_migrations TO portal_app;
