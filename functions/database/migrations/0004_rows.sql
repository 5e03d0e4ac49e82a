INSERT INTO "helpdesk_copy" ("id") VALUES (1);--> statement-breakpoint
INSERT INTO "mail_pace" ("share", "free_at") VALUES ('all', now()), ('business', now()), ('invite', now());
