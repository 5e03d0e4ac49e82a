import pg from 'pg';

/**
 * A second computation of statements, ageing and totals, for comparison: it shares no code with the portal, reads the
 * rows of the ledger as they are, and counts in plain loops and whole cents.
 */

interface Entry {
  id: number;
  itemId: number;
  userId: number;
  kind: string;
  date: string;
  cents: number;
  ageDate: string;
  dueDate: string | null;
  bankDate: string | null;
  number: string | null;
}

interface Allocation {
  userId: number;
  creditId: number;
  debtId: number;
  cents: number;
  date: string;
}

interface Books {
  entries: Entry[];
  allocations: Allocation[];
}

const toCents = (decimal: string): number => Number(decimal.replace('.', ''));

/** Reads the whole ledger, by day and id. */
export const readBooks = async (connectionString: string): Promise<Books> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const entries = await client.query(
    'select id, item_id, user_id, kind, date::text as day, due_date::text as due, bank_date::text as bank, amount::text as amount, number from ledger_entries',
  );
  const allocations = await client.query(
    'select user_id, credit_id, debt_id, amount::text as amount, date::text as day from ledger_allocations',
  );
  await client.end();

  return {
    entries: entries.rows
      .map((row) => ({
        id: Number(row.id),
        itemId: Number(row.item_id),
        userId: row.user_id,
        kind: row.kind,
        date: row.day,
        cents: toCents(row.amount),
        ageDate: row.due ?? row.day,
        dueDate: row.due,
        bankDate: row.bank,
        number: row.number,
      }))
      .sort((a, b) => (a.date === b.date ? a.id - b.id : a.date < b.date ? -1 : 1)),
    allocations: allocations.rows.map((row) => ({
      userId: row.user_id,
      creditId: Number(row.credit_id),
      debtId: Number(row.debt_id),
      cents: toCents(row.amount),
      date: row.day,
    })),
  };
};

const daysFrom = (day: string, until: string): number => (Date.parse(until) - Date.parse(day)) / 86_400_000;

const columnOf = (age: number) => {
  if (age <= 0) {
    return 'notDue';
  }
  if (age <= 30) {
    return 'days30';
  }
  if (age <= 60) {
    return 'days60';
  }

  return age <= 90 ? 'days90' : 'older';
};

/** Says what an account owed on a day, by its age on another, and its credit, from the rows up to that day. */
const recomputeAccount = ({ entries, allocations }: Books, userId: number, day: string, ageOn: string) => {
  const ageing = { notDue: 0, days30: 0, days60: 0, days90: 0, older: 0 };
  let credit = 0;
  for (const first of entries.filter((entry) => entry.userId === userId && entry.id === entry.itemId)) {
    let cents = 0;
    for (const entry of entries) {
      cents += entry.itemId === first.id && entry.date <= day ? entry.cents : 0;
    }
    let allocated = 0;
    for (const { creditId, debtId, cents: part, date } of allocations) {
      allocated += (creditId === first.id || debtId === first.id) && date <= day ? part : 0;
    }
    if (cents > 0) {
      credit += cents - allocated;
    } else {
      ageing[columnOf(daysFrom(first.ageDate, ageOn))] += -cents - allocated;
    }
  }

  return { ageing, credit, due: Object.values(ageing).reduce((sum, cents) => sum + cents, 0) };
};

const WRITE_OFFS = ['write-off', 'write-off-reversal', 'recovery'];

/** What of an account was written off on a day, from the rows up to that day. */
const recomputeStillPayable = ({ entries }: Books, day: string) => {
  const centsByItem = new Map<number, number>();
  for (const { itemId, cents } of entries.filter(
    ({ kind, date }) => WRITE_OFFS.includes(kind) && date <= day,
  )) {
    centsByItem.set(itemId, (centsByItem.get(itemId) ?? 0) + cents);
  }
  const kinds = entries.filter(({ id }) => (centsByItem.get(id) ?? 0) > 0).map(({ kind }) => kind);

  return {
    amount: [...centsByItem.values()].reduce((sum, cents) => sum + cents, 0),
    invoices: kinds.filter((kind) => kind === 'invoice').length,
    hasOpening: kinds.includes('opening'),
    refunds: kinds.filter((kind) => kind === 'refund').length,
  };
};

