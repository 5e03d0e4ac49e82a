import {
  type Account,
  ageDayOf,
  balanceOf,
  creditOf,
  dueOf,
  type Entry,
  type EntryKind,
  type Item,
  owedOf,
  writtenOffOf,
} from './books.ts';
import { addMonths, daysFromTo, firstDayOf, lastDayOf } from './calendar.ts';
import { toAmount, vatIn } from './cents.ts';

/** What statements, lists and reports must show, by D64, D66 and D71. Above 0 is what clients owe. */

const AGES = ['notDue', 'days30', 'days60', 'days90', 'older'] as const;
type Ages = Record<(typeof AGES)[number], number>;

const ageOf = (days: number): keyof Ages => {
  if (days <= 0) {
    return 'notDue';
  }
  if (days <= 30) {
    return 'days30';
  }
  if (days <= 60) {
    return 'days60';
  }

  return days <= 90 ? 'days90' : 'older';
};

const ageCents = (accounts: readonly Account[], day: string): Ages => {
  const ages: Ages = { notDue: 0, days30: 0, days60: 0, days90: 0, older: 0 };
  for (const account of accounts) {
    for (const item of account.items) {
      ages[ageOf(daysFromTo(ageDayOf(item), day))] += dueOf(account, item, day);
    }
  }

  return ages;
};

const toAmounts = <Name extends string>(cents: Record<Name, number>) =>
  Object.fromEntries(Object.entries<number>(cents).map(([name, value]) => [name, toAmount(value)])) as Record<
    Name,
    number
  >;

export const ageing = (accounts: readonly Account[], day: string) => toAmounts(ageCents(accounts, day));

/** What of an account is written off on a day, which the client may still pay. */
const stillPayable = (account: Account, day: string) => {
  const lost = account.items.filter((item) => writtenOffOf(account, item, day) > 0);
  const count = (kind: Item['kind']) => lost.filter((item) => item.kind === kind).length;

  return {
    amount: toAmount(lost.reduce((sum, item) => sum + writtenOffOf(account, item, day), 0)),
    invoices: count('invoice'),
    hasOpening: count('opening') > 0,
    refunds: count('refund'),
  };
};

export const statement = (account: Account, from: string, to: string, today: string) => {
  const on = to < today ? to : today;
  const shown = account.entries
    .filter(({ day }) => day >= from && day <= to)
    .sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)) || a.order - b.order);
  const opening = -account.entries.filter(({ day }) => day < from).reduce((sum, { cents }) => sum + cents, 0);
  let balance = opening;

  return {
    opening: toAmount(opening),
    lines: shown.map(({ day, bankDay, kind, item, cents }) => {
      balance -= cents;

      return {
        date: day,
        kind,
        number: item.number,
        dueDate: kind === 'invoice' ? item.dueDay : null,
        bankDate: bankDay === day ? null : bankDay,
        debit: cents < 0 ? toAmount(-cents) : null,
        credit: cents < 0 ? null : toAmount(cents),
        balance: toAmount(balance),
      };
    }),
    closing: toAmount(-balanceOf(account, to)),
    ageing: ageing([account], on),
    credit: toAmount(creditOf(account, to)),
    due: toAmount(owedOf(account, to)),
    stillPayable: stillPayable(account, to),
  };
};

const isLiving = ({ deletedOn }: Account) => deletedOn === null;

/** The bank's day of the last payment that was not returned by that day. */
const lastPaymentOf = ({ entries }: Account, day: string): string | null =>
  entries
    .filter((entry) => entry.kind === 'payment' && entry.day <= day)
    .filter(
      ({ item }) => !entries.some((one) => one.item === item && one.kind === 'reversal' && one.day <= day),
    )
    .map((entry) => entry.bankDay)
    .sort()
    .at(-1) ?? null;

export const debtors = (accounts: readonly Account[], day: string) =>
  accounts
    .filter((account) => isLiving(account) && owedOf(account, day) > 0)
    .map((account) => ({
      userId: account.userId,
      due: toAmount(owedOf(account, day)),
      ageing: ageing([account], day),
      oldestDueDate: account.items
        .filter((item) => dueOf(account, item, day) > 0)
        .map(ageDayOf)
        .sort()[0],
      lastPaymentDate: lastPaymentOf(account, day),
    }))
    .sort((a, b) => a.userId - b.userId);

