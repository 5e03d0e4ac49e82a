ALTER TABLE "invoices" ADD COLUMN "drive_id" text;--> statement-breakpoint
ALTER TABLE "retained_invoices" ADD COLUMN "drive_id" text;