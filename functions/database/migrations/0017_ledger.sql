CREATE TABLE "entry_notes" (
	"entry_id" bigint PRIMARY KEY NOT NULL,
	"reference" text,
	"note" text,
	"reason" text
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
	"due_date" date,
	"invoice_id" integer,
	"number" text,
	"method" text,
	"written_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_kind_check" CHECK ("ledger_entries"."kind" in ('opening', 'invoice', 'payment', 'refund', 'correction', 'reversal')),
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
	"used" numeric(12, 2) DEFAULT '0' NOT NULL,
	"paid" numeric(12, 2) DEFAULT '0' NOT NULL,
	"free" numeric(12, 2) GENERATED ALWAYS AS (greatest(amount, 0) - used) STORED NOT NULL,
	"due" numeric(12, 2) GENERATED ALWAYS AS (greatest(-amount, 0) - paid) STORED NOT NULL,
	"age_date" date GENERATED ALWAYS AS (coalesce(due_date, date)) STORED NOT NULL,
	"is_retained" boolean DEFAULT false NOT NULL,
	CONSTRAINT "ledger_items_used_check" CHECK ("ledger_items"."used" between 0 and greatest("ledger_items"."amount", 0)),
	CONSTRAINT "ledger_items_paid_check" CHECK ("ledger_items"."paid" between 0 and greatest(-"ledger_items"."amount", 0))
);
--> statement-breakpoint
ALTER TABLE "entry_notes" ADD CONSTRAINT "entry_notes_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_allocations" ADD CONSTRAINT "ledger_allocations_credit_id_ledger_items_id_fk" FOREIGN KEY ("credit_id") REFERENCES "public"."ledger_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_allocations" ADD CONSTRAINT "ledger_allocations_debt_id_ledger_items_id_fk" FOREIGN KEY ("debt_id") REFERENCES "public"."ledger_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_allocations" ADD CONSTRAINT "ledger_allocations_ends_ledger_allocations_id_fk" FOREIGN KEY ("ends") REFERENCES "public"."ledger_allocations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_item_id_ledger_entries_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_items" ADD CONSTRAINT "ledger_items_id_ledger_entries_id_fk" FOREIGN KEY ("id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_allocations_credit" ON "ledger_allocations" USING btree ("credit_id","id");--> statement-breakpoint
CREATE INDEX "ledger_allocations_debt" ON "ledger_allocations" USING btree ("debt_id","id");--> statement-breakpoint
CREATE INDEX "ledger_allocations_account" ON "ledger_allocations" USING btree ("user_id","date");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_opening" ON "ledger_entries" USING btree ("user_id") WHERE "ledger_entries"."kind" = 'opening';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_invoice" ON "ledger_entries" USING btree ("invoice_id") WHERE "ledger_entries"."kind" = 'invoice';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_reversal" ON "ledger_entries" USING btree ("item_id") WHERE "ledger_entries"."kind" = 'reversal';--> statement-breakpoint
CREATE INDEX "ledger_entries_account" ON "ledger_entries" USING btree ("user_id","date","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_date" ON "ledger_entries" USING btree ("date","id","kind","amount");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_items_invoice" ON "ledger_items" USING btree ("invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_items_opening" ON "ledger_items" USING btree ("user_id") WHERE "ledger_items"."kind" = 'opening';--> statement-breakpoint
CREATE INDEX "ledger_items_account" ON "ledger_items" USING btree ("user_id","kind","date","amount");--> statement-breakpoint
CREATE INDEX "ledger_items_due" ON "ledger_items" USING btree ("user_id","age_date","due") WHERE "ledger_items"."due" > 0 and not "ledger_items"."is_retained";--> statement-breakpoint
CREATE INDEX "ledger_items_free" ON "ledger_items" USING btree ("user_id","free") WHERE "ledger_items"."free" > 0 and not "ledger_items"."is_retained";--> statement-breakpoint
-- The entries and allocations are history: the application adds rows and changes none. Only the triggers below, which
-- run as the owner, write the items.
REVOKE UPDATE, DELETE ON "ledger_entries", "ledger_allocations" FROM portal_app;--> statement-breakpoint
REVOKE INSERT, UPDATE, DELETE ON "ledger_items" FROM portal_app;--> statement-breakpoint
CREATE FUNCTION "begin_ledger_item"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.item_id := coalesce(NEW.item_id, NEW.id);
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_entries_begin" BEFORE INSERT ON "ledger_entries"
	FOR EACH ROW EXECUTE FUNCTION "begin_ledger_item"();--> statement-breakpoint
CREATE FUNCTION "post_ledger_entries"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	INSERT INTO ledger_items (id, user_id, kind, date, due_date, invoice_id, number, amount)
	SELECT id, user_id, CASE kind WHEN 'correction' THEN 'opening' ELSE kind END, date, due_date, invoice_id, number, amount
	FROM added WHERE item_id = id;

	UPDATE ledger_items AS item SET amount = item.amount + later.amount
	FROM (SELECT item_id, sum(amount) AS amount FROM added WHERE item_id <> id GROUP BY item_id) AS later
	WHERE item.id = later.item_id;

	-- The balance of an account contained its opening balance before the ledger had an entry of it.
	UPDATE users SET "User_Debit" = "User_Debit" + change.amount
	FROM (SELECT user_id, sum(amount) AS amount FROM added WHERE kind <> 'opening' GROUP BY user_id) AS change
	WHERE "User_Id" = change.user_id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_entries_post" AFTER INSERT ON "ledger_entries" REFERENCING NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "post_ledger_entries"();--> statement-breakpoint
CREATE FUNCTION "post_ledger_allocations"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	UPDATE ledger_items AS item SET used = item.used + change.amount
	FROM (SELECT credit_id, sum(amount) AS amount FROM added GROUP BY credit_id) AS change
	WHERE item.id = change.credit_id;

	UPDATE ledger_items AS item SET paid = item.paid + change.amount
	FROM (SELECT debt_id, sum(amount) AS amount FROM added GROUP BY debt_id) AS change
	WHERE item.id = change.debt_id;

	UPDATE invoices SET status = CASE WHEN item.due = 0 THEN 'paid' ELSE 'pending' END, updated_at = now()
	FROM ledger_items AS item
	WHERE item.id IN (SELECT debt_id FROM added) AND invoices.id = item.invoice_id
		AND status = CASE WHEN item.due = 0 THEN 'pending' ELSE 'paid' END;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_allocations_post" AFTER INSERT ON "ledger_allocations" REFERENCING NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "post_ledger_allocations"();--> statement-breakpoint
-- Also for an account that a function of the release before deletes.
CREATE FUNCTION "retain_ledger"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	DELETE FROM entry_notes WHERE entry_id IN (SELECT id FROM ledger_entries WHERE user_id = OLD."User_Id");
	UPDATE ledger_items SET is_retained = true WHERE user_id = OLD."User_Id";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "users_retain_ledger" AFTER DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION "retain_ledger"();--> statement-breakpoint
-- Deletes the rows of each deleted account whose last entry is older than this day.
CREATE FUNCTION "purge_retained_ledger"(before date) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	accounts integer[] := ARRAY(
		SELECT user_id FROM ledger_items WHERE is_retained GROUP BY user_id
		HAVING (SELECT max(date) FROM ledger_entries AS entry WHERE entry.user_id = ledger_items.user_id) < before);
BEGIN
	DELETE FROM ledger_allocations WHERE user_id = ANY (accounts);
	DELETE FROM ledger_items WHERE user_id = ANY (accounts);
	DELETE FROM ledger_entries WHERE user_id = ANY (accounts);
	RETURN cardinality(accounts);
END $$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION "purge_retained_ledger" FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION "purge_retained_ledger" TO portal_app;--> statement-breakpoint
UPDATE "retained_invoices" SET "delete_after" = "created_at" + interval '8 years';
