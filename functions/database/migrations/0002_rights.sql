GRANT USAGE ON SCHEMA public TO portal_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO portal_app;--> statement-breakpoint
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO portal_app;--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO portal_app;--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO portal_app;--> statement-breakpoint
-- The audit log, the entries with their reasons and the allocations are history: the application adds rows and changes
-- none. Only the triggers and the purge of the ledger, which run as the owner, write its items and sums and empty notes.
REVOKE UPDATE, DELETE ON "audit_log", "ledger_entries", "entry_notes", "ledger_allocations", "vat_reports", "vat_report_documents", "closing_debtors",
	"bank_bookings", "bank_known_lines", "unidentified_receipts" FROM portal_app;--> statement-breakpoint
-- What a line of the bank booked stays; a row ends when the line is opened again.
GRANT UPDATE ("ended_at") ON "bank_bookings" TO portal_app;--> statement-breakpoint
REVOKE INSERT, UPDATE, DELETE ON "ledger_items", "purged_sums" FROM portal_app;--> statement-breakpoint
-- A closing stays; it gets its figures once, and who opened it.
REVOKE UPDATE, DELETE ON "book_closings" FROM portal_app;--> statement-breakpoint
GRANT UPDATE ("totals", "ageing", "vat", "opened_at", "opened_by", "opened_by_name", "reason") ON "book_closings" TO portal_app;--> statement-breakpoint
-- What is billed of a service stays: a row ends or gets shorter, or a repeat takes the place of one that ended.
REVOKE UPDATE, DELETE ON "billed_services" FROM portal_app;--> statement-breakpoint
GRANT UPDATE ("from_day", "to_day", "is_repeat", "service_until", "ended_at") ON "billed_services" TO portal_app;--> statement-breakpoint
-- A document stays as it was issued, and a line as the bank wrote it: only files, states and what follows from them change.
REVOKE UPDATE ON "invoices", "credit_notes" FROM portal_app;--> statement-breakpoint
GRANT UPDATE ("status", "file_path", "file_name", "google_drive_file_id", "drive_id", "download_url", "first_printed_at",
	"permissions_checked_at", "updated_at") ON "invoices" TO portal_app;--> statement-breakpoint
GRANT UPDATE ("file_path", "file_name", "google_drive_file_id", "drive_id", "download_url", "first_printed_at",
	"permissions_checked_at", "updated_at") ON "credit_notes" TO portal_app;--> statement-breakpoint
REVOKE UPDATE, DELETE ON "bank_lines" FROM portal_app;--> statement-breakpoint
GRANT UPDATE ("state", "payer", "perhaps", "perhaps_payment_id", "fee", "fee_date", "ordered_by", "decided_by", "decided_at")
	ON "bank_lines" TO portal_app;--> statement-breakpoint
-- The balance of an account is the sum of its entries, so the application updates every other column of its row.
REVOKE UPDATE ON "users" FROM portal_app;--> statement-breakpoint
DO $$ BEGIN
	EXECUTE (
		SELECT format('GRANT UPDATE (%s) ON users TO portal_app', string_agg(quote_ident(attname), ', '))
		FROM pg_attribute
		WHERE attrelid = 'users'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname <> 'User_Debit'
	);
END $$;--> statement-breakpoint
-- The routes that only read (`readsBesideCheck`) run as portal_reader. It writes what reading leaves behind: when a session was
-- used, and the row and the count of an audited read. No route that reads needs the hash of a password.
GRANT USAGE ON SCHEMA public TO portal_reader;--> statement-breakpoint
GRANT SELECT ON ALL TABLES IN SCHEMA public TO portal_reader;--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO portal_reader;--> statement-breakpoint
GRANT UPDATE ("last_used_at") ON "sessions" TO portal_reader;--> statement-breakpoint
GRANT INSERT ON "audit_log" TO portal_reader;--> statement-breakpoint
GRANT USAGE ON SEQUENCE "audit_log_id_seq" TO portal_reader;--> statement-breakpoint
GRANT INSERT, UPDATE ON "throttle_counters" TO portal_reader;--> statement-breakpoint
REVOKE SELECT ON "users" FROM portal_reader;--> statement-breakpoint
DO $$ BEGIN
	EXECUTE (
		SELECT format('GRANT SELECT (%s) ON users TO portal_reader', string_agg(quote_ident(attname), ', '))
		FROM pg_attribute
		WHERE attrelid = 'users'::regclass AND attnum > 0 AND NOT attisdropped AND attname <> 'User_Pass_Bkp'
	);
END $$;--> statement-breakpoint
-- No route that reads needs the secret of an authenticator app or the hash of a recovery code.
REVOKE SELECT ON "totp_factors", "recovery_codes" FROM portal_reader;--> statement-breakpoint
GRANT SELECT ("user_id", "confirmed_at") ON "totp_factors" TO portal_reader;--> statement-breakpoint
GRANT SELECT ("user_id", "place", "used_at") ON "recovery_codes" TO portal_reader;--> statement-breakpoint
-- The debug console compares the migrations that ran with those of its release.
GRANT USAGE ON SCHEMA drizzle TO portal_app;--> statement-breakpoint
GRANT SELECT ON drizzle.__drizzle_migrations TO portal_app;
