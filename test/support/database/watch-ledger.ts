/** What is wrong with the ledger of one account, by the entries and allocations alone; null if nothing is (D53). */
const WRONG_LEDGER = `
  WITH of_entries AS (
    SELECT item_id AS id, sum(amount) AS amount,
      coalesce(sum(amount) FILTER (WHERE kind IN ('write-off', 'write-off-reversal', 'recovery')), 0) AS written_off,
      coalesce(bool_or(kind = 'reversal'), false) AS is_reversed
    FROM ledger_entries WHERE user_id = account GROUP BY item_id
  ), items AS (
    SELECT of_entries.*,
      coalesce((SELECT sum(note.amount) FROM ledger_entries AS invoiced JOIN ledger_entries AS note USING (invoice_id)
        WHERE invoiced.id = of_entries.id AND invoiced.kind = 'invoice' AND note.kind = 'credit-note'), 0) AS credited,
      coalesce((SELECT sum(amount) FROM ledger_allocations WHERE credit_id = of_entries.id), 0) AS used,
      coalesce((SELECT sum(amount) FROM ledger_allocations WHERE debt_id = of_entries.id), 0) AS paid
    FROM of_entries
  ), sums AS (
    SELECT sum(greatest(-amount, 0) - paid) AS due, sum(greatest(amount, 0) - used) AS free FROM items
  )
  SELECT concat_ws('; ',
    (SELECT format('%s due and %s of credit at the same time', due, free) FROM sums WHERE due > 0 AND free > 0),
    (SELECT format('%s due with a balance of %s', due, "User_Debit") FROM sums JOIN users ON "User_Id" = account
      WHERE due <> greatest(-"User_Debit", 0)),
    (SELECT string_agg(format('item %s is not the sum of its rows', id), '; ') FROM items JOIN ledger_items AS kept USING (id)
      WHERE (kept.amount, kept.used, kept.paid, kept.written_off, kept.credited)
        <> (items.amount, items.used, items.paid, items.written_off, items.credited)),
    (SELECT string_agg(format('invoice %s is %s with %s due', invoice.id, status, greatest(-items.amount, 0) - items.paid), '; ')
      FROM items JOIN ledger_items AS kept USING (id) JOIN invoices AS invoice ON invoice.id = kept.invoice_id
      WHERE status <> CASE WHEN is_reversed OR invoice.total_amount > 0 AND items.credited = invoice.total_amount THEN 'void'
        WHEN items.amount + items.paid = 0 AND items.written_off = 0 THEN 'paid' ELSE 'pending' END))`;

/** Lists the accounts whose ledger is wrong, and what is wrong with each. */
export const WRONG_LEDGERS = `
  SELECT account, wrong FROM (SELECT DISTINCT user_id AS account FROM ledger_items) AS accounts,
    LATERAL (${WRONG_LEDGER}) AS of_account(wrong) WHERE wrong <> ''`;

const WATCH = [
  `CREATE OR REPLACE FUNCTION watch_ledger() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
  DECLARE
    account integer := NEW.user_id;
    wrong text;
  BEGIN
    wrong := (${WRONG_LEDGER});
    IF wrong <> '' THEN RAISE EXCEPTION 'The ledger of account % is wrong: %', account, wrong; END IF;
    RETURN NULL;
  END $$`,
  // A schema from before the ledger has nothing to watch.
  `DO $$ BEGIN IF to_regclass('ledger_items') IS NOT NULL THEN
    CREATE CONSTRAINT TRIGGER zz_watch_ledger AFTER INSERT OR UPDATE ON ledger_items DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION watch_ledger();
  END IF; END $$`,
];

/**
 * Makes every transaction that touches a ledger compare it with its entries and allocations at its commit, and fail if
 * they differ. `execute` runs a statement as the owner of the tables.
 */
export const watchLedger = async (execute: (statement: string) => Promise<unknown>): Promise<void> => {
  for (const statement of WATCH) {
    await execute(statement);
  }
};
