import { sql } from 'drizzle-orm';
import type { TestPortal } from '#test/support/portal/portal.ts';

export interface OldInvoice {
  total: number;
  /** The day of issue. */
  day: string;
  status?: 'pending' | 'paid' | 'void';
  /** Null for an invoice from before due dates. */
  dueDate?: string | null;
}

let numberOfInvoices = 0;

/** An instant of a day in Johannesburg, while it is still the day before in UTC. */
const earlyOn = (day: string) => `${day}T00:30:00+02:00`;

/** Writes an invoice as functions wrote it before the ledger; returns its number. */
export const addOldInvoice = async (
  { connection }: Pick<TestPortal, 'connection'>,
  userId: number,
  { total, day, status = 'pending', dueDate = day }: OldInvoice,
): Promise<string> => {
  numberOfInvoices += 1;
  const number = `INV-${day.slice(0, 4)}-${String(numberOfInvoices).padStart(6, '0')}`;
  await connection.execute(sql`
    insert into invoices (invoice_number, user_id, total_amount, status, buyer, supplier, created_at, updated_at, due_date)
    values (${number}, ${userId}::int, ${total}::numeric, ${status}, '{}'::jsonb, '{}'::jsonb,
      ${earlyOn(day)}::timestamptz, ${earlyOn(day)}::timestamptz, ${dueDate}::date)`);

  return number;
};

/** Changes an invoice's status as functions did before the ledger, with its row in the audit log if that is wanted. */
export const changeOldInvoice = async (
  { connection }: Pick<TestPortal, 'connection'>,
  number: string,
  status: 'paid' | 'void',
  day: string,
  { isAudited = true }: { isAudited?: boolean } = {},
): Promise<void> => {
  const at = earlyOn(day);
  await connection.execute(sql`
    update invoices set status = ${status}, updated_at = ${at}::timestamptz where invoice_number = ${number}`);
  if (isAudited) {
    await connection.execute(sql`
      insert into audit_log (at, action, record, changes, address)
      select ${at}::timestamptz, 'invoices.status', 'invoice ' || invoice_number || ' of user ' || user_id,
        jsonb_build_object('status', ${status}::text), 'terminal'
      from invoices where invoice_number = ${number}`);
    // What happened to the row later says nothing about the status.
    await connection.execute(sql`
      update invoices set updated_at = updated_at + interval '40 days' where invoice_number = ${number}`);
  }
};

export const setBalance = ({ connection }: Pick<TestPortal, 'connection'>, userId: number, amount: number) =>
  connection.execute(sql`update users set "User_Debit" = ${amount}::numeric where "User_Id" = ${userId}`);

/** Reads an account's ledger: its entries, what paid what, the statuses of its invoices, and its balance. */
export const readLedger = async ({ connection }: Pick<TestPortal, 'connection'>, userId: number) => {
  const { rows: entries } = await connection.execute(sql`
    select concat_ws(' ', entry.kind, entry.date::text, entry.amount::text, item.number, entry.method, note.note) as entry
    from ledger_entries as entry join ledger_items as item on item.id = entry.item_id
    left join entry_notes as note on note.entry_id = entry.id
    where entry.user_id = ${userId} order by entry.date, item.number, entry.id`);
  const { rows: allocations } = await connection.execute(sql`
    select concat_ws(' ', credit.kind, 'pays', coalesce(debt.number, debt.kind), allocation.amount::text, allocation.date::text)
      as allocation
    from ledger_allocations as allocation
    join ledger_items as credit on credit.id = allocation.credit_id
    join ledger_items as debt on debt.id = allocation.debt_id
    where allocation.user_id = ${userId} order by allocation.date, debt.number, allocation.id`);
  const { rows: invoices } = await connection.execute(sql`
    select concat_ws(' ', invoice_number, status, item.due::text) as invoice
    from invoices join ledger_items as item on item.invoice_id = invoices.id
    where invoices.user_id = ${userId} order by invoices.id`);
  const { rows: accounts } = await connection.execute(
    sql`select "User_Debit"::text as balance, version from users where "User_Id" = ${userId}`,
  );

  return {
    entries: entries.map((row) => row.entry),
    allocations: allocations.map((row) => row.allocation),
    invoices: invoices.map((row) => row.invoice),
    balance: accounts[0]?.balance,
    version: accounts[0]?.version,
  };
};
