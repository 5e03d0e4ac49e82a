import { readCents } from '#shared/bank/bank-cells.ts';
import { isCalendarDay, isStorableDay } from '#shared/calendar.ts';
import { dayAfter, nameDay, startOfDay } from '#shared/dates.ts';
import { nameAccount } from './bank-account.ts';
import { type BankFile, BETWEEN_COLUMNS, type FileRow, type ShownRow } from './bank-file.ts';
import { saysReturned } from './bank-row-kinds.ts';
import type { OfxContent, Statement, Transaction } from './ofx-statements.ts';
import { NO_TRANSACTIONS, ONLY_PENDING, quoteFile, refuseFile } from './read-bank-row.ts';
import { sumDays } from './sum-days.ts';

/** The digits of a day, perhaps with a time and a zone: the day counts as the bank writes it. */
const DAY =
  /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?:[ T]?\d{2}(?::?\d{2}){0,2}(?:[.,:]\d{1,6})?)?\s*(?:Z|[-+]\d{2}:?\d{2}|\[.*\]?)?$/i;

const readDay = (text: string | undefined): string | undefined => {
  const [, year = '', month = '', date = ''] = DAY.exec(text ?? '') ?? [];
  const day = `${year}-${month}-${date}`;

  return isCalendarDay(Number(year), Number(month), Number(date)) && isStorableDay(day) ? day : undefined;
};

const dayBefore = (day: string): string => dayAfter(startOfDay(day), -1);

/** '1.250' or '1,250': OFX separates no thousands, but not every bank knows that. */
const TWO_MEANINGS = /^[-+−]?\d{1,3}[.,]\d{3}$/;
const ZEROS_BEHIND = /([.,]\d\d)0+$/;

const readAmount = (text: string): number | undefined =>
  TWO_MEANINGS.test(text) ? undefined : readCents(text.replace(ZEROS_BEHIND, '$1'));

const OUT_TYPES = new Set([
  'DEBIT',
  'PAYMENT',
  'DIRECTDEBIT',
  'REPEATPMT',
  'CHECK',
  'CASH',
  'ATM',
  'POS',
  'FEE',
  'SRVCHG',
]);
const IN_TYPES = new Set(['CREDIT', 'DEP', 'DIRECTDEP', 'INT', 'DIV']);
/** Money that the bank only reserves. */
const HOLD = 'HOLD';

const typeOf = ({ fields }: Transaction): string => (fields.get('TRNTYPE') ?? '').toUpperCase();

interface Row extends FileRow {
  type: string;
  isPending: boolean;
  isReturned: boolean;
}

const textOf = ({ fields }: Transaction, names: readonly string[]): string[] =>
  names.flatMap((name) => fields.get(name) || []);

/** Joins texts, without one that another begins with: a name is often the cut text of the memo. */
const join = (texts: readonly string[]): string => {
  const isPart = (text: string, place: number) =>
    texts.some((other, at) => at !== place && other.startsWith(text) && (other !== text || at < place));

  return texts.filter((text, place) => !isPart(text, place)).join(BETWEEN_COLUMNS);
};

const readRow = (transaction: Transaction): Row => {
  const { place, fields, isPending } = transaction;
  const refuse = (sentence: string) => refuseFile('text', `Transaction ${place}: ${sentence}`);
  const date = readDay(fields.get('DTPOSTED') ?? fields.get('DTTRAN'));
  const amountCents = readAmount(fields.get('TRNAMT') ?? '');
  if (date === undefined) {
    throw refuse('its day cannot be read. Is the file complete and unchanged?');
  }
  if (amountCents === undefined) {
    throw refuse('its amount cannot be read. Is the file complete and unchanged?');
  }
  const currency = fields.get('CURSYM')?.toUpperCase();
  if (currency !== undefined && currency !== RAND) {
    throw refuse(`it is in ${quoteFile(currency)}. The portal reads amounts in rand only.`);
  }
  const bankNumber = fields.get('FITID') || undefined;
  const description = join(textOf(transaction, ['NAME', 'EXTDNAME', 'PAYEE', 'MEMO', 'MEMO2']));
  const references = textOf(transaction, ['CHECKNUM', 'REFNUM']).filter(
    (text) => text !== bankNumber && !/^0+$/.test(text),
  );

  return {
    row: place,
    date,
    description,
    reference: join(references) || null,
    amountCents,
    balanceCents: null,
    bankNumber,
    type: typeOf(transaction),
    isPending: isPending || typeOf(transaction) === HOLD,
    isReturned: saysReturned([description]),
  };
};

