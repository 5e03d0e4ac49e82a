import pg from 'pg';
import { FILLED_AT } from './many-users.ts';

/** Invoices of the year before the filling. */
export const INVOICES = 1_200_000;
/** One of this many invoices is open. */
const INVOICES_PER_OPEN = 40;
const INVOICES_PER_VOID = 50;
/** One of this many invoices belonged to a client who was deleted. */
const INVOICES_PER_RETAINED = 100;

const YEAR_SECONDS = 365 * 24 * 60 * 60;

const rowsOf = (count: number) => `
  from generate_series(1, ${count}) as number
  cross join lateral (select timestamptz '${FILLED_AT.toISOString()}'
      - make_interval(secs => ${YEAR_SECONDS}::float8 * number / ${count}) as issued_at) as times`;

const STATUS = `case when number % ${INVOICES_PER_OPEN} = 0 then 'pending'
  when number % ${INVOICES_PER_VOID} = 1 then 'void' else 'paid' end`;

/** Fills a database that has users with the invoices of a year; buyer and supplier are empty, as no sum reads them. */
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
    where tablename = 'invoices' and indexname not in (select conname from pg_constraint)`);
  for (const { name } of indexes) {
    await client.query(`drop index ${name}`);
  }
  await client.query(`
    insert into invoices (invoice_number, user_id, total_amount, status, buyer, supplier, due_date, created_at)
    select 'INV-' || number, clients.id, (number % 5000) + 99.95, ${STATUS}, '{}', '{}', (issued_at + interval '7 days')::date, issued_at
    ${rowsOf(INVOICES)}
    join clients on place = number::bigint * 7919 / ${INVOICES_PER_OPEN} % (select count(*) from clients) + 1`);
  for (const { definition } of indexes) {
    await client.query(definition);
  }
  await client.query(`
    insert into retained_invoices (id, invoice_number, total_amount, status, buyer, supplier, lines, created_at, delete_after)
    select number, 'KEPT-' || number, 99.95, 'paid', '{}', '{}', '[]', issued_at, issued_at + interval '5 years'
    ${rowsOf(INVOICES / INVOICES_PER_RETAINED)}`);
  await client.query('vacuum analyze invoices, retained_invoices');
  await client.end();
};
