import * as books from './books.ts';
import { type Account, ageDayOf, type Item, type World } from './books.ts';
import { addDays, addMonths, firstDayOf, lastDayOf, monthOf } from './calendar.ts';
import { toAmount } from './cents.ts';
import { type Court, readFiled } from './court.ts';
import { invoiceNow, noteNow, paymentNow } from './documents.ts';
import * as figures from './figures.ts';
import type { Tally } from './tally.ts';

/** Reads what the portal shows, and compares it with the books. */

/** A portal as an administrator calls it, and the books of its accounts. */
export interface Judged {
  portal: Pick<Court['portal'], 'call'>;
  tally: Tally;
  accounts: readonly Account[];
  world: World;
}

const allocationOf = ({ item, cents }: { item: Item; cents: number }) => ({
  kind: item.kind,
  invoiceId: item.kind === 'invoice' ? item.id : null,
  amount: toAmount(cents),
});

const byName = (a: unknown, b: unknown) => JSON.stringify(a).localeCompare(JSON.stringify(b));

/** Sums up what the answer lists for the same item. */
const readAllocations = (rows: { kind: string; invoiceId: number | null; amount: number }[]) => {
  const sums = new Map<string, number>();
  for (const { kind, invoiceId, amount } of rows) {
    const name = JSON.stringify({ kind, invoiceId });
    sums.set(name, (sums.get(name) ?? 0) + Math.round(amount * 100));
  }

  return [...sums].map(([name, cents]) => ({ ...JSON.parse(name), amount: toAmount(cents) })).sort(byName);
};

const merge = (rows: ReturnType<typeof allocationOf>[]) => readAllocations(rows);

const comparePayments = async ({ portal, tally }: Judged, account: Account): Promise<void> => {
  const answered: Record<string, unknown>[] = [];
  for (let before = ''; ; ) {
    const { body } = await portal.call('GET', `/api/users/${account.userId}/payments${before}`);
    answered.push(...body);
    if (body.length < 50) {
      break;
    }
    before = `?before=${encodeURIComponent(body.at(-1).cursor)}`;
  }
  const expected = account.entries
    .filter(({ kind }) => kind === 'payment' || kind === 'refund' || kind === 'correction')
    .sort((a, b) => (a.day > b.day ? -1 : Number(a.day < b.day)) || b.order - a.order)
    .map(({ kind, item, cents, day, bankDay }) => ({
      kind,
      date: day,
      ...(kind !== 'correction' && { bankDate: bankDay }),
      amount: toAmount(cents),
      ...(kind === 'payment' && {
        // A payment that the portal recorded by 'paid' has an id that only the list shows.
        ...(item.id > 0 && { id: item.id }),
        unallocated: paymentNow(account, item).unallocated,
        isReversed: item.isReversed,
        allocations: merge(books.paidBy(account, item).map(allocationOf)),
      }),
    }));
  const seen = answered
    .filter(({ kind }) => ['payment', 'refund', 'correction'].includes(String(kind)))
    .map((row) => ({
      ...row,
      isReversed: row.reversedAt !== null,
      allocations: readAllocations(row.allocations as never),
    }));
  tally.compare('payments', `${account.userId} payments`, expected, seen);
};

/** Reads payments that were recorded by 'paid', so that they can be reversed. */
export const learnPayments = async ({ portal }: Court, account: Account): Promise<void> => {
  const unknown = account.items.filter(({ kind, id }) => kind === 'payment' && id === 0);
  const known = new Set(account.items.filter(({ kind }) => kind === 'payment').map(({ id }) => id));
  if (unknown.length === 0) {
    return;
  }
  const { body } = await portal.call('GET', `/api/users/${account.userId}/payments`);
  const listed = body
    .filter((row: { kind: string; id: number }) => row.kind === 'payment' && !known.has(row.id))
    .map(({ id }: { id: number }) => id)
    .sort((a: number, b: number) => a - b);
  for (const [index, item] of unknown.entries()) {
    item.id = listed[index] ?? 0;
  }
};

/** What is due, in the order in which it is paid; then what is written off, which only a payment that names it pays. */
const listedItems = (account: Account): Item[] => [
  ...books.openItemsOf(account),
  ...account.items
    .filter((item) => books.dueOf(account, item) === 0 && books.writtenOffOf(account, item) > 0)
    .sort(books.byPayingOrder),
];

export const compareAccount = async (court: Judged, account: Account): Promise<void> => {
  const { portal, tally, world } = court;
  const read = async (path: string) => (await portal.call('GET', path)).body;
  const where = `${world.today} client ${account.userId}`;

  const balance = books.balanceOf(account);
  const user = await read(`/api/admin/users/${account.userId}`);
  tally.compare('balances', `${where} User_Debit`, toAmount(balance), Number(user.User_Debit));

  const debt = await read(`/api/users/${account.userId}/debt`);
  tally.compare(
    'debts and open items',
    `${where} debt`,
    {
      owed: toAmount(books.owedOf(account)),
      credit: toAmount(books.creditOf(account)),
      items: listedItems(account).map((item) => ({
        kind: item.kind,
        number: item.kind === 'invoice' ? item.number : null,
        date: item.day,
        dueDate: item.dueDay,
        amountDue: toAmount(books.dueOf(account, item)),
        writtenOff: toAmount(books.writtenOffOf(account, item)),
      })),
    },
    debt,
  );

  const invoices = await read(`/api/users/${account.userId}/invoices`);
  const issued = account.items.filter(({ kind }) => kind === 'invoice');
  tally.compare(
    'invoices',
    `${where} invoices`,
    issued.map((item) => invoiceNow(account, item)).reverse(),
    invoices,
  );
  await comparePayments(court, account);

  const notes = account.items.filter(({ kind }) => kind === 'credit-note');
  if (notes.length > 0) {
    const answered = await read(`/api/users/${account.userId}/credit-notes`);
    const newestFirst = notes.map((note) => noteNow(account, note)).reverse();
    tally.compare('credit notes', `${where} credit notes`, newestFirst, answered);
  }

  for (const month of new Set(account.billed.flatMap(({ from, to }) => [monthOf(from), monthOf(to)]))) {
    const answered = await read(`/api/admin/users/${account.userId}/billed-services?month=${month}`);
    const byDay = (a: { serviceId: number; from: string }, b: { serviceId: number; from: string }) =>
      a.serviceId - b.serviceId || (a.from < b.from ? -1 : 1);
    const expected = account.billed
      .filter(({ isEnded, from, to }) => !isEnded && from <= lastDayOf(month) && to >= firstDayOf(month))
      .map(({ serviceId, from, to, invoice }) => ({ serviceId, from, to, invoiceId: invoice.id }))
      .sort(byDay);
    tally.compare('billed days', `${where} ${month}`, expected, [...answered].sort(byDay));
  }
};

/** Never below zero, on no day: what is due, and what is free. */
const compareBounds = ({ tally }: Judged, account: Account): void => {
  const days = new Set([...account.entries, ...account.allocations].map(({ day }) => day));
  for (const day of days) {
    const wrong = account.items.filter(
      (item) => books.dueOf(account, item, day) < 0 || books.freeOf(account, item, day) < 0,
    );
    tally.compare('items on each day', `${account.userId} on ${day}`, 0, wrong.length);
  }
};

type Line = Record<string, unknown>;

const isSameRun = (a: Line | undefined, b: Line | undefined): boolean =>
  a !== undefined && b !== undefined && a.date === b.date && a.kind === b.kind;

/**
 * One act may write off or recover several items, in an order that nothing promises. Such lines are put in the order of
 * their amounts, each with the balance after the last of them.
 */
const withoutOrderOfAct = (lines: readonly Line[]): Line[] => {
  const done: Line[] = [];
  for (let start = 0; start < lines.length; ) {
    let end = start + 1;
    const isOfItems = ['write-off', 'recovery'].includes(String(lines[start]?.kind));
    while (isOfItems && isSameRun(lines[start], lines[end])) {
      end += 1;
    }
    const balance = lines[end - 1]?.balance;
    const run = lines.slice(start, end).map((line) => ({ ...line, balance }));
    done.push(...run.sort((a: Line, b: Line) => Number(a.debit ?? a.credit) - Number(b.debit ?? b.credit)));
    start = end;
  }

  return done;
};

export const compareStatement = async (
  { portal, tally, world }: Judged,
  account: Account,
  from: string,
  to: string,
): Promise<void> => {
  const { body } = await portal.call('GET', `/api/users/${account.userId}/statement?from=${from}&to=${to}`);
  const where = `${world.today} client ${account.userId} from ${from} to ${to}`;
  const expected = figures.statement(account, from, to, world.today);
  tally.compare(
    'statements',
    where,
    { ...expected, lines: withoutOrderOfAct(expected.lines) },
    { ...body, lines: withoutOrderOfAct(body.lines ?? []) },
  );
};

/** Days after it was due on which a debt changes its age. */
export const EDGES = [0, 1, 30, 31, 60, 61, 90, 91] as const;

/** Statements of the whole time, its quarters, a month, a day, one that is not over, and the edges of the ages. */
export const compareStatements = async (
  court: Judged,
  account: Account,
  { firstMonth, months, pick }: { firstMonth: string; months: number; pick: (most: number) => number },
): Promise<void> => {
  const monthAt = (place: number) => addMonths(firstMonth, place);
  const { today } = court.world;
  await compareStatement(court, account, firstDayOf(firstMonth), lastDayOf(monthAt(months - 1)));
  for (let place = 0; place + 2 < months; place += 3) {
    await compareStatement(court, account, firstDayOf(monthAt(place)), lastDayOf(monthAt(place + 2)));
  }
  const month = monthAt(pick(months));
  await compareStatement(court, account, firstDayOf(month), lastDayOf(month));
  await compareStatement(court, account, today, addDays(today, 40));
  const owed = account.items.filter(({ kind }) => kind === 'invoice' || kind === 'opening');
  const item = owed[pick(owed.length)];
  for (const days of item ? EDGES : []) {
    const day = addDays(ageDayOf(item as Item), days);
    await compareStatement(court, account, day, day);
  }
  compareBounds(court, account);
};