export const debtorSums = (accounts: readonly Account[], day: string) => {
  const living = accounts.filter(isLiving);
  const ages = ageCents(living, day);

  return { ...toAmounts(ages), total: toAmount(Object.values(ages).reduce((sum, cents) => sum + cents, 0)) };
};

export const credits = (accounts: readonly Account[], day: string) =>
  accounts
    .filter((account) => isLiving(account) && creditOf(account, day) > 0)
    .map((account) => ({ userId: account.userId, credit: toAmount(creditOf(account, day)) }))
    .sort((a, b) => a.userId - b.userId);

/** The row of the control account to which an entry belongs. */
export const rowOf = ({ kind, item }: Entry): string => {
  const rows: Record<EntryKind, string> = {
    opening: 'adjustments',
    correction: 'adjustments',
    invoice: 'invoices',
    'credit-note': 'creditNotes',
    payment: 'receipts',
    refund: 'refunds',
    reversal: item.kind === 'invoice' ? 'voids' : 'returnedReceipts',
    'write-off': 'writeOffs',
    'write-off-reversal': 'writeOffs',
    recovery: 'recoveries',
  };

  return rows[kind];
};

export const CONTROL_ROWS = [
  'invoices',
  'creditNotes',
  'voids',
  'receipts',
  'returnedReceipts',
  'refunds',
  'adjustments',
  'writeOffs',
  'recoveries',
] as const;

const sumOf = (entries: readonly Entry[]) => -entries.reduce((sum, { cents }) => sum + cents, 0);

export const controlAccount = (accounts: readonly Account[], from: string, to: string) => {
  const all = accounts.flatMap((account) => account.entries);
  const during = all.filter(({ day }) => day >= from && day <= to);
  const living = accounts.filter(isLiving);
  const sumOver = (some: readonly Account[], cents: (account: Account) => number) =>
    toAmount(some.reduce((sum, account) => sum + cents(account), 0));

  return {
    opening: toAmount(sumOf(all.filter(({ day }) => day < from))),
    ...Object.fromEntries(
      CONTROL_ROWS.map((row) => [row, toAmount(sumOf(during.filter((entry) => rowOf(entry) === row)))]),
    ),
    closing: toAmount(sumOf(all.filter(({ day }) => day <= to))),
    owed: sumOver(living, (account) => owedOf(account, to)),
    credit: sumOver(living, (account) => creditOf(account, to)),
    closedAccounts: sumOver(
      accounts.filter((account) => !isLiving(account)),
      (account) => -balanceOf(account, to),
    ),
    unidentified: { opening: 0, in: 0, out: 0, closing: 0 },
    agrees: true,
  };
};

/** Kinds of entries of each row of the VAT report, with the sign that makes the row positive. */
const VAT_ROWS: Record<string, { kinds: EntryKind[]; sign: 1 | -1 }> = {
  invoices: { kinds: ['invoice'], sign: -1 },
  creditNotes: { kinds: ['credit-note'], sign: 1 },
  writtenOff: { kinds: ['write-off', 'write-off-reversal'], sign: 1 },
  recovered: { kinds: ['recovery'], sign: -1 },
};

interface Report {
  /** The last month of the tax period. */
  period: string;
  months: number;
  vatNumber: string;
}

const daysOf = ({ period, months }: Report) => ({
  from: firstDayOf(addMonths(period, 1 - months)),
  to: lastDayOf(period),
});

/** A report that was filed. */
export interface Filing extends Report {
  day: string;
}

const isIn = (day: string, report: Report): boolean => {
  const { from, to } = daysOf(report);

  return day >= from && day <= to;
};

/** The day on which the return of an invoice was furnished; what lies before the first filing was filed elsewhere. */
const furnishedOn = (invoice: Entry['item'], vatNumber: string | null, filings: readonly Filing[]) => {
  const own = filings.filter((filing) => filing.vatNumber === vatNumber);
  const [first] = own;
  if (first && invoice.day < daysOf(first).from) {
    return first.day;
  }

  return own.find((filing) => isIn(invoice.day, filing))?.day;
};

type Place = 'counts' | 'waits' | 'elsewhere';

/** Where the report of a period has an entry: a bad debt may be claimed only after the return of its invoice. */
const placeOf = (entry: Entry, report: Report, filings: readonly Filing[]): Place => {
  const { from, to } = daysOf(report);
  const mayWait = ['write-off', 'write-off-reversal', 'recovery'].includes(entry.kind);
  if (!mayWait || entry.vatNumber === null) {
    return isIn(entry.day, report) ? 'counts' : 'elsewhere';
  }
  if (entry.day > to) {
    return 'elsewhere';
  }
  const furnished = furnishedOn(entry.item, entry.vatNumber, filings);
  if (furnished === undefined || furnished > to) {
    return 'waits';
  }

  return entry.day >= from || furnished >= from ? 'counts' : 'elsewhere';
};

