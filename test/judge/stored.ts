import pg from 'pg';
import type { Account, Entry, Item, ItemKind, World } from './books.ts';
import * as books from './books.ts';
import type { Tally } from './tally.ts';

/** The rows of money that a portal stores, as accounts of the judge: as they are, or written again from the entries. */

/** What payments name, by the id of their entry: an invoice, or the opening balance, and the part in cents. */
export type NamedParts = ReadonlyMap<number, readonly { invoiceId: number | null; amountCents: number }[]>;

interface EntryRow extends Omit<Entry, 'item'> {
  item: number;
  user: number;
  invoice: number | null;
  note: number | null;
  number: string | null;
  dueDay: string | null;
}

interface AllocationRow {
  user: number;
  credit: number;
  debt: number;
  cents: number;
  day: string;
  ends: boolean;
  isEnded: boolean;
}

const CENTS = (amount: string) => `(${amount} * 100)::int`;

const readRows = async (connectionString: string, users: readonly number[] | undefined) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const read = async <Row>(query: string) =>
    (
      await client.query(`${query} where $1::int[] is null or row.user_id = any ($1) order by row.id`, [
        users,
      ])
    ).rows as Row[];
  const entries = await read<EntryRow>(`
    select row.id::int as order, row.item_id::int as item, row.user_id as user, row.kind, row.date::text as day,
      coalesce(row.bank_date, row.date)::text as "bankDay", row.due_date::text as "dueDay", row.number,
      row.invoice_id as invoice, note.id as note, ${CENTS('row.amount')} as cents,
      coalesce(${CENTS('row.vat')}, 0) as "vatCents", row.vat_number as "vatNumber"
    from ledger_entries as row left join credit_notes as note on note.entry_id = row.id`);
  const allocations = await read<AllocationRow>(`
    select row.user_id as user, row.credit_id::int as credit, row.debt_id::int as debt, ${CENTS('row.amount')} as cents,
      row.date::text as day, row.ends is not null as ends,
      exists (select from ledger_allocations as later where later.ends = row.id) as "isEnded"
    from ledger_allocations as row`);
  const living = await client.query('select "User_Id" as id from users');
  await client.end();

  return { entries, allocations, living: new Set(living.rows.map(({ id }) => id)) };
};

const itemOf = (row: EntryRow): Item => ({
  kind: row.kind as ItemKind,
  id: { invoice: row.invoice, payment: row.order, 'credit-note': row.note }[row.kind as string] ?? 0,
  number: row.number,
  day: row.day,
  bankDay: row.bankDay,
  dueDay: row.dueDay,
  order: row.order,
  cents: row.cents,
  vat: row.vatNumber === null ? null : { cents: Math.abs(row.vatCents), number: row.vatNumber },
  invoice: null,
  isReversed: false,
  isReplaced: false,
});

/** Reads the accounts that have entries, or some of them, as they are stored. */
export const readStored = async (databaseUrl: string, users?: readonly number[]): Promise<Account[]> => {
  const rows = await readRows(databaseUrl, users);
  const items = new Map(
    rows.entries.filter(({ order, item }) => order === item).map((row) => [row.order, itemOf(row)]),
  );
  const find = (id: number) => items.get(id) as Item;
  const accounts = new Map<number, Account>();
  for (const { user, item: id, invoice, ...entry } of rows.entries) {
    const account = accounts.get(user) ?? books.makeAccount(user);
    accounts.set(user, account);
    account.deletedOn = rows.living.has(user) ? null : 'deleted';
    const item = find(id);
    account.entries.push({ ...entry, item });
    if (item.order === entry.order) {
      account.items.push(item);
    }
    if (entry.kind === 'opening') {
      account.importedCents = entry.cents;
    }
    if (entry.kind === 'credit-note') {
      item.invoice = account.items.find((one) => one.kind === 'invoice' && one.id === invoice) ?? null;
    }
    item.isReversed ||= entry.kind === 'reversal';
  }
  for (const { user, credit, debt, ...allocation } of rows.allocations) {
    accounts.get(user)?.allocations.push({ ...allocation, credit: find(credit), debt: find(debt) });
  }

  return [...accounts.values()];
};

/**
 * Writes the entries of an account again, in the order of their ids, by the rules: an id is taken while the account is
 * locked. A payment writes what it recovers.
 */
