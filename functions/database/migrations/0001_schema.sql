CREATE SEQUENCE "public"."ow_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 10001 CACHE 1;--> statement-breakpoint
CREATE TABLE "activities" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"activity_type" text NOT NULL,
	"description" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "health" (
	"name" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"checked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "helpdesk_messages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"ticket_id" bigint,
	"payload" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "helpdesk_refresh" (
	"id" smallint PRIMARY KEY NOT NULL,
	"refreshed_at" timestamp with time zone,
	"first_fill_page" integer
);
--> statement-breakpoint
CREATE TABLE "helpdesk_tickets" (
	"id" bigint PRIMARY KEY NOT NULL,
	"requester_id" bigint NOT NULL,
	"status" smallint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"first_responded_at" timestamp with time zone,
	"ticket" jsonb NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" integer NOT NULL,
	"route" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_route_key_pk" PRIMARY KEY("user_id","route","key")
);
--> statement-breakpoint
CREATE TABLE "invoice_counters" (
	"year" integer PRIMARY KEY NOT NULL,
	"last_number" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_items" (
	"id" serial PRIMARY KEY NOT NULL,
	"invoice_id" integer NOT NULL,
	"description" text NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_jobs" (
	"invoice_id" integer PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone,
	"lease_token" uuid,
	"sent_at" timestamp with time zone,
	"steps" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
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
	"download_url" text,
	"buyer" jsonb NOT NULL,
	"supplier" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_invoice_number_unique" UNIQUE("invoice_number")
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
	"google_drive_file_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"delete_after" timestamp with time zone NOT NULL,
	CONSTRAINT "retained_invoices_invoice_number_unique" UNIQUE("invoice_number")
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("account_username", '') || ' ' || coalesce("msisdn", '') || ' ' || coalesce("sim_serial_number", ''))) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
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
CREATE TABLE "users" (
	"User_Id" serial PRIMARY KEY NOT NULL,
	"User_Status" smallint DEFAULT 1 NOT NULL,
	"user_role" text DEFAULT 'client' NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower("User_Email" || ' ' || "User_Name" || ' ' || "User_Surname" || ' ' || "OWNumber" || ' ' || coalesce("User_Org", '') || ' ' || coalesce("User_Mobile", ''))) STORED NOT NULL,
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
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_user_id_users_User_Id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("User_Id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helpdesk_messages" ADD CONSTRAINT "helpdesk_messages_user_id_users_User_Id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("User_Id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_User_Id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("User_Id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_items" ADD CONSTRAINT "invoice_items_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_user_id_users_User_Id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("User_Id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_user_id_users_User_Id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("User_Id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_User_Id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("User_Id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "throttle_counters" ADD CONSTRAINT "throttle_counters_user_id_users_User_Id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("User_Id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activities_user" ON "activities" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "helpdesk_messages_waiting" ON "helpdesk_messages" USING btree ("created_at") WHERE "helpdesk_messages"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "helpdesk_tickets_requester" ON "helpdesk_tickets" USING btree ("requester_id","created_at");--> statement-breakpoint
CREATE INDEX "helpdesk_tickets_updated_at" ON "helpdesk_tickets" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "invoice_items_invoice" ON "invoice_items" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "invoice_jobs_unfinished" ON "invoice_jobs" USING btree ("updated_at") WHERE "invoice_jobs"."state" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "invoices_user" ON "invoices" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "retained_invoices_delete_after" ON "retained_invoices" USING btree ("delete_after");--> statement-breakpoint
CREATE INDEX "services_user" ON "services" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "services_search_text_trgm" ON "services" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "services_username_prefix" ON "services" USING btree (lower("account_username") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "services_msisdn_prefix" ON "services" USING btree (lower("msisdn") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "services_sim_serial_prefix" ON "services" USING btree (lower("sim_serial_number") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "throttle_counters_user" ON "throttle_counters" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "throttle_counters_window_ends_at" ON "throttle_counters" USING btree ("window_ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("User_Email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_ow_number_key" ON "users" USING btree (upper("OWNumber"));--> statement-breakpoint
CREATE INDEX "users_search_text_trgm" ON "users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_name_prefix" ON "users" USING btree (lower("User_Name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_surname_prefix" ON "users" USING btree (lower("User_Surname") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_org_prefix" ON "users" USING btree (lower("User_Org") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_email_prefix" ON "users" USING btree (lower("User_Email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_ow_number_prefix" ON "users" USING btree (lower("OWNumber") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_date" ON "users" USING btree ("User_Date","User_Id");--> statement-breakpoint
CREATE INDEX "users_list" ON "users" USING btree ("User_Id","user_role","User_Status","search_text");--> statement-breakpoint
CREATE INDEX "users_role_status" ON "users" USING btree ("user_role","User_Status");