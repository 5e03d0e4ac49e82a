ALTER TABLE "helpdesk_tickets" ADD COLUMN "has_new_answer" boolean DEFAULT false NOT NULL;