/** Reads all pages of a list. */
const readPages = async ({ portal }: Judged, path: string, name: string) => {
  const all: { userId: number }[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await portal.call(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}page=${page}&limit=100`,
    );
    all.push(...(body[name] ?? []));
    if (!body[name] || all.length >= body.total) {
      return { all: all.sort((a, b) => a.userId - b.userId), last: body };
    }
  }
};

/** The age analysis and the clients in credit as at a day; without one, those of now. */
export const compareDebtors = async (court: Judged, day?: string): Promise<void> => {
  const { portal, tally, accounts, world } = court;
  const on = day ?? world.today;
  const asAt = day === undefined ? '' : `?asAt=${day}`;
  const where = `${world.today} as at ${on}`;
  const { all } = await readPages(court, `/api/admin/debtors${asAt}`, 'debtors');
  tally.compare('age analysis', `${where} debtors`, figures.debtors(accounts, on), all);
  const sums = await portal.call('GET', `/api/admin/debtors/sums${asAt}`);
  tally.compare('age analysis', `${where} sums`, figures.debtorSums(accounts, on), sums.body);
};

export const compareCredits = async (court: Judged, day?: string): Promise<void> => {
  const { tally, accounts, world } = court;
  const on = day ?? world.today;
  const { all, last } = await readPages(
    court,
    `/api/admin/credits${day === undefined ? '' : `?asAt=${day}`}`,
    'clients',
  );
  const expected = figures.credits(accounts, on);
  const sum = expected.reduce((total, { credit }) => total + Math.round(credit * 100), 0);
  tally.compare('clients in credit', `${world.today} as at ${on}`, expected, all);
  tally.compare('clients in credit', `${world.today} as at ${on} sum`, toAmount(sum), last.sum);
};

export const compareControlOf = async (court: Judged, from: string, to: string): Promise<void> => {
  const { portal, tally, accounts, world } = court;
  const { body } = await portal.call('GET', `/api/admin/ledger/totals?from=${from}&to=${to}`);
  const expected = figures.controlAccount(accounts, from, to);
  tally.compare(
    'control account',
    `${world.today} ${from} to ${to}`,
    { ...expected, isClosed: to < world.firstOpenDay },
    body,
  );
};

export const compareControl = (court: Judged, month: string): Promise<void> =>
  compareControlOf(court, firstDayOf(month), lastDayOf(month));

/** The entries behind a row of the control account. */
export const compareRow = async (court: Judged, month: string, row: string): Promise<void> => {
  const { portal, tally, accounts } = court;
  const [from, to] = [firstDayOf(month), lastDayOf(month)];
  const expected = accounts
    .flatMap((account) => account.entries)
    .filter((entry) => entry.day >= from && entry.day <= to && figures.rowOf(entry) === row)
    .map(({ day, kind, cents }) => ({ date: day, kind, amount: toAmount(-cents) }));
  const answered: typeof expected = [];
  for (let page = 1; ; page += 1) {
    const { body } = await portal.call(
      'GET',
      `/api/admin/ledger/entries?from=${from}&to=${to}&row=${row}&page=${page}`,
    );
    for (const { date, kind, amount } of body.entries ?? []) {
      answered.push({ date, kind, amount });
    }
    if (!body.entries?.length || answered.length >= body.total) {
      break;
    }
  }
  tally.compare('entries of rows', `${month} ${row}`, expected.sort(byName), answered.sort(byName));
};

const byDocument = (a: unknown, b: unknown) => {
  const [one, other] = [a, b].map((row) => {
    const { date, number, gross } = row as { date: string; number: string; gross: number };

    return `${date} ${number} ${gross.toFixed(2).padStart(15)}`;
  });

  return (one ?? '') < (other ?? '') ? -1 : 1;
};

export const compareVat = async (
  court: Judged & Pick<Court, 'filed'>,
  report: { period: string; months: number; vatNumber: string },
): Promise<void> => {
  const { portal, tally, accounts, world, filed: filings } = court;
  const { period, vatNumber } = report;
  const { body } = await portal.call('GET', `/api/admin/vat-report?period=${period}&vatNumber=${vatNumber}`);
  tally.compare(
    'VAT report',
    `${world.today} ${period} ${vatNumber}`,
    figures.vatReport(accounts, report, { filings, present: world.vatNumber }),
    body,
  );
  const rows = [
    'invoices',
    'creditNotes',
    'writtenOff',
    'recovered',
    'writtenOffWaiting',
    'recoveredWaiting',
  ];
  for (const row of rows) {
    const documents: unknown[] = [];
    for (let page = 1; ; page += 1) {
      const address = `/api/admin/vat-report/documents?period=${period}&vatNumber=${vatNumber}&row=${row}&page=${page}`;
      const answer = (await portal.call('GET', address)).body;
      documents.push(...(answer.documents ?? []));
      if (!answer.documents?.length || documents.length >= answer.total) {
        break;
      }
    }
    const expected = figures.vatDocuments(accounts, report, { row, filings });
    tally.compare(
      'VAT documents',
      `${period} ${vatNumber} ${row}`,
      expected.sort(byDocument),
      documents.sort(byDocument),
    );
  }
};

/** A filed report always has the same bytes. */
export const compareFiled = async (court: Court): Promise<void> => {
  for (const { period, vatNumber, bytes } of court.filed) {
    court.tally.compare(
      'filed reports',
      `${period} ${vatNumber}`,
      bytes,
      await readFiled(court, period, vatNumber),
    );
  }
};

/**
 * Each closing keeps the figures that it had. Those of a month that is still closed equal the books as they are now; only
 * what clients owe may have moved to closed accounts, when they were deleted.
 */
export const compareClosings = async ({ portal, tally, accounts, closed }: Court): Promise<void> => {
  const { body } = await portal.call('GET', '/api/admin/closings');
  const expected = closed.map(({ month, isOpened, totals, ageing }) => ({
    month,
    isOpened,
    totals: JSON.stringify(totals),
    ageing: JSON.stringify(ageing),
  }));
  const answered = Array.isArray(body) ? body : [];
  tally.compare(
    'closings',
    'all',
    expected,
    answered.map(({ month, openedAt, totals, ageing }) => ({
      month,
      isOpened: openedAt !== null,
      totals: JSON.stringify(totals),
      ageing: JSON.stringify(ageing),
    })),
  );
  for (const { month, isOpened, totals } of closed) {
    if (!isOpened) {
      const now = figures.controlAccount(accounts, firstDayOf(month), lastDayOf(month));
      const { owed, credit, closedAccounts, ...sums } = { ...now };
      tally.compare('closings', `${month} recomputed`, sums, totals);
    }
  }
};

/** The numbers of each series are 1, 2, 3 … of their year. */
export const compareNumbers = ({ numbers, tally }: Court): void => {
  const series = new Map<string, string[]>();
  for (const number of numbers) {
    const name = number.slice(0, number.lastIndexOf('-'));
    series.set(name, [...(series.get(name) ?? []), number]);
  }
  for (const [name, given] of series) {
    const expected = given.map((_, index) => `${name}-${String(index + 1).padStart(6, '0')}`);
    tally.compare('number series', name, expected, given.sort());
  }
};