/**
 * Takes the sign from the amount, as OFX says. A file that writes no minus at all says by the type of each row that money
 * went out; one whose signs all say the opposite of the types is not guessed at.
 */
const setSigns = (rows: readonly Row[]): { rows: Row[]; notes: string[] } => {
  const typed = rows.filter(({ type }) => IN_TYPES.has(type) || OUT_TYPES.has(type));
  const isOpposite = typed.every(({ type, amountCents }) => IN_TYPES.has(type) === amountCents < 0);
  if (isOpposite && new Set(typed.map(({ type }) => IN_TYPES.has(type))).size === 2) {
    throw refuseFile(
      'text',
      'The amounts of this file have other signs than its types. Please download the CSV.',
    );
  }
  const hasSigns = rows.some(({ amountCents }) => amountCents < 0);

  if (!hasSigns) {
    const untold = rows.find(({ type }) => !IN_TYPES.has(type) && !OUT_TYPES.has(type));
    if (untold && typed.some(({ type }) => OUT_TYPES.has(type))) {
      throw refuseFile(
        'text',
        `No amount of this file has a sign, and the type of transaction ${untold.row} says neither in nor out. Please download the CSV.`,
      );
    }
    const signed = rows.map((row) =>
      OUT_TYPES.has(row.type) ? { ...row, amountCents: -row.amountCents } : row,
    );

    return { rows: signed, notes: [] };
  }
  const [odd] = typed.filter(
    ({ type, amountCents }) => amountCents !== 0 && IN_TYPES.has(type) !== amountCents > 0,
  );

  return {
    rows: [...rows],
    notes: odd
      ? [`Transaction ${odd.row} is of type ${odd.type}, and its amount has the other sign. The sign counts.`]
      : [],
  };
};

const RAND = 'ZAR';

const requireOneAccount = (statements: readonly Statement[], own: readonly string[]): BankFile['account'] => {
  const named = new Set(statements.flatMap(({ accounts }) => accounts.filter((account) => account !== '')));
  if (named.size > 1) {
    throw refuseFile('text', 'The file is about several accounts. Please download one file for each.');
  }
  const [account] = named;

  return account === undefined ? { kind: 'none' } : nameAccount(account, own);
};

/** Two statements of one account may follow each other, but a row that stands in both would count twice. */
const requireApart = (statements: readonly Statement[]): void => {
  const spans = statements
    .map(({ start, end }) => ({ from: readDay(start) ?? '', to: readDay(end) ?? '9999' }))
    .toSorted((one, other) => one.from.localeCompare(other.from));
  if (spans.some(({ from }, place) => place > 0 && from <= (spans[place - 1]?.to ?? ''))) {
    throw refuseFile('text', 'The file has two statements of the same days. Please download one of them.');
  }
};

interface Span {
  from: string;
  to: string;
  newest: string;
}

