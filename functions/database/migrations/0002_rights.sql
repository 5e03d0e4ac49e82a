GRANT USAGE ON SCHEMA public TO portal_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO portal_app;--> statement-breakpoint
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO portal_app;--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO portal_app;--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO portal_app;--> statement-breakpoint
-- The audit log, the entries and the allocations are history: the application adds rows and changes none. Only the
-- triggers of the ledger, which run as the owner, write its items.
REVOKE UPDATE, DELETE ON "audit_log", "ledger_entries", "ledger_allocations" FROM portal_app;--> statement-breakpoint
REVOKE INSERT, UPDATE, DELETE ON "ledger_items" FROM portal_app;--> statement-breakpoint
-- The debug console compares the migrations that ran with those of its release.
GRANT USAGE ON SCHEMA drizzle TO portal_app;--> statement-breakpoint
GRANT SELECT ON drizzle.__drizzle_migrations TO portal_app;