const accountOf = ({ entries, allocations }: Books, userId: number): Books => ({
  entries: entries.filter((entry) => entry.userId === userId),
  allocations: allocations.filter((allocation) => allocation.userId === userId),
});

/** The statement of a period, in cents; above 0 is owed. */
export const recomputeStatement = (
  books: Books,
  { userId, from, to, today }: { userId: number; from: string; to: string; today: string },
) => {
  const own = accountOf(books, userId);
  let opening = 0;
  for (const entry of own.entries) {
    opening -= entry.date < from ? entry.cents : 0;
  }
  let balance = opening;
  const lines = own.entries
    .filter(({ date }) => date >= from && date <= to)
    .map(({ date, kind, number, cents, dueDate, bankDate }) => {
      balance -= cents;

      return {
        date,
        kind,
        number,
        dueDate: kind === 'invoice' ? dueDate : null,
        bankDate: bankDate === date ? null : bankDate,
        debit: cents < 0 ? -cents : null,
        credit: cents < 0 ? null : cents,
        balance,
      };
    });

  return {
    opening,
    lines,
    closing: balance,
    ...recomputeAccount(own, userId, to, to < today ? to : today),
    stillPayable: recomputeStillPayable(own, to),
  };
};

/** What all accounts owe on a day, by age, in cents. */
export const recomputeDebt = (books: Books, userIds: readonly number[], today: string) => {
  const sums = { notDue: 0, days30: 0, days60: 0, days90: 0, older: 0 };
  for (const userId of userIds) {
    const { ageing } = recomputeAccount(accountOf(books, userId), userId, today, today);
    for (const column of Object.keys(sums) as (keyof typeof sums)[]) {
      sums[column] += ageing[column];
    }
  }

  return sums;
};

const isWriteOff = (kind: string) => kind === 'write-off' || kind === 'write-off-reversal';

/** The row of the control account that counts an entry; its cents are above 0 in the client's favour. */
export const controlRowOf = ({ kind, cents }: Pick<Entry, 'kind' | 'cents'>): string => {
  if (kind === 'reversal') {
    return cents < 0 ? 'returnedReceipts' : 'voids';
  }
  if (isWriteOff(kind)) {
    return 'writeOffs';
  }
  const rows: Record<string, string> = {
    opening: 'adjustments',
    correction: 'adjustments',
    invoice: 'invoices',
    payment: 'receipts',
    refund: 'refunds',
    'credit-note': 'creditNotes',
    recovery: 'recoveries',
  };

  return rows[kind] ?? kind;
};

/** The control account of a period, in cents; above 0 is owed. `living` are the accounts that exist. */
export const recomputeControlAccount = (
  { entries, allocations }: Books,
  { from, to, living }: { from: string; to: string; living: ReadonlySet<number> },
) => {
  const rows: Record<string, number> = {
    invoices: 0,
    creditNotes: 0,
    voids: 0,
    receipts: 0,
    returnedReceipts: 0,
    refunds: 0,
    adjustments: 0,
    writeOffs: 0,
    recoveries: 0,
  };
  const items = new Map<number, { userId: number; cents: number; allocated: number }>();
  let opening = 0;
  let closing = 0;
  for (const entry of entries) {
    if (entry.date > to) {
      continue;
    }
    closing -= entry.cents;
    if (entry.date < from) {
      opening -= entry.cents;
    } else {
      const row = controlRowOf(entry);
      rows[row] = (rows[row] ?? 0) - entry.cents;
    }
    const item = items.get(entry.itemId) ?? { userId: entry.userId, cents: 0, allocated: 0 };
    item.cents += entry.cents;
    items.set(entry.itemId, item);
  }
  for (const { creditId, debtId, cents, date } of allocations) {
    for (const item of date > to ? [] : [items.get(creditId), items.get(debtId)]) {
      if (item) {
        item.allocated += cents;
      }
    }
  }
  const sums = { owed: 0, credit: 0, closedAccounts: 0 };
  for (const { userId, cents, allocated } of items.values()) {
    const open = Math.abs(cents) - allocated;
    if (!living.has(userId)) {
      sums.closedAccounts += cents > 0 ? -open : open;
    } else if (cents > 0) {
      sums.credit += open;
    } else {
      sums.owed += open;
    }
  }

  return { opening, ...rows, closing, ...sums };
};