/** The file's days: what DTEND promises counts at most to the day before the file was made, or to the newest row (D63). */
const findSpan = (
  rows: readonly Row[],
  statements: readonly Statement[],
  madeOn: string | undefined,
  today: string,
): Span => {
  const days = rows
    .filter(({ isPending }) => !isPending)
    .map(({ date }) => date)
    .toSorted();
  const [oldest] = days;
  const newest = days.at(-1);
  if (oldest === undefined || newest === undefined) {
    throw refuseFile('text', rows.length > 0 ? ONLY_PENDING : NO_TRANSACTIONS);
  }
  const starts = statements.flatMap(({ start }) => readDay(start) ?? []);
  const end = statements
    .flatMap((statement) => readDay(statement.end) ?? [])
    .toSorted()
    .at(-1);
  const made = readDay(madeOn);
  const whole = made === undefined ? newest : dayBefore(made < today ? made : today);
  const promised = end === undefined || end > whole ? whole : end;
  const [from = oldest] = [...starts, oldest].toSorted();

  return { from, to: end === undefined || promised < newest ? newest : promised, newest };
};

/** Returns the balance at the end of the file, and says why there is none if the file names one that cannot be it. */
const readClosing = (
  statements: readonly Statement[],
  { newest }: Span,
): { closingCents: number | null; notes: string[] } => {
  const last = statements.toSorted((one, other) => (one.end ?? '').localeCompare(other.end ?? '')).at(-1);
  if (last?.balance === undefined) {
    return { closingCents: null, notes: [] };
  }
  const closingCents = readAmount(last.balance);
  if (closingCents === undefined) {
    return {
      closingCents: null,
      notes: ['The closing balance of the file cannot be read, so it does not count.'],
    };
  }
  const asOf = readDay(last.balanceOf);
  const end = readDay(last.end) ?? newest;
  if (asOf !== undefined && (asOf < newest || asOf > (end > newest ? end : newest))) {
    return {
      closingCents: null,
      notes: [
        `The closing balance of the file is of ${nameDay(asOf)}, not of its last day, so it does not count.`,
      ],
    };
  }

  return { closingCents, notes: [] };
};

const becomesOf = ({ amountCents, isPending, isReturned }: Row): ShownRow['becomes'] =>
  isPending ? 'pending' : amountCents > 0 ? 'line' : isReturned ? 'returned' : 'out';

/** Reads the statements of an OFX file with the account, currency, signs and numbers that the bank gives (D63). */
export const readOfx = (
  { statements, bank, madeOn }: OfxContent,
  { today, accounts }: { today: string; accounts: readonly string[] },
): BankFile => {
  const foreign = statements.find(({ currency = RAND }) => currency.toUpperCase() !== RAND);
  if (foreign) {
    throw refuseFile(
      'text',
      `The file is in ${quoteFile(foreign.currency ?? '')}. The portal reads accounts in rand only.`,
    );
  }
  const account = requireOneAccount(statements, accounts);
  requireApart(statements);

  const { rows, notes } = setSigns(statements.flatMap(({ transactions }) => transactions.map(readRow)));
  const span = findSpan(rows, statements, madeOn, today);
  const closing = readClosing(statements, span);
  const moved = rows.filter(({ amountCents }) => amountCents !== 0);
  const fates = moved.map((row) => ({ row, becomes: becomesOf(row) }));
  const lines = fates.filter(({ becomes }) => becomes === 'line' || becomes === 'returned');
  const out = fates.filter(({ becomes }) => becomes === 'out');

  const shown = fates.map(({ row: { date, description, reference, amountCents }, becomes }) => ({
    date,
    description,
    reference,
    amountCents,
    becomes,
  }));

  return {
    format: 'ofx',
    bank,
    account,
    header: `OFX ${bank}`,
    rows: lines.map(({ row: { type: _, isPending: __, isReturned: ___, ...row } }) => row),
    shown,
    days: sumDays(shown, [], { openingCents: null, closingCents: closing.closingCents }),
    skipped: {
      count: rows.length - lines.length,
      cents: out.reduce((sum, { row }) => sum + row.amountCents, 0),
    },
    feeCents: 0,
    openingCents: null,
    closingCents: closing.closingCents,
    from: span.from,
    to: span.to,
    hasBalances: false,
    notes: [...notes, ...closing.notes],
  };
};