const entriesAt = (
  accounts: readonly Account[],
  report: Report,
  { place, filings }: { place: Place; filings: readonly Filing[] },
) =>
  accounts.flatMap((account) => account.entries).filter((entry) => placeOf(entry, report, filings) === place);

/** The number whose report has what bears no VAT: that of the last tax invoice, or the present one. */
const numberOfRest = (accounts: readonly Account[], report: Report, present: string | null) =>
  accounts
    .flatMap((account) => account.entries)
    .filter((entry) => entry.kind === 'invoice' && entry.vatNumber !== null && isIn(entry.day, report))
    .map(({ day, vatNumber }) => ({ day, vatNumber: vatNumber ?? '' }))
    .sort((a, b) => (`${a.day} ${a.vatNumber}` < `${b.day} ${b.vatNumber}` ? -1 : 1))
    .at(-1)?.vatNumber ?? present;

/** True if the number has something to report, or was the one in use. */
export const hasReport = (
  accounts: readonly Account[],
  report: Report,
  { filings, present }: { filings: readonly Filing[]; present: string | null },
): boolean =>
  numberOfRest(accounts, report, present) === report.vatNumber ||
  (['counts', 'waits'] as const).some((place) =>
    entriesAt(accounts, report, { place, filings }).some(({ vatNumber }) => vatNumber === report.vatNumber),
  );

/** The documents behind a row of the report, the oldest first. */
export const vatDocuments = (
  accounts: readonly Account[],
  report: Report,
  { row, filings }: { row: string; filings: readonly Filing[] },
) => {
  const { kinds = [], sign = 1 } = VAT_ROWS[row.replace('Waiting', '')] ?? {};
  const place = row.endsWith('Waiting') ? 'waits' : 'counts';

  return entriesAt(accounts, report, { place, filings })
    .filter(({ kind, vatNumber }) => kinds.includes(kind) && vatNumber === report.vatNumber)
    .map(({ day, item, cents, vatCents }) => ({
      number: item.number,
      date: day,
      gross: toAmount(sign * cents),
      vat: toAmount(sign * vatCents),
    }));
};

const vatRows = (entries: readonly Entry[]) =>
  Object.fromEntries(
    Object.entries(VAT_ROWS).map(([row, { kinds, sign }]) => {
      const documents = entries.filter(({ kind }) => kinds.includes(kind));
      const gross = documents.reduce((sum, { cents }) => sum + sign * cents, 0);
      const vat = documents.reduce((sum, { vatCents }) => sum + sign * vatCents, 0);

      return [row, { count: documents.length, ...toAmounts({ gross, net: gross - vat, vat }) }];
    }),
  );

/** 15/115 of the gross of a row, which stands beside its VAT. */
const withFractions = (rows: ReturnType<typeof vatRows>) =>
  Object.fromEntries(
    Object.entries(rows).map(([row, figures]) => [
      row,
      { ...figures, fraction: toAmount(vatIn(Math.round(Number(figures.gross) * 100))) },
    ]),
  );

/** The report of one VAT number for the tax period that ends with this month. */
export const vatReport = (
  accounts: readonly Account[],
  report: Report,
  { filings, present }: { filings: readonly Filing[]; present: string | null },
) => {
  const { period, vatNumber } = report;
  const { to } = daysOf(report);
  const counted = entriesAt(accounts, report, { place: 'counts', filings });
  const isOwn = (entry: Entry) => entry.vatNumber === vatNumber;
  const isRest = (entry: Entry) =>
    entry.vatNumber === null && numberOfRest(accounts, report, present) === vatNumber;
  const { writtenOff, recovered } = withFractions(
    vatRows(entriesAt(accounts, report, { place: 'waits', filings }).filter(isOwn)),
  );
  const credit = accounts.reduce((sum, account) => sum + creditOf(account, to), 0);

  return {
    period,
    vatNumber,
    agrees: true,
    ...withFractions(vatRows(counted.filter(isOwn))),
    waiting: { writtenOff, recovered },
    withoutVat: vatRows(counted.filter(isRest)),
    freeCredit: toAmounts({ gross: credit, vat: vatIn(credit) }),
  };
};
