CREATE SEQUENCE "public"."ow_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 10001 CACHE 1;--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"is_backed_up" boolean NOT NULL,
	"transports" jsonb NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkeys_credential_id_key" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" integer NOT NULL,
	"place" text NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_user_id_place_pk" PRIMARY KEY("user_id","place")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"browser" text,
	"system" text,
	"address" text,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"level" smallint DEFAULT 1 NOT NULL,
	"needs" text,
	"signed_in_by" text DEFAULT 'password' NOT NULL,
	"proved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_remembered" boolean DEFAULT false NOT NULL,
	"counted" jsonb,
	CONSTRAINT "sessions_level_check" CHECK ("sessions"."level" in (1, 2)),
	CONSTRAINT "sessions_needs_check" CHECK ("sessions"."needs" in ('second-step')),
	CONSTRAINT "sessions_signed_in_by_check" CHECK ("sessions"."signed_in_by" in ('password', 'code', 'passkey', 'recovery'))
);
--> statement-breakpoint
CREATE TABLE "totp_factors" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"key_id" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "used_challenges" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_bookings" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"line_id" bigint NOT NULL,
	"entry_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"is_by_words" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_files" (
	"id" serial PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"format" text NOT NULL,
	"bank" text NOT NULL,
	"account" text NOT NULL,
	"header" text NOT NULL,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mapping" jsonb,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"book_from" date NOT NULL,
	"opening" numeric(12, 2),
	"closing" numeric(12, 2),
	"skipped" integer NOT NULL,
	"skipped_amount" numeric(12, 2) NOT NULL,
	"fees" numeric(12, 2) NOT NULL,
	"duplicates" integer NOT NULL,
	"duplicates_amount" numeric(12, 2) NOT NULL,
	"days" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"uploaded_by" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_files_format_check" CHECK ("bank_files"."format" in ('csv', 'ofx'))
);
--> statement-breakpoint
CREATE TABLE "bank_known_lines" (
	"file_id" integer NOT NULL,
	"line_id" bigint NOT NULL,
	CONSTRAINT "bank_known_lines_file_id_line_id_pk" PRIMARY KEY("file_id","line_id")
);
--> statement-breakpoint
CREATE TABLE "bank_lines" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"file_id" integer NOT NULL,
	"account" text NOT NULL,
	"date" date NOT NULL,
	"description" text NOT NULL,
	"reference" text,
	"amount" numeric(12, 2) NOT NULL,
	"balance" numeric(12, 2),
	"words" text NOT NULL,
	"place" integer NOT NULL,
	"position" integer NOT NULL,
	"same_as" bigint,
	"state" text NOT NULL,
	"payer" text,
	"perhaps" text,
	"perhaps_payment_id" bigint,
	"fee" numeric(12, 2) DEFAULT '0' NOT NULL,
	"fee_date" date,
	"ordered_by" integer,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	CONSTRAINT "bank_lines_identity" UNIQUE NULLS NOT DISTINCT("account","date","amount","balance","words","place"),
	CONSTRAINT "bank_lines_state_check" CHECK ("bank_lines"."state" in ('certain', 'likely', 'unmatched', 'returned', 'booked', 'unidentified', 'ignored'))
);
--> statement-breakpoint
CREATE TABLE "bank_proposals" (
	"line_id" bigint NOT NULL,
	"place" integer NOT NULL,
	"user_id" integer NOT NULL,
	"payment_id" bigint,
	"reasons" jsonb NOT NULL,
	"is_by_words" boolean DEFAULT false NOT NULL,
	CONSTRAINT "bank_proposals_line_id_place_pk" PRIMARY KEY("line_id","place")
);
--> statement-breakpoint
CREATE TABLE "unidentified_receipts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"line_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"date" date NOT NULL,
	"bank_date" date NOT NULL,
	"reason" text,
	"written_by" integer NOT NULL,
	"written_by_name" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unidentified_receipts_kind_check" CHECK ("unidentified_receipts"."kind" in ('in', 'moved', 'sent-back'))
);
--> statement-breakpoint
CREATE TABLE "billing_run_lines" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"run_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"service_id" integer NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"days" integer NOT NULL,
	"of_days" integer NOT NULL,
	"price_per_month" numeric(12, 2),
	"amount" numeric(12, 2) NOT NULL,
	"last_amount" numeric(12, 2),
	"description" text NOT NULL,
	"group" text NOT NULL,
	"group_if_included" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"note" text,
	"is_excluded" boolean,
	"invoice_id" integer,
	"item_id" bigint
);
--> statement-breakpoint
CREATE TABLE "billing_runs" (
	"id" serial PRIMARY KEY NOT NULL,
	"month" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"due_date" date NOT NULL,
	"stops_after" integer,
	"drafted_by" integer NOT NULL,
	"drafted_at" timestamp with time zone NOT NULL,
	"started_by" integer,
	"started_by_name" text,
	"started_at" timestamp with time zone,
	"stopped_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"error" text,
	"sums" jsonb
);
--> statement-breakpoint
CREATE TABLE "activities" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"activity_type" text NOT NULL,
	"description" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billed_services" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"service_id" integer NOT NULL,
	"item_id" integer NOT NULL,
	"from_day" date,
	"to_day" date,
	"is_repeat" boolean DEFAULT false NOT NULL,
	"price_per_month" numeric(12, 2),
	"service_until" date,
	"ended_at" timestamp with time zone,
	CONSTRAINT "billed_services_item" UNIQUE NULLS NOT DISTINCT("item_id","from_day"),
	CONSTRAINT "billed_services_days_check" CHECK (("billed_services"."from_day" is null) = ("billed_services"."to_day" is null) and "billed_services"."from_day" <= "billed_services"."to_day")
);
--> statement-breakpoint
CREATE TABLE "credit_notes" (
	"id" serial PRIMARY KEY NOT NULL,
	"credit_note_number" text NOT NULL,
	"user_id" integer NOT NULL,
	"invoice_id" integer NOT NULL,
	"entry_id" bigint,
	"total_amount" numeric(12, 2) NOT NULL,
	"vat_amount" numeric(12, 2),
	"reason" text NOT NULL,
	"explanation" text NOT NULL,
	"buyer" jsonb NOT NULL,
	"supplier" jsonb NOT NULL,
	"terms" jsonb NOT NULL,
	"lines" jsonb,
	"file_path" text,
	"file_name" text,
	"google_drive_file_id" text,
	"drive_id" text,
	"download_url" text,
	"first_printed_at" timestamp with time zone,
	"permissions_checked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_notes_credit_note_number_unique" UNIQUE("credit_note_number")
);
--> statement-breakpoint
CREATE TABLE "document_counters" (
	"series" text NOT NULL,
	"year" integer NOT NULL,
	"last_number" integer NOT NULL,
	CONSTRAINT "document_counters_series_year_pk" PRIMARY KEY("series","year")
);
--> statement-breakpoint
CREATE TABLE "invoice_items" (
	"id" serial PRIMARY KEY NOT NULL,
	"invoice_id" integer NOT NULL,
	"description" text NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"quantity" numeric(8, 3) DEFAULT '1' NOT NULL,
	"line_amount" numeric(12, 2) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" serial PRIMARY KEY NOT NULL,
	"invoice_number" text NOT NULL,
	"user_id" integer NOT NULL,
	"total_amount" numeric(12, 2) DEFAULT '0' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"file_path" text,
	"file_name" text,
	"google_drive_file_id" text,
	"drive_id" text,
	"download_url" text,
	"buyer" jsonb NOT NULL,
	"supplier" jsonb NOT NULL,
	"terms" jsonb NOT NULL,
	"due_date" date NOT NULL,
	"first_printed_at" timestamp with time zone,
	"permissions_checked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_invoice_number_unique" UNIQUE("invoice_number")
);
--> statement-breakpoint
CREATE TABLE "replaced_files" (
	"invoice_id" integer PRIMARY KEY NOT NULL,
	"google_drive_file_id" text NOT NULL,
	"drive_id" text,
	"permissions_checked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "retained_credit_notes" (
	"id" integer PRIMARY KEY NOT NULL,
	"credit_note_number" text NOT NULL,
	"invoice_id" integer NOT NULL,
	"entry_id" bigint,
	"total_amount" numeric(12, 2) NOT NULL,
	"vat_amount" numeric(12, 2),
	"reason" text NOT NULL,
	"explanation" text NOT NULL,
	"buyer" jsonb NOT NULL,
	"supplier" jsonb NOT NULL,
	"terms" jsonb NOT NULL,
	"lines" jsonb,
	"first_printed_at" timestamp with time zone,
	"permissions_checked_at" timestamp with time zone,
	"google_drive_file_id" text,
	"drive_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"delete_after" timestamp with time zone NOT NULL,
	CONSTRAINT "retained_credit_notes_credit_note_number_unique" UNIQUE("credit_note_number")
);
--> statement-breakpoint
CREATE TABLE "retained_invoices" (
	"id" integer PRIMARY KEY NOT NULL,
	"invoice_number" text NOT NULL,
	"total_amount" numeric(12, 2) NOT NULL,
	"status" text NOT NULL,
	"buyer" jsonb NOT NULL,
	"supplier" jsonb NOT NULL,
	"lines" jsonb NOT NULL,
	"terms" jsonb NOT NULL,
	"first_printed_at" timestamp with time zone,
	"permissions_checked_at" timestamp with time zone,
	"google_drive_file_id" text,
	"drive_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"delete_after" timestamp with time zone NOT NULL,
	CONSTRAINT "retained_invoices_invoice_number_unique" UNIQUE("invoice_number")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"lane" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"crashes" integer DEFAULT 0 NOT NULL,
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
CREATE TABLE "book_closings" (
	"id" serial PRIMARY KEY NOT NULL,
	"last_day" date NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"closed_by" integer,
	"closed_by_name" text,
	"totals" jsonb,
	"ageing" jsonb,
	"vat" jsonb,
	"opened_at" timestamp with time zone,
	"opened_by" integer,
	"opened_by_name" text,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "closing_debtors" (
	"closing_id" integer NOT NULL,
	"position" integer NOT NULL,
	"user_id" integer,
	"ow_number" text,
	"name" text,
	"company" text,
	"not_due" numeric(18, 2) NOT NULL,
	"days30" numeric(18, 2) NOT NULL,
	"days60" numeric(18, 2) NOT NULL,
	"days90" numeric(18, 2) NOT NULL,
	"older" numeric(18, 2) NOT NULL,
	"credit" numeric(18, 2) NOT NULL,
	CONSTRAINT "closing_debtors_closing_id_position_pk" PRIMARY KEY("closing_id","position")
);
--> statement-breakpoint
CREATE TABLE "entry_notes" (
	"entry_id" bigint PRIMARY KEY NOT NULL,
	"reference" text,
	"note" text,
	"reason" text,
	"collection" text
);
--> statement-breakpoint
CREATE TABLE "ledger_allocations" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"credit_id" bigint NOT NULL,
	"debt_id" bigint NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"date" date NOT NULL,
	"ends" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_allocations_ends" UNIQUE("ends"),
	CONSTRAINT "ledger_allocations_sign_check" CHECK (case when "ledger_allocations"."ends" is null then "ledger_allocations"."amount" > 0 else "ledger_allocations"."amount" < 0 end)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"item_id" bigint NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"date" date NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"bank_date" date,
	"due_date" date,
	"invoice_id" integer,
	"vat" numeric(12, 2),
	"vat_number" text,
	"number" text,
	"method" text,
	"written_by" integer,
	"written_by_name" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"replaces" bigint,
	CONSTRAINT "ledger_entries_kind_check" CHECK ("ledger_entries"."kind" in ('opening', 'invoice', 'payment', 'refund', 'correction', 'reversal', 'credit-note', 'write-off', 'write-off-reversal', 'recovery')),
	CONSTRAINT "ledger_entries_method_check" CHECK ("ledger_entries"."method" in ('eft', 'card', 'cash', 'debit-order', 'other'))
);
--> statement-breakpoint
CREATE TABLE "ledger_items" (
	"id" bigint PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"date" date NOT NULL,
	"due_date" date,
	"invoice_id" integer,
	"number" text,
	"amount" numeric(12, 2) NOT NULL,
	"written_off" numeric(12, 2) DEFAULT '0' NOT NULL,
	"credited" numeric(12, 2) DEFAULT '0' NOT NULL,
	"used" numeric(12, 2) DEFAULT '0' NOT NULL,
	"paid" numeric(12, 2) DEFAULT '0' NOT NULL,
	"free" numeric(12, 2) GENERATED ALWAYS AS (greatest(amount, 0) - used) STORED NOT NULL,
	"due" numeric(12, 2) GENERATED ALWAYS AS (greatest(-amount, 0) - paid) STORED NOT NULL,
	"age_date" date GENERATED ALWAYS AS (coalesce(due_date, date)) STORED NOT NULL,
	"is_retained" boolean DEFAULT false NOT NULL,
	CONSTRAINT "ledger_items_used_check" CHECK ("ledger_items"."used" between 0 and greatest("ledger_items"."amount", 0)),
	CONSTRAINT "ledger_items_paid_check" CHECK ("ledger_items"."paid" between 0 and greatest(-"ledger_items"."amount", 0)),
	CONSTRAINT "ledger_items_written_off_check" CHECK ("ledger_items"."written_off" >= 0)
);
--> statement-breakpoint
CREATE TABLE "purged_sums" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"date" date NOT NULL,
	"kind" text NOT NULL,
	"is_negative" boolean NOT NULL,
	"vat_number" text,
	"is_unreported" boolean DEFAULT false NOT NULL,
	"invoice_date" date,
	"count" integer NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"vat" numeric(12, 2),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "purged_sums_row" UNIQUE NULLS NOT DISTINCT("date","kind","is_negative","vat_number","is_unreported","invoice_date"),
	CONSTRAINT "purged_sums_kind_check" CHECK ("purged_sums"."kind" in ('opening', 'invoice', 'payment', 'refund', 'correction', 'reversal', 'credit-note', 'write-off', 'write-off-reversal', 'recovery', 'missing-credit-note', 'free-credit', 'unidentified-in', 'unidentified-moved', 'unidentified-sent-back'))
);
--> statement-breakpoint
CREATE TABLE "vat_report_documents" (
	"report_id" integer NOT NULL,
	"position" integer NOT NULL,
	"row" text NOT NULL,
	"document" jsonb NOT NULL,
	CONSTRAINT "vat_report_documents_report_id_position_pk" PRIMARY KEY("report_id","position")
);
--> statement-breakpoint
CREATE TABLE "vat_reports" (
	"id" serial PRIMARY KEY NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"vat_number" text NOT NULL,
	"figures" jsonb NOT NULL,
	"filed_at" timestamp with time zone NOT NULL,
	"filed_by" integer,
	"filed_by_name" text
);
--> statement-breakpoint
CREATE TABLE "link_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"purpose" text NOT NULL,
	"address" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_blocks" (
	"user_id" integer NOT NULL,
	"address" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_blocks_user_id_address_pk" PRIMARY KEY("user_id","address")
);
--> statement-breakpoint
CREATE TABLE "mail_pace" (
	"share" text PRIMARY KEY NOT NULL,
	"free_at" timestamp with time zone NOT NULL,
	"paused_at" timestamp with time zone,
	"went_on_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"about" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"recipient" text,
	"subject" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tried_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	CONSTRAINT "mails_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "service_prices" (
	"service_id" integer NOT NULL,
	"until_day" date NOT NULL,
	"price_per_month" numeric(12, 2) NOT NULL,
	CONSTRAINT "service_prices_service_id_until_day_pk" PRIMARY KEY("service_id","until_day")
);
--> statement-breakpoint
CREATE TABLE "services" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"service_category" text NOT NULL,
	"account_type" text,
	"account_username" text,
	"msisdn" text,
	"sim_serial_number" text,
	"price_per_month" numeric(12, 2) DEFAULT '0' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"bill_from" date,
	"bill_until" date,
	"suspended_for" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (' ' || search_form(coalesce("account_username", '') || ' ' || coalesce("msisdn", '') || ' ' || coalesce("sim_serial_number", ''))) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" integer,
	"action" text NOT NULL,
	"record" text,
	"changes" jsonb NOT NULL,
	"address" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "debug_results" (
	"test" text PRIMARY KEY NOT NULL,
	"user_id" integer,
	"ran_at" timestamp with time zone NOT NULL,
	"result" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "health" (
	"name" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"checked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" integer NOT NULL,
	"route" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb,
	"accounts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_route_key_pk" PRIMARY KEY("user_id","route","key")
);
--> statement-breakpoint
CREATE TABLE "throttle_counters" (
	"bucket" text PRIMARY KEY NOT NULL,
	"user_id" integer,
	"count" integer NOT NULL,
	"limit" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
	"agents" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"removed_read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "helpdesk_entries" (
	"id" bigint PRIMARY KEY NOT NULL,
	"ticket_id" bigint NOT NULL,
	"author_id" bigint,
	"author_kind" text,
	"author_name" text,
	"joined_ticket_id" bigint,
	"body" text NOT NULL,
	"body_text" text NOT NULL,
	"attachments" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "helpdesk_messages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"ticket_id" bigint,
	"parent_id" bigint,
	"payload" jsonb,
	"uncertain_since" timestamp with time zone,
	"helpdesk_id" bigint,
	"idempotency_key" text,
	"body_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "helpdesk_messages_idempotency" UNIQUE("user_id","kind","idempotency_key"),
	CONSTRAINT "helpdesk_messages_helpdesk_id" UNIQUE("kind","helpdesk_id")
);
--> statement-breakpoint
CREATE TABLE "helpdesk_tickets" (
	"id" bigint PRIMARY KEY NOT NULL,
	"requester_id" bigint NOT NULL,
	"status" smallint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"first_responded_at" timestamp with time zone,
	"description" text NOT NULL,
	"description_start" text NOT NULL,
	"attachments" jsonb,
	"ticket" jsonb NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL,
	"has_new_answer" boolean DEFAULT false NOT NULL,
	"search_text" text GENERATED ALWAYS AS (' ' || search_form(coalesce("ticket" ->> 'subject', ''))) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_counts" (
	"id" serial PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"status" smallint NOT NULL,
	"accounts" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"User_Id" serial PRIMARY KEY NOT NULL,
	"User_Status" smallint DEFAULT 1 NOT NULL,
	"user_role" text DEFAULT 'client' NOT NULL,
	"search_text" text GENERATED ALWAYS AS (' ' || search_form("User_Email" || ' ' || "User_Name" || ' ' || "User_Surname" || ' ' || "OWNumber" || ' ' || coalesce("User_Org", '') || ' ' || coalesce("User_Mobile", ''))) STORED NOT NULL,
	"search_name" text COLLATE "C" GENERATED ALWAYS AS (search_form("User_Name")) STORED NOT NULL,
	"search_surname" text COLLATE "C" GENERATED ALWAYS AS (search_form("User_Surname")) STORED NOT NULL,
	"search_org" text COLLATE "C" GENERATED ALWAYS AS (search_form("User_Org")) STORED,
	"User_Name" text NOT NULL,
	"User_Surname" text NOT NULL,
	"User_Email" text NOT NULL,
	"User_Mobile" text,
	"User_RegNo" text,
	"OWNumber" text DEFAULT 'OW' || nextval('ow_number_seq') NOT NULL,
	"User_Pass_Bkp" text NOT NULL,
	"User_Org" text,
	"User_Address" text,
	"User_Town" text,
	"User_Code" text,
	"User_State" text,
	"User_Country" text,
	"User_VAT" text,
	"User_Ref" text,
	"User_DOB_Day" smallint,
	"User_DOB_Month" smallint,
	"User_DOB_Year" smallint,
	"User_Debit" numeric(12, 2) DEFAULT '0' NOT NULL,
	"User_Support_Id" bigint,
	"User_No" text,
	"User_Profile" text,
	"User_Date" timestamp with time zone DEFAULT now() NOT NULL,
	"User_Type" text,
	"User_Email_In" text,
	"User_Mobile_In" text,
	"User_Billing_CC" text,
	"User_Billing_Profile" text,
	"User_Billing_Name" text,
	"User_Billing_Expire_Month" smallint,
	"User_Billing_Expire_Year" smallint,
	"User_Billing_Used" text,
	"User_COrderInfo" text,
	"User_Mailer_SMS" boolean,
	"User_Mailer_Email" boolean,
	"User_OD_Access" text,
	"User_OD_Domain" text,
	"User_OD_Status" text,
	"email_verified_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"contact_key" text DEFAULT gen_random_uuid() NOT NULL,
	"origin" text DEFAULT 'registered' NOT NULL,
	"pending_email" text,
	"pending_email_at" timestamp with time zone,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"passkey_handle" uuid DEFAULT gen_random_uuid() NOT NULL,
	"privacy_version" text,
	"privacy_at" timestamp with time zone,
	CONSTRAINT "users_support_id_key" UNIQUE("User_Support_Id"),
	CONSTRAINT "users_role_check" CHECK ("users"."user_role" in ('admin', 'client')),
	CONSTRAINT "users_status_check" CHECK ("users"."User_Status" in (0, 1)),
	CONSTRAINT "users_origin_check" CHECK ("users"."origin" in ('registered', 'imported', 'operator'))
);
--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_User_Id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("User_Id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_User_Id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("User_Id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_User_Id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("User_Id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_factors" ADD CONSTRAINT "totp_factors_user_id_users_User_Id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("User_Id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_bookings" ADD CONSTRAINT "bank_bookings_line_id_bank_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."bank_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_bookings" ADD CONSTRAINT "bank_bookings_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_known_lines" ADD CONSTRAINT "bank_known_lines_file_id_bank_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."bank_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_known_lines" ADD CONSTRAINT "bank_known_lines_line_id_bank_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."bank_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_file_id_bank_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."bank_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_same_as_bank_lines_id_fk" FOREIGN KEY ("same_as") REFERENCES "public"."bank_lines"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_perhaps_payment_id_ledger_entries_id_fk" FOREIGN KEY ("perhaps_payment_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_proposals" ADD CONSTRAINT "bank_proposals_line_id_bank_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."bank_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_proposals" ADD CONSTRAINT "bank_proposals_payment_id_ledger_entries_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unidentified_receipts" ADD CONSTRAINT "unidentified_receipts_line_id_bank_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."bank_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_run_lines" ADD CONSTRAINT "billing_run_lines_run_id_billing_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."billing_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_run_lines" ADD CONSTRAINT "billing_run_lines_user_id_users_User_Id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("User_Id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_user_id_users_User_Id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("User_Id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billed_services" ADD CONSTRAINT "billed_services_item_id_invoice_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."invoice_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_user_id_users_User_Id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("User_Id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_items" ADD CONSTRAINT "invoice_items_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_user_id_users_User_Id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("User_Id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closing_debtors" ADD CONSTRAINT "closing_debtors_closing_id_book_closings_id_fk" FOREIGN KEY ("closing_id") REFERENCES "public"."book_closings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_notes" ADD CONSTRAINT "entry_notes_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_allocations" ADD CONSTRAINT "ledger_allocations_credit_id_ledger_items_id_fk" FOREIGN KEY ("credit_id") REFERENCES "public"."ledger_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_allocations" ADD CONSTRAINT "ledger_allocations_debt_id_ledger_items_id_fk" FOREIGN KEY ("debt_id") REFERENCES "public"."ledger_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_allocations" ADD CONSTRAINT "ledger_allocations_ends_ledger_allocations_id_fk" FOREIGN KEY ("ends") REFERENCES "public"."ledger_allocations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_item_id_ledger_entries_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_replaces_ledger_entries_id_fk" FOREIGN KEY ("replaces") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_items" ADD CONSTRAINT "ledger_items_id_ledger_entries_id_fk" FOREIGN KEY ("id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vat_report_documents" ADD CONSTRAINT "vat_report_documents_report_id_vat_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."vat_reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_tokens" ADD CONSTRAINT "link_tokens_user_id_users_User_Id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("User_Id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_blocks" ADD CONSTRAINT "mail_blocks_user_id_users_User_Id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("User_Id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_users_User_Id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("User_Id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_prices" ADD CONSTRAINT "service_prices_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_user_id_users_User_Id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("User_Id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "debug_results" ADD CONSTRAINT "debug_results_user_id_users_User_Id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("User_Id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_User_Id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("User_Id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "throttle_counters" ADD CONSTRAINT "throttle_counters_user_id_users_User_Id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("User_Id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helpdesk_entries" ADD CONSTRAINT "helpdesk_entries_ticket_id_helpdesk_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."helpdesk_tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helpdesk_messages" ADD CONSTRAINT "helpdesk_messages_user_id_users_User_Id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("User_Id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helpdesk_messages" ADD CONSTRAINT "helpdesk_messages_parent_id_helpdesk_messages_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."helpdesk_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helpdesk_tickets" ADD CONSTRAINT "helpdesk_tickets_requester_id_users_User_Support_Id_fk" FOREIGN KEY ("requester_id") REFERENCES "public"."users"("User_Support_Id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "used_challenges_expires_at" ON "used_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "bank_bookings_line" ON "bank_bookings" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "bank_bookings_ended" ON "bank_bookings" USING btree ("entry_id") WHERE "bank_bookings"."ended_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_bookings_entry" ON "bank_bookings" USING btree ("entry_id") WHERE "bank_bookings"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "bank_files_account" ON "bank_files" USING btree ("account","id");--> statement-breakpoint
CREATE INDEX "bank_known_lines_line" ON "bank_known_lines" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "bank_lines_file" ON "bank_lines" USING btree ("file_id","date","id");--> statement-breakpoint
CREATE INDEX "bank_lines_state" ON "bank_lines" USING btree ("state","date","id");--> statement-breakpoint
CREATE INDEX "bank_lines_payer" ON "bank_lines" USING btree ("payer");--> statement-breakpoint
CREATE INDEX "bank_lines_same_as" ON "bank_lines" USING btree ("same_as") WHERE "bank_lines"."same_as" is not null;--> statement-breakpoint
CREATE INDEX "bank_lines_words" ON "bank_lines" USING btree ("words","date");--> statement-breakpoint
CREATE INDEX "bank_lines_ordered" ON "bank_lines" USING btree ("file_id","id") WHERE "bank_lines"."ordered_by" is not null;--> statement-breakpoint
CREATE INDEX "bank_proposals_user" ON "bank_proposals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "unidentified_receipts_line" ON "unidentified_receipts" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "unidentified_receipts_date" ON "unidentified_receipts" USING btree ("date","amount");--> statement-breakpoint
CREATE INDEX "billing_run_lines_run" ON "billing_run_lines" USING btree ("run_id","group","user_id","id");--> statement-breakpoint
CREATE INDEX "billing_run_lines_left" ON "billing_run_lines" USING btree ("run_id","user_id") WHERE "billing_run_lines"."state" = 'included';--> statement-breakpoint
CREATE INDEX "billing_run_lines_user" ON "billing_run_lines" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_runs_open" ON "billing_runs" USING btree ((true)) WHERE "billing_runs"."state" in ('draft', 'running', 'stopped');--> statement-breakpoint
CREATE INDEX "activities_user" ON "activities" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "billed_services_service" ON "billed_services" USING btree ("service_id","from_day");--> statement-breakpoint
CREATE INDEX "credit_notes_user" ON "credit_notes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "credit_notes_invoice" ON "credit_notes" USING btree ("invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_notes_missing" ON "credit_notes" USING btree ("invoice_id") WHERE "credit_notes"."entry_id" is null;--> statement-breakpoint
CREATE INDEX "credit_notes_unchecked" ON "credit_notes" USING btree ("permissions_checked_at" NULLS FIRST,"id") WHERE "credit_notes"."google_drive_file_id" is not null;--> statement-breakpoint
CREATE INDEX "invoice_items_invoice" ON "invoice_items" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "invoices_user" ON "invoices" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "invoices_total" ON "invoices" USING btree ("total_amount",("status" = 'pending'),"id");--> statement-breakpoint
CREATE INDEX "invoices_unchecked" ON "invoices" USING btree ("permissions_checked_at" NULLS FIRST,"id") WHERE "invoices"."google_drive_file_id" is not null;--> statement-breakpoint
CREATE INDEX "retained_credit_notes_delete_after" ON "retained_credit_notes" USING btree ("delete_after");--> statement-breakpoint
CREATE INDEX "retained_credit_notes_invoice" ON "retained_credit_notes" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "retained_invoices_delete_after" ON "retained_invoices" USING btree ("delete_after");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_kind_key" ON "jobs" USING btree ("kind","key");--> statement-breakpoint
CREATE INDEX "jobs_state" ON "jobs" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "jobs_unfinished" ON "jobs" USING btree ("updated_at") WHERE "jobs"."lane" is null and "jobs"."state" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "jobs_lane" ON "jobs" USING btree ("kind","lane","id") WHERE "jobs"."lane" is not null and "jobs"."state" in ('queued', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "book_closings_living" ON "book_closings" USING btree ("last_day") WHERE "book_closings"."opened_at" is null;--> statement-breakpoint
CREATE INDEX "closing_debtors_client" ON "closing_debtors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ledger_allocations_credit" ON "ledger_allocations" USING btree ("credit_id","id");--> statement-breakpoint
CREATE INDEX "ledger_allocations_debt" ON "ledger_allocations" USING btree ("debt_id","id");--> statement-breakpoint
CREATE INDEX "ledger_allocations_account" ON "ledger_allocations" USING btree ("user_id","date");--> statement-breakpoint
CREATE INDEX "ledger_allocations_date" ON "ledger_allocations" USING btree ("date");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_opening" ON "ledger_entries" USING btree ("user_id") WHERE "ledger_entries"."kind" = 'opening';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_invoice" ON "ledger_entries" USING btree ("invoice_id") WHERE "ledger_entries"."kind" = 'invoice';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_reversal" ON "ledger_entries" USING btree ("item_id") WHERE "ledger_entries"."kind" = 'reversal';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_replaces" ON "ledger_entries" USING btree ("replaces") WHERE "ledger_entries"."replaces" is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_credit_notes" ON "ledger_entries" USING btree ("invoice_id") WHERE "ledger_entries"."kind" = 'credit-note';--> statement-breakpoint
CREATE INDEX "ledger_entries_account" ON "ledger_entries" USING btree ("user_id","date","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_date" ON "ledger_entries" USING btree ("date","id","kind","amount");--> statement-breakpoint
CREATE INDEX "ledger_entries_invoiced" ON "ledger_entries" USING btree ("date","kind","amount") WHERE "ledger_entries"."kind" in ('invoice', 'reversal', 'credit-note');--> statement-breakpoint
CREATE INDEX "ledger_entries_written_off" ON "ledger_entries" USING btree ("date") WHERE "ledger_entries"."kind" in ('write-off', 'write-off-reversal', 'recovery') and "ledger_entries"."vat_number" is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_received" ON "ledger_entries" USING btree ("date","amount") WHERE "ledger_entries"."kind" = 'payment';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_items_invoice" ON "ledger_items" USING btree ("invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_items_opening" ON "ledger_items" USING btree ("user_id") WHERE "ledger_items"."kind" = 'opening';--> statement-breakpoint
CREATE INDEX "ledger_items_account" ON "ledger_items" USING btree ("user_id","kind","date","amount");--> statement-breakpoint
CREATE INDEX "ledger_items_due" ON "ledger_items" USING btree ("user_id","age_date","due") WHERE "ledger_items"."due" > 0 and not "ledger_items"."is_retained";--> statement-breakpoint
CREATE INDEX "ledger_items_age" ON "ledger_items" USING btree ("age_date","user_id") WHERE "ledger_items"."due" > 0 and not "ledger_items"."is_retained";--> statement-breakpoint
CREATE INDEX "ledger_items_free" ON "ledger_items" USING btree ("user_id","free") WHERE "ledger_items"."free" > 0 and not "ledger_items"."is_retained";--> statement-breakpoint
CREATE INDEX "ledger_items_retained" ON "ledger_items" USING btree ("user_id") WHERE "ledger_items"."is_retained";--> statement-breakpoint
CREATE UNIQUE INDEX "vat_reports_period" ON "vat_reports" USING btree ("vat_number","to_day");--> statement-breakpoint
CREATE INDEX "link_tokens_user" ON "link_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "link_tokens_expires_at" ON "link_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mails_user" ON "mails" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "mails_created_at" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mails_tried_at" ON "mails" USING btree ("tried_at");--> statement-breakpoint
CREATE INDEX "mails_without_account" ON "mails" USING btree ("created_at") WHERE "mails"."user_id" is null;--> statement-breakpoint
CREATE INDEX "services_user" ON "services" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "services_last_day" ON "services" USING btree ("bill_until") WHERE "services"."status" = 'active' and "services"."bill_until" is not null;--> statement-breakpoint
CREATE INDEX "services_active" ON "services" USING btree ("user_id") WHERE "services"."status" = 'active';--> statement-breakpoint
CREATE INDEX "services_search_text_trgm" ON "services" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "services_username_prefix" ON "services" USING btree (lower("account_username") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "services_msisdn_prefix" ON "services" USING btree (lower("msisdn") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "services_sim_serial_prefix" ON "services" USING btree (lower("sim_serial_number") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_log_account" ON "audit_log" USING btree (substring("record" from 'user [0-9]+$'),"action",(("at" at time zone 'Africa/Johannesburg')::date));--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "throttle_counters_user" ON "throttle_counters" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "throttle_counters_window_ends_at" ON "throttle_counters" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "helpdesk_entries_ticket" ON "helpdesk_entries" USING btree ("ticket_id","created_at");--> statement-breakpoint
CREATE INDEX "helpdesk_messages_user" ON "helpdesk_messages" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "helpdesk_messages_ticket" ON "helpdesk_messages" USING btree ("ticket_id") WHERE "helpdesk_messages"."ticket_id" is not null;--> statement-breakpoint
CREATE INDEX "helpdesk_messages_parent" ON "helpdesk_messages" USING btree ("parent_id") WHERE "helpdesk_messages"."parent_id" is not null;--> statement-breakpoint
CREATE INDEX "helpdesk_messages_keys" ON "helpdesk_messages" USING btree ("created_at") WHERE "helpdesk_messages"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "helpdesk_tickets_answered" ON "helpdesk_tickets" USING btree ("id") WHERE "helpdesk_tickets"."has_new_answer";--> statement-breakpoint
CREATE INDEX "helpdesk_tickets_requester" ON "helpdesk_tickets" USING btree ("requester_id","created_at");--> statement-breakpoint
CREATE INDEX "helpdesk_tickets_open" ON "helpdesk_tickets" USING btree ("status") WHERE "helpdesk_tickets"."status" in (2, 3);--> statement-breakpoint
CREATE INDEX "helpdesk_tickets_search_text_trgm" ON "helpdesk_tickets" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "helpdesk_tickets_unseen" ON "helpdesk_tickets" USING btree ("created_at") WHERE "helpdesk_tickets"."attachments" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("User_Email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_ow_number_key" ON "users" USING btree (upper("OWNumber"));--> statement-breakpoint
CREATE INDEX "users_search_text_trgm" ON "users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_search_surname" ON "users" USING btree ("search_surname");--> statement-breakpoint
CREATE INDEX "users_search_org" ON "users" USING btree ("search_org");--> statement-breakpoint
CREATE INDEX "users_email_prefix" ON "users" USING btree (lower("User_Email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_ow_number_prefix" ON "users" USING btree (lower("OWNumber") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_mobile" ON "users" USING btree ("User_Mobile");--> statement-breakpoint
CREATE INDEX "users_ref" ON "users" USING btree (lower("User_Ref"));--> statement-breakpoint
CREATE INDEX "users_date" ON "users" USING btree ("User_Date","User_Id");--> statement-breakpoint
CREATE INDEX "users_list" ON "users" USING btree ("User_Id","user_role","User_Status","search_text");--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree ("search_name","search_surname","User_Id","user_role","User_Status");--> statement-breakpoint
CREATE INDEX "users_role_status" ON "users" USING btree ("user_role","User_Status","User_Id");