-- Write one row for all that a statement adds or removes alike, so that loading thousands leaves a handful. User_Id 0 is
-- the canary's, which signs in to see that the portal answers: it is nobody whom a list counts.
CREATE FUNCTION "count_added_users"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.user_counts (role, status, accounts)
	SELECT user_role, "User_Status", count(*) FROM added WHERE "User_Id" > 0 GROUP BY user_role, "User_Status";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "count_removed_users"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.user_counts (role, status, accounts)
	SELECT user_role, "User_Status", -count(*) FROM removed WHERE "User_Id" > 0 GROUP BY user_role, "User_Status";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "count_changed_user"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD."User_Id" > 0 THEN
		INSERT INTO public.user_counts (role, status, accounts)
		VALUES (OLD.user_role, OLD."User_Status", -1), (NEW.user_role, NEW."User_Status", 1);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "count_no_users"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM public.user_counts;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Puts together what no other transaction holds, and so waits for none. Who reads sees either the rows or their sums.
CREATE FUNCTION "fold_user_counts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	WITH folded AS (
		DELETE FROM public.user_counts WHERE id IN (SELECT id FROM public.user_counts FOR UPDATE SKIP LOCKED)
		RETURNING role, status, accounts
	)
	INSERT INTO public.user_counts (role, status, accounts)
	SELECT role, status, sum(accounts) FROM folded GROUP BY role, status HAVING sum(accounts) <> 0;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "users_count_added" AFTER INSERT ON "users" REFERENCING NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "count_added_users"();--> statement-breakpoint
CREATE TRIGGER "users_count_removed" AFTER DELETE ON "users" REFERENCING OLD TABLE AS "removed"
	FOR EACH STATEMENT EXECUTE FUNCTION "count_removed_users"();--> statement-breakpoint
CREATE TRIGGER "users_count_changed" AFTER UPDATE OF "user_role", "User_Status" ON "users" FOR EACH ROW
	WHEN (OLD."user_role" <> NEW."user_role" OR OLD."User_Status" <> NEW."User_Status")
	EXECUTE FUNCTION "count_changed_user"();--> statement-breakpoint
CREATE TRIGGER "users_count_none" AFTER TRUNCATE ON "users"
	FOR EACH STATEMENT EXECUTE FUNCTION "count_no_users"();--> statement-breakpoint
-- By chance, so that the rows stay few, one change in a hundred takes a moment longer, and no other anything.
CREATE TRIGGER "users_count_fold" AFTER INSERT OR DELETE ON "users" FOR EACH STATEMENT
	WHEN (random() < 0.01) EXECUTE FUNCTION "fold_user_counts"();--> statement-breakpoint
CREATE TRIGGER "users_count_fold_changed" AFTER UPDATE OF "user_role", "User_Status" ON "users" FOR EACH ROW
	WHEN (random() < 0.01) EXECUTE FUNCTION "fold_user_counts"();--> statement-breakpoint
-- The first day of which no month is closed; null while none is.
CREATE FUNCTION "first_open_day"() RETURNS date LANGUAGE sql STABLE AS $$
	SELECT max(last_day) + 1 FROM public.book_closings WHERE opened_at IS NULL
