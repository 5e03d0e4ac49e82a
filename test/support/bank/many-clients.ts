import pg from 'pg';

const SURNAMES = `{Dlamini,Nkosi,Ndlovu,Khumalo,Sithole,Mokoena,Molefe,Botha,"Van der Merwe",Pillay,Naidoo,Govender,Jacobs,Smith,Williams,Adams,Mahlangu,Zulu,Mthembu,Baloyi}`;
const PRICES = '{299,399,499,699,899,1199}';
export const FIRST_NUMBER = 10_001;
/** The day of the generated lines. Paid invoices were paid a month before. */
export const LINE_DAY = '2026-11-23';

/**
 * A third of the clients share twenty surnames, and all share six prices. Each has a paid invoice with the number of its
 * place, and nine of ten an open one with a number behind those. Half of them, and those without an open one, paid by a line whose payer is known. The
 * triggers do not run, so the rows are as they would have written them.
 */
const fill = (count: number): string[] => [
  `create temporary table client as
    select place, ${FIRST_NUMBER - 1} + place as number, (array['Amahle','Bongani','Chantal','Johan','Priya','Sipho'])[1 + place % 6] as name,
      case when place % 3 = 0 then ('${SURNAMES}'::text[])[1 + place / 3 % 20]
        else initcap('m' || translate(to_hex(place), '0123456789', 'ghijklmnop')) end as surname,
      ('${PRICES}'::numeric[])[1 + place * 7 % 6] as price
    from generate_series(1, ${count}) as place`,
  `insert into users ("User_Id", "User_Name", "User_Surname", "User_Email", "User_Mobile", "OWNumber", "User_Org", "User_Pass_Bkp",
      "User_Status", "User_Debit")
    select place, name, surname, 'client' || place || '@clients.example', '+277' || lpad(place::text, 8, '0'), 'OW' || number,
      case when place % 10 = 0 then surname || ' Trading' end, 'none', (place % 20 <> 0)::int, case when place % 10 = 1 then 0 else -price end
    from client`,
  `insert into services (user_id, service_category, account_username, msisdn, price_per_month)
    select place, 'Fibre', 'fibre' || place || '@fibre.example', '+2787' || lpad(place::text, 7, '0'), price from client`,
  `insert into invoices (id, invoice_number, user_id, total_amount, status, buyer, supplier, terms, due_date, created_at)
    select id, 'INV-2026-' || lpad(id::text, 6, '0'), place, price, status, '{}', '{}', '{}', '2026-11-10', '2026-10-20T10:00:00Z'
    from client cross join lateral (
      values (place, 'paid'), (case when place % 10 <> 1 then place + ${count} end, 'pending')) as invoice (id, status)
    where id is not null`,
  `insert into ledger_entries (id, item_id, user_id, kind, date, amount, due_date, invoice_id, number, created_at)
    select id, id, user_id, 'invoice', created_at::date, -total_amount, due_date, id, invoice_number, created_at from invoices`,
  `insert into ledger_entries (id, item_id, user_id, kind, date, bank_date, amount, method)
    select place + ${2 * count}, place + ${2 * count}, place, 'payment', '2026-10-23', '2026-10-23', price, 'eft' from client`,
  `insert into ledger_items (id, user_id, kind, date, due_date, invoice_id, number, amount, paid, used)
    select entry.id, entry.user_id, entry.kind, entry.date, entry.due_date, entry.invoice_id, entry.number, entry.amount,
      case when status = 'paid' then -entry.amount else 0 end, greatest(entry.amount, 0)
    from ledger_entries as entry left join invoices on invoices.id = entry.invoice_id`,
  `insert into bank_files (file_name, format, bank, account, header, from_day, to_day, book_from, skipped, skipped_amount, fees, duplicates,
      duplicates_amount, uploaded_by)
    values ('october.csv', 'csv', 'FNB', '62000000001', 'Date', '2026-10-01', '2026-10-31', '2026-10-01', 0, 0, 0, 0, 0, 1)`,
  `insert into bank_lines (id, file_id, account, date, description, amount, words, place, position, state, payer)
    select place, 1, '62000000001', '2026-10-23', 'FNB OB PMT', price, place::text, 1, 1, 'booked',
      upper('FNB OB PMT ' || left(name, 1) || ' ' || surname)
    from client where place % 2 = 0 or place % 10 = 1`,
  `insert into bank_bookings (line_id, entry_id, kind) select place, place + ${2 * count}, 'payment' from client where place % 2 = 0 or place % 10 = 1`,
];

/** Fills a migrated, empty database as superuser. */
export const addManyClients = async (connectionString: string, count: number): Promise<void> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query("set session_replication_role = 'replica'");
  for (const statement of fill(count)) {
    await client.query(statement);
  }
  await client.query(
    'vacuum analyze users, services, invoices, ledger_entries, ledger_items, bank_lines, bank_bookings',
  );
  await client.end();
};

export interface ManyClient {
  userId: number;
  owNumber: string;
  name: string;
  surname: string;
  priceCents: number;
  closedInvoice: string;
  openInvoice: string | null;
}

export const readManyClients = async (connectionString: string): Promise<ManyClient[]> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<ManyClient>(`
    select "User_Id" as "userId", "OWNumber" as "owNumber", "User_Name" as name, "User_Surname" as surname,
      (price_per_month * 100)::int as "priceCents", closed.invoice_number as "closedInvoice",
      open.invoice_number as "openInvoice"
    from users join services on user_id = "User_Id"
    join invoices as closed on closed.user_id = "User_Id" and closed.status = 'paid'
    left join invoices as open on open.user_id = "User_Id" and open.status = 'pending'
    order by "User_Id"`);
  await client.end();

  return rows;
};
