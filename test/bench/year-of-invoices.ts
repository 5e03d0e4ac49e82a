import pg from 'pg';
import { FILLED_AT } from './many-users.ts';

/** Invoices of the year before the filling. */
export const INVOICES = 1_200_000;
/** One of this many invoices is open. */
const INVOICES_PER_OPEN = 40;
/** Number of clients who owe the open invoices. */
export const DEBTORS = 10_000;
export const OPEN_INVOICES = INVOICES / INVOICES_PER_OPEN;
const INVOICES_PER_VOID = 50;

const YEAR_SECONDS = 365 * 24 * 60 * 60;

const rowsOf = (count: number) => `
  from generate_series(1, ${count}) as number
  cross join lateral (select timestamptz '${FILLED_AT.toISOString()}'
      - make_interval(secs => ${YEAR_SECONDS}::float8 * number / ${count}) as issued_at) as times`;

const STATUS = `case when number % ${INVOICES_PER_OPEN} = 0 then 'pending'
  when number % ${INVOICES_PER_VOID} = 1 then 'void' else 'paid' end`;

/** The client of an invoice: the open ones belong to few of them. */
const PLACE = `case when number % ${INVOICES_PER_OPEN} = 0
  then number::bigint / ${INVOICES_PER_OPEN} % ${DEBTORS} * (select count(*) / ${DEBTORS} from clients) + 1
  else number::bigint * 7919 / ${INVOICES_PER_OPEN} % (select count(*) from clients) + 1 end`;

/**
 * The ledger of these invoices, as the triggers would write it, which do not run here. An invoice's entry has its id, the
 * payment or reversal of the day after has the id behind it.
 */
const FILL_LEDGER = [
  `insert into ledger_entries (id, item_id, user_id, kind, date, amount, due_date, invoice_id, number, created_at)
    select id, id, user_id, 'invoice', created_at::date, -total_amount, due_date, id, invoice_number, created_at
    from invoices`,
  `insert into ledger_entries (id, item_id, user_id, kind, date, amount, method, number)
    select id + ${INVOICES}, case status when 'void' then id else id + ${INVOICES} end, user_id,
      case status when 'void' then 'reversal' else 'payment' end, created_at::date + 1, total_amount,
      case status when 'paid' then 'eft' end, case status when 'void' then invoice_number end
    from invoices where status <> 'pending'`,
  `insert into ledger_items (id, user_id, kind, date, due_date, invoice_id, number, amount, paid)
    select id, user_id, 'invoice', created_at::date, due_date, id, invoice_number,
      case status when 'void' then 0 else -total_amount end, case status when 'paid' then total_amount else 0 end
    from invoices`,
  `insert into ledger_items (id, user_id, kind, date, amount, used)
    select id, user_id, kind, date, amount, amount from ledger_entries where kind = 'payment'`,
  `insert into ledger_allocations (user_id, credit_id, debt_id, amount, date)
    select user_id, id, id - ${INVOICES}, amount, date from ledger_entries where kind = 'payment'`,
  `update users set "User_Debit" = -owed.due
    from (select user_id, sum(due) as due from ledger_items where due > 0 group by user_id) as owed
    where "User_Id" = owed.user_id`,
];

/** Fills a database that has users with the invoices and payments of a year; buyer and supplier are empty, as no sum reads them. */
export const addYearOfInvoices = async (connectionString: string): Promise<void> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query("set maintenance_work_mem = '256MB'");
  // The references to users would be checked row by row.
  await client.query("set session_replication_role = 'replica'");
  await client.query(
    'create temporary table clients as select row_number() over () as place, "User_Id" as id from users',
  );
  await client.query('create unique index on clients (place)');
  await client.query('analyze clients');

  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes
    where (tablename = 'invoices' or tablename like 'ledger%')
      and indexname not in (select conname from pg_constraint)`);
  for (const { name } of indexes) {
    await client.query(`drop index ${name}`);
  }
  await client.query(`
    insert into invoices (invoice_number, user_id, total_amount, status, buyer, supplier, terms, due_date, created_at)
    select 'INV-' || number, clients.id, (number % 5000) + 99.95, ${STATUS}, '{}', '{}', '{}', (issued_at + interval '7 days')::date, issued_at
    ${rowsOf(INVOICES)}
    join clients on place = ${PLACE}`);
  for (const statement of FILL_LEDGER) {
    await client.query(statement);
  }
  for (const { definition } of indexes) {
    await client.query(definition);
  }
  await client.query('vacuum analyze users, invoices, ledger_entries, ledger_items, ledger_allocations');
  await client.end();
};