$$;--> statement-breakpoint
-- Fails with a state of its own if the day is in a closed month. The lock is shared by all who write money, and closing
-- and opening take it alone, so that the day that is read here holds until the transaction ends (D70).
CREATE FUNCTION "require_open_month"(day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	open_from date;
BEGIN
	IF day IS NULL THEN
		RETURN;
	END IF;
	PERFORM pg_advisory_xact_lock_shared(70);
	-- A statement of its own sees what was committed while it waited.
	open_from := public.first_open_day();
	IF day < open_from THEN
		RAISE EXCEPTION 'the month is closed' USING ERRCODE = 'OW409';
	END IF;
END $$;--> statement-breakpoint
-- Waits until nobody writes money, and keeps it so until the transaction ends. Who comes meanwhile waits behind it, so it
-- gives up after a second, lets them write, and tries again. Returns false if somebody wrote for all that time.
CREATE FUNCTION "lock_books"() RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
BEGIN
	FOR try IN 1..3 LOOP
		BEGIN
			PERFORM pg_advisory_xact_lock(70);
			RETURN true;
		EXCEPTION WHEN lock_not_available THEN
			PERFORM pg_sleep(0.3);
		END;
	END LOOP;
	RETURN false;
END $$;--> statement-breakpoint
-- The VAT in an entry about an invoice is that invoice's VAT in proportion to all of its kind so far, less the VAT of the
-- earlier ones: the entry that uses up the invoice takes the cents that remain (D65).
CREATE FUNCTION "begin_ledger_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	invoiced public.ledger_entries;
	kinds text[] := CASE WHEN NEW.kind IN ('write-off', 'write-off-reversal') THEN ARRAY['write-off', 'write-off-reversal']
		ELSE ARRAY[NEW.kind] END;
	earlier record;
BEGIN
	NEW.item_id := coalesce(NEW.item_id, NEW.id);
	-- A payment of a closed month stands on the first open day. The lock keeps that day while the month is being closed.
	IF NEW.kind = 'payment' AND NEW.bank_date IS NOT NULL THEN
		PERFORM pg_advisory_xact_lock_shared(70);
		NEW.date := greatest(NEW.date, public.first_open_day());
	END IF;
	IF NEW.written_by IS NOT NULL THEN
		NEW.written_by_name := (
			SELECT trim("User_Name" || ' ' || "User_Surname") FROM public.users WHERE "User_Id" = NEW.written_by);
	END IF;
	IF NEW.kind = 'credit-note' THEN
		SELECT * INTO invoiced FROM public.ledger_entries WHERE invoice_id = NEW.invoice_id AND kind = 'invoice';
		SELECT coalesce(sum(amount), 0) AS amount, coalesce(sum(vat), 0) AS vat INTO earlier
		FROM public.ledger_entries WHERE invoice_id = NEW.invoice_id AND kind = 'credit-note';
	ELSIF NEW.kind IN ('reversal', 'write-off', 'write-off-reversal', 'recovery') THEN
		SELECT * INTO invoiced FROM public.ledger_entries WHERE id = NEW.item_id AND kind = 'invoice';
		SELECT coalesce(sum(amount), 0) AS amount, coalesce(sum(vat), 0) AS vat INTO earlier
		FROM public.ledger_entries WHERE user_id = NEW.user_id AND item_id = NEW.item_id AND kind = ANY (kinds);
	END IF;
	IF invoiced.vat IS NOT NULL THEN
		NEW.vat_number := invoiced.vat_number;
		NEW.vat := round(invoiced.vat * (earlier.amount + NEW.amount) / invoiced.amount, 2) - earlier.vat;
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_entries_begin" BEFORE INSERT ON "ledger_entries"
	FOR EACH ROW EXECUTE FUNCTION "begin_ledger_entry"();--> statement-breakpoint
-- The status of an invoice by its item (D65): void once it was reversed or credited in full, paid once nothing of it is
-- due or written off.
CREATE FUNCTION "invoice_status"(item "ledger_items") RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN item.credited = item.written_off - item.amount THEN 'void'
		WHEN item.due = 0 AND item.written_off = 0 THEN 'paid' ELSE 'pending' END
$$;--> statement-breakpoint
CREATE FUNCTION "set_invoice_statuses"(items bigint[]) RETURNS void LANGUAGE sql AS $$
	UPDATE public.invoices SET status = public.invoice_status(item), updated_at = now()
	FROM public.ledger_items AS item
	WHERE item.id = ANY (items) AND invoices.id = item.invoice_id AND status <> public.invoice_status(item)
$$;--> statement-breakpoint
CREATE FUNCTION "post_ledger_entries"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM require_open_month((SELECT min(date) FROM added));

	-- What arrives later for an invoice of a deleted client belongs to the closed account, too.
	INSERT INTO ledger_items (id, user_id, kind, date, due_date, invoice_id, number, amount, is_retained)
	SELECT id, user_id, kind, date, due_date, CASE WHEN kind = 'invoice' THEN invoice_id END, number, amount, EXISTS (
		SELECT FROM ledger_items AS kept WHERE kept.user_id = added.user_id AND kept.is_retained
	)
	FROM added WHERE item_id = id;

	UPDATE ledger_items AS item
	SET amount = item.amount + later.amount, written_off = item.written_off + later.written_off
	FROM (
		SELECT item_id, sum(amount) AS amount,
			coalesce(sum(amount) FILTER (WHERE kind IN ('write-off', 'write-off-reversal', 'recovery')), 0) AS written_off
		FROM added WHERE item_id <> id GROUP BY item_id
	) AS later
	WHERE item.id = later.item_id;

	UPDATE ledger_items AS item SET credited = item.credited + note.amount
	FROM (SELECT invoice_id, sum(amount) AS amount FROM added WHERE kind = 'credit-note' GROUP BY invoice_id) AS note
	WHERE item.invoice_id = note.invoice_id;

	PERFORM set_invoice_statuses(ARRAY(
		SELECT item_id FROM added WHERE item_id <> id
		UNION SELECT item.id FROM added JOIN ledger_items AS item USING (invoice_id) WHERE added.kind = 'credit-note'));

	-- An account is written with its balance already, before the opening entry of it.
	UPDATE users SET "User_Debit" = "User_Debit" + change.amount
	FROM (SELECT user_id, sum(amount) AS amount FROM added WHERE kind <> 'opening' GROUP BY user_id) AS change
	WHERE "User_Id" = change.user_id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_entries_post" AFTER INSERT ON "ledger_entries" REFERENCING NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "post_ledger_entries"();--> statement-breakpoint
CREATE FUNCTION "post_ledger_allocations"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM require_open_month((SELECT min(date) FROM added));

	UPDATE ledger_items AS item SET used = item.used + change.amount
	FROM (SELECT credit_id, sum(amount) AS amount FROM added GROUP BY credit_id) AS change
	WHERE item.id = change.credit_id;

	UPDATE ledger_items AS item SET paid = item.paid + change.amount
	FROM (SELECT debt_id, sum(amount) AS amount FROM added GROUP BY debt_id) AS change
	WHERE item.id = change.debt_id;

	PERFORM set_invoice_statuses(ARRAY(SELECT debt_id FROM added));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_allocations_post" AFTER INSERT ON "ledger_allocations" REFERENCING NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "post_ledger_allocations"();--> statement-breakpoint
CREATE FUNCTION "require_open_month_of_documents"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM require_open_month((SELECT min((created_at AT TIME ZONE 'Africa/Johannesburg')::date) FROM added));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "invoices_open_month" AFTER INSERT ON "invoices" REFERENCING NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "require_open_month_of_documents"();--> statement-breakpoint
CREATE TRIGGER "credit_notes_open_month" AFTER INSERT ON "credit_notes" REFERENCING NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "require_open_month_of_documents"();--> statement-breakpoint
CREATE FUNCTION "post_unidentified_receipts"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM require_open_month((SELECT min(date) FROM added));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "unidentified_receipts_post" AFTER INSERT ON "unidentified_receipts" REFERENCING NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "post_unidentified_receipts"();--> statement-breakpoint
CREATE FUNCTION "retain_ledger"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	-- Reasons and references are evidence for as long as their entries; a note is not.
	UPDATE entry_notes SET note = NULL
	WHERE note IS NOT NULL AND entry_id IN (SELECT id FROM ledger_entries WHERE user_id = OLD."User_Id");
	UPDATE ledger_items SET is_retained = true WHERE user_id = OLD."User_Id";
	-- Who books a line locks it before its proposals.
	PERFORM FROM bank_lines WHERE id IN (SELECT line_id FROM bank_proposals WHERE user_id = OLD."User_Id")
	ORDER BY id FOR UPDATE;
	-- A line that the bank returned keeps the client's payment, with its day and without a name.
	UPDATE bank_proposals SET reasons = jsonb_build_array(reasons -> -1)
	WHERE user_id = OLD."User_Id" AND payment_id IS NOT NULL;
	-- A line of the bank for which the client was proposed is certain no longer.
	WITH lost AS (DELETE FROM bank_proposals WHERE user_id = OLD."User_Id" AND payment_id IS NULL RETURNING line_id)
	UPDATE bank_lines AS line
	SET state = CASE WHEN EXISTS (
		SELECT FROM bank_proposals AS other WHERE other.line_id = line.id AND other.user_id <> OLD."User_Id"
	) THEN 'likely' ELSE 'unmatched' END
	WHERE state IN ('certain', 'likely') AND id IN (SELECT line_id FROM lost);
	-- Nobody can join a payment that is shown to nobody.
	UPDATE bank_lines SET perhaps = NULL, perhaps_payment_id = NULL
	WHERE state IN ('likely', 'unmatched') AND perhaps_payment_id IN (
		SELECT id FROM ledger_entries WHERE user_id = OLD."User_Id"
	);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "users_retain_ledger" AFTER DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION "retain_ledger"();--> statement-breakpoint
-- A credit note leaves its table only as the record that is retained of it.
CREATE FUNCTION "require_retained_credit_notes"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF EXISTS (SELECT FROM removed WHERE NOT EXISTS (
		SELECT FROM retained_credit_notes AS kept
		WHERE kept.id = removed.id AND kept.credit_note_number = removed.credit_note_number
			AND kept.total_amount = removed.total_amount
	)) THEN
		RAISE EXCEPTION 'a credit note is deleted that is not retained' USING ERRCODE = 'insufficient_privilege';
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "credit_notes_retained" AFTER DELETE ON "credit_notes" REFERENCING OLD TABLE AS "removed"
	FOR EACH STATEMENT EXECUTE FUNCTION "require_retained_credit_notes"();--> statement-breakpoint
-- A kept answer goes with the first of the accounts that it names, also one that was committed a moment before.
CREATE FUNCTION "delete_kept_answers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM idempotency_keys WHERE accounts @> to_jsonb(OLD."User_Id");
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "users_delete_kept_answers" AFTER DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION "delete_kept_answers"();--> statement-breakpoint
CREATE FUNCTION "last_day_of_month"(day date) RETURNS date LANGUAGE sql IMMUTABLE AS $$
	SELECT (date_trunc('month', day::timestamp) + interval '1 month - 1 day')::date
$$;--> statement-breakpoint
-- Deletes the rows of each deleted account whose last entry is older than this day, and adds what they summed to in each
-- month to rows without an account, so that no figure of a past day changes (D11). Nobody writes money meanwhile; while
-- somebody does for seconds, it deletes nothing, and the next run does. The age analyses of older closings go as well.
CREATE FUNCTION "purge_retained_ledger"(before date) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	accounts integer[];
BEGIN
	IF NOT lock_books() THEN
		RETURN 0;
	END IF;
	accounts := ARRAY(
		SELECT user_id FROM ledger_items WHERE is_retained GROUP BY user_id
		HAVING (SELECT max(date) FROM ledger_entries AS entry WHERE entry.user_id = ledger_items.user_id) < before);

	INSERT INTO purged_sums AS kept (date, kind, is_negative, vat_number, is_unreported, invoice_date, count, amount, vat)
	SELECT last_day_of_month(date), kind, amount < 0, vat_number, is_unreported, invoice_date, count(*), sum(amount), sum(vat)
	FROM (
		SELECT entry.date, entry.kind, entry.amount, entry.vat_number, entry.vat,
			(entry.vat_number IS NULL) <> (entry.vat IS NULL) OR entry.kind = 'reversal' AND EXISTS (
				SELECT FROM retained_credit_notes AS note WHERE note.invoice_id = item.invoice_id) AS is_unreported,
			CASE WHEN entry.kind IN ('write-off', 'write-off-reversal', 'recovery') AND entry.vat_number IS NOT NULL THEN coalesce((
				SELECT to_day FROM vat_reports AS report
				WHERE report.vat_number = entry.vat_number AND item.date BETWEEN report.from_day AND report.to_day
			), last_day_of_month(item.date)) END AS invoice_date
		FROM ledger_entries AS entry JOIN ledger_items AS item ON item.id = entry.item_id
		WHERE entry.user_id = ANY (accounts)
		UNION ALL
		SELECT (note.created_at AT TIME ZONE 'Africa/Johannesburg')::date, 'missing-credit-note', note.total_amount,
			invoice.vat_number, note.vat_amount, false, NULL
		FROM retained_credit_notes AS note
		JOIN ledger_entries AS invoice ON invoice.invoice_id = note.invoice_id AND invoice.kind = 'invoice'
		WHERE note.entry_id IS NULL AND invoice.user_id = ANY (accounts)
		UNION ALL
		SELECT date, 'free-credit', greatest(sum, 0) - greatest(sum - amount, 0), NULL, NULL, false, NULL
		FROM (
			SELECT date, amount, sum(amount) OVER (PARTITION BY item_id ORDER BY date, id) AS sum
			FROM ledger_entries WHERE user_id = ANY (accounts)
		) AS entry WHERE greatest(sum, 0) <> greatest(sum - amount, 0)
		UNION ALL
		SELECT date, 'free-credit', -amount, NULL, NULL, false, NULL
		FROM ledger_allocations WHERE user_id = ANY (accounts)
	) AS gone
	GROUP BY 1, 2, 3, 4, 5, 6
	ON CONFLICT ON CONSTRAINT purged_sums_row DO UPDATE
	SET count = kept.count + excluded.count, amount = kept.amount + excluded.amount, vat = kept.vat + excluded.vat;

	DELETE FROM ledger_allocations WHERE user_id = ANY (accounts);
	DELETE FROM ledger_items WHERE user_id = ANY (accounts);
	DELETE FROM entry_notes WHERE entry_id IN (SELECT id FROM ledger_entries WHERE user_id = ANY (accounts));
	DELETE FROM bank_bookings WHERE entry_id IN (SELECT id FROM ledger_entries WHERE user_id = ANY (accounts));
	DELETE FROM bank_proposals WHERE payment_id IS NOT NULL AND user_id = ANY (accounts);
	UPDATE bank_lines SET perhaps_payment_id = NULL
	WHERE perhaps_payment_id IN (SELECT id FROM ledger_entries WHERE user_id = ANY (accounts));
	-- A payment that was moved to another client outlasts the one that it replaced.
	UPDATE ledger_entries SET replaces = NULL
	WHERE replaces IN (SELECT id FROM ledger_entries WHERE user_id = ANY (accounts));
	DELETE FROM ledger_entries WHERE user_id = ANY (accounts);
	DELETE FROM closing_debtors WHERE closing_id IN (SELECT id FROM book_closings WHERE last_day < before);
	RETURN cardinality(accounts);
END $$;--> statement-breakpoint
-- Deletes the bank's lines that are older than a day, but for money that is nobody's yet, and empties the texts of the
-- ignored ones that are older than another. The hash of a line's words stays, so that it is still known. The months keep
-- what was nobody's in them.
CREATE FUNCTION "purge_bank_lines"(before date, texts_before date) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	lines bigint[] := ARRAY(
		SELECT id FROM bank_lines AS line
		WHERE date < before AND state <> 'unidentified' AND NOT EXISTS (
			SELECT FROM unidentified_receipts AS receipt WHERE receipt.line_id = line.id AND receipt.date >= before));
BEGIN
	UPDATE bank_lines SET description = '', reference = NULL, payer = NULL
	WHERE state = 'ignored' AND date < texts_before AND description <> '';
	INSERT INTO purged_sums AS kept (date, kind, is_negative, count, amount)
	SELECT last_day_of_month(date), 'unidentified-' || kind, amount < 0, count(*), sum(amount)
	FROM unidentified_receipts WHERE line_id = ANY (lines) GROUP BY 1, 2, 3
	ON CONFLICT ON CONSTRAINT purged_sums_row DO UPDATE
	SET count = kept.count + excluded.count, amount = kept.amount + excluded.amount;
	DELETE FROM unidentified_receipts WHERE line_id = ANY (lines);
	DELETE FROM bank_bookings WHERE line_id = ANY (lines);
	DELETE FROM bank_known_lines WHERE line_id = ANY (lines);
	DELETE FROM bank_lines WHERE id = ANY (lines);
	DELETE FROM bank_files AS file
	WHERE to_day < before AND NOT EXISTS (SELECT FROM bank_lines AS line WHERE line.file_id = file.id);
	RETURN cardinality(lines);
END $$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION "purge_bank_lines" FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION "purge_bank_lines" TO portal_app;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION "purge_retained_ledger" FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION "purge_retained_ledger" TO portal_app;
--> statement-breakpoint
-- Returns true if the session is live at this moment, and otherwise fails with a state of its own.
CREATE FUNCTION "require_live_session"(session_id uuid, of_user integer, as_role text, level_min integer, used_since timestamptz,
	moment timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (
		SELECT FROM public.sessions AS session JOIN public.users AS account ON account."User_Id" = session.user_id
		WHERE session.id = session_id AND session.expires_at > moment AND session.user_id = of_user
			AND session.needs IS NULL AND session.level >= level_min AND session.last_used_at > used_since
			AND account.user_role = as_role AND account."User_Status" = 1 AND NOT account.must_change_password
	) THEN
		RAISE EXCEPTION 'the session is not live' USING ERRCODE = 'OW401';
	END IF;
	RETURN true;
END $$;--> statement-breakpoint
-- Each of its statements sees what others have committed, and also the row that the calling statement just inserted.
CREATE FUNCTION "count_sessions"(of_user integer) RETURNS bigint LANGUAGE sql VOLATILE AS $$
	SELECT count(*) FROM public.sessions WHERE user_id = of_user AND needs IS NULL
$$;
--> statement-breakpoint
-- A day of a service is billed once, but for repeats and for what a void invoice billed (D72).
ALTER TABLE "billed_services" ADD CONSTRAINT "billed_services_once" EXCLUDE USING gist
	("service_id" WITH =, daterange("from_day", "to_day", '[]') WITH &&)
	WHERE ("from_day" IS NOT NULL AND NOT "is_repeat" AND "ended_at" IS NULL);