export const replay = (stored: Account, namedBy: NamedParts = new Map()): Account => {
  const account = books.makeAccount(stored.userId);
  account.deletedOn = stored.deletedOn;
  const find = (item: Item) => account.items[stored.items.indexOf(item)] as Item;
  const nameOf = ({ kind, id }: Item) => (kind === 'opening' ? null : id);
  const findNamed = (invoiceId: number | null) =>
    account.items.find(
      (item) => ['opening', 'invoice'].includes(item.kind) && nameOf(item) === invoiceId,
    ) as Item;

  for (const { kind, item, day, bankDay, cents, vatNumber, order } of stored.entries) {
    const world: World = { today: day, firstOpenDay: '', vatNumber, termsDays: 0 };
    const { id, number } = item;
    const acts: Record<Entry['kind'], () => unknown> = {
      opening: () => books.takeOn(account, world, cents, day, item.dueDay),
      invoice: () =>
        books.issue(account, world, { id, number: number ?? '', cents: -cents, dueDay: item.dueDay ?? day }),
      payment: () => {
        const named = (namedBy.get(order) ?? []).map((part) => ({
          item: findNamed(part.invoiceId),
          cents: part.amountCents,
        }));
        books.pay(account, { ...world, firstOpenDay: day }, { id, bankDay, cents, named, replaces: null });
      },
      refund: () => {
        books.refuseRefund(account, world, -cents, bankDay);
        books.refund(account, world, -cents, bankDay);
      },
      correction: () => books.correct(account, world, cents),
      reversal: () =>
        item.kind === 'payment'
          ? books.reverse(account, world, find(item), bankDay)
          : books.makeVoid(account, world, find(item)),
      'credit-note': () => {
        const invoice = find(item.invoice as Item);
        books.refuseCreditNote(account, invoice, cents);
        books.creditNote(account, world, invoice, { id, number: number ?? '', cents });
      },
      'write-off': () => {
        books.refuseWriteOff(account, find(item), cents);
        books.writeOff(account, world, find(item), cents);
      },
      'write-off-reversal': () => books.takeBack(account, world, find(item)),
      recovery: () => undefined,
    };
    acts[kind]();
  }

  return account;
};

/** What was allocated between two items on each day, the items by their places. */
const allocatedOf = (account: Account) => {
  const sums: Record<string, number> = {};
  for (const { credit, debt, day, cents } of account.allocations) {
    const name = `${account.items.indexOf(credit)} pays ${account.items.indexOf(debt)} on ${day}`;
    sums[name] = (sums[name] ?? 0) + cents;
  }

  return Object.entries(sums)
    .filter(([, cents]) => cents !== 0)
    .sort();
};

const entriesOf = (account: Account) =>
  account.entries.map(({ item, order, ...entry }) => ({ ...entry, item: account.items.indexOf(item) }));

/** What the portal keeps beside the entries: of each item, of the account, and the status of each invoice. */
const readKept = async (connectionString: string, { userId }: Account) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const items = await client.query(
    `select ${CENTS('due')} as due, ${CENTS('free')} as free, ${CENTS('written_off')} as "writtenOff",
      ${CENTS('credited')} as credited, coalesce(status, '') as status
    from ledger_items as item left join invoices on invoices.id = item.invoice_id
    where item.user_id = $1 order by item.id`,
    [userId],
  );
  const balance = await client.query(
    `select ${CENTS('"User_Debit"')} as cents from users where "User_Id" = $1`,
    [userId],
  );
  await client.end();

  return { items: items.rows, balance: balance.rows[0]?.cents };
};

const keptOf = (account: Account) => ({
  items: account.items.map((item) => ({
    due: books.dueOf(account, item),
    free: books.freeOf(account, item),
    writtenOff: books.writtenOffOf(account, item),
    credited: books.creditedOf(account, item),
    status: item.kind === 'invoice' ? books.statusOf(account, item) : '',
  })),
  balance: books.balanceOf(account),
});

interface Storing {
  databaseUrl: string;
  tally: Tally;
  namedBy?: NamedParts;
  users?: readonly number[];
}

/** Replays what a portal stores of accounts, compares every row with what the rules give, and returns the judge's books. */
export const replayStored = async ({ databaseUrl, tally, namedBy, users }: Storing): Promise<Account[]> => {
  const replayed: Account[] = [];
  for (const stored of await readStored(databaseUrl, users)) {
    const account = replay(stored, namedBy);
    const where = `client ${account.userId}`;
    tally.compare('entries as stored', where, entriesOf(account), entriesOf(stored));
    tally.compare('allocations as stored', where, allocatedOf(account), allocatedOf(stored));
    if (account.deletedOn === null) {
      tally.compare('items as stored', where, keptOf(account), await readKept(databaseUrl, account));
    }
    replayed.push(account);
  }

  return replayed;
};
