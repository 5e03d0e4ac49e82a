import { decimalFromCents } from '#shared/money.ts';

/** What an account shows; money out is below 0. */
export interface BankTransaction {
  /** '2026-11-27' */
  date: string;
  description: string;
  reference: string;
  cents: number;
  /** What the bank took for it. Only some banks have a column for it; at the others it is no row of its own. */
  feeCents?: number;
}

interface Row extends BankTransaction {
  feeCents: number;
  balanceCents: number;
}

interface Ends {
  account: string;
  openingCents: number;
  closingCents: number;
  rows: readonly Row[];
}

/** How the records of a bank's file look, the rows in the order of time. */
interface Writer {
  hasFees?: boolean;
  hasReferences?: boolean;
  above: (ends: Ends) => string[][];
  row: (row: Row, ends: Ends) => string[];
  below?: (ends: Ends) => string[][];
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const withSlashes = (date: string): string => date.replaceAll('-', '/');
const dayFirst = (date: string): string => date.split('-').toReversed().join('/');
const withMonth = (date: string): string =>
  `${date.slice(8)}${MONTHS[Number(date.slice(5, 7)) - 1]}${date.slice(0, 4)}`;

const withPlus = (cents: number): string => `${cents < 0 ? '' : '+'}${decimalFromCents(cents)}`;
const withSpaces = (cents: number): string =>
  decimalFromCents(cents).replaceAll(/(?<=\d)(?=(?:\d{3})+\.)/g, ' ');

const words = (header: string): string[] => header.split(',');
const empty = (rows: number): string[][] => Array.from({ length: rows }, () => ['']);
const oneText = ({ description, reference }: Row): string => `${description} ${reference}`.trim();

/** A row of Standard Bank that only says a balance. */
const noteBalance = (note: string, row: Row | undefined, cents: number): string[] => {
  const day = withSlashes(row?.date ?? '');

  return [day, day, '0043', note, '', withPlus(cents), '', note, '', ''];
};

const WRITERS = {
  FNB: {
    hasReferences: true,
    above: ({ account }) => [
      [`ACCOUNT TRANSACTION HISTORY FOR ACCOUNT NUMBER ${account}`],
      [''],
      words('Date,SERVICE FEE,Amount,DESCRIPTION,REFERENCE,Balance,CHEQUE NUMBER'),
    ],
    row: ({ date, description, reference, cents, balanceCents }) => [
      withSlashes(date),
      '0',
      String(cents / 100),
      description,
      reference,
      String(balanceCents / 100),
      '0',
    ],
  },
  'Standard Bank': {
    hasReferences: true,
    above: ({ account, openingCents, rows }) => [
      ...[
        ['Statement of Account'],
        ['Account Name:', 'OW CONNECT (PTY) LTD'],
        ['Account No:', `${account.replace(/^0+/, '')} - SBZAZAJJ`],
        ['A/C Type:', 'ORD CURRENT ACCOUNT'],
        ['BIC Code:', 'SBZAZAJJ'],
        ['Bank Name:', 'STANDARD BANK OF SA LTD'],
        ['Currency:', 'ZAR - SOUTH AFRICAN RAND'],
      ].flatMap((cells) => [cells, ['']]),
      words(
        'Date,Value Date,Statement Number,Description,Amount,Balance,Type,Originator Reference,Customer Reference,',
      ),
      noteBalance('OPEN BALANCE', rows[0], openingCents),
    ],
    row: ({ date, description, reference, cents, balanceCents }) => [
      withSlashes(date),
      withSlashes(date),
      '0043',
      description,
      withPlus(cents),
      withPlus(balanceCents),
      'TRF',
      '',
      reference,
      '',
    ],
    below: ({ closingCents, rows }) => [noteBalance('CLOSE BALANCE', rows.at(-1), closingCents)],
  },
  'Capitec Business': {
    hasFees: true,
    hasReferences: true,
    above: () => [
      ['Capitec Business'],
      ['Transaction history'],
      words('Account,Date,Description,Reference,Amount,Fees,Balance'),
    ],
    row: ({ date, description, reference, cents, feeCents, balanceCents }, { account }) => [
      account,
      dayFirst(date),
      description,
      reference,
      decimalFromCents(cents),
      decimalFromCents(-feeCents),
      decimalFromCents(balanceCents),
    ],
    below: ({ rows }) => [
      [
        'Total',
        '',
        '',
        '',
        decimalFromCents(rows.reduce((sum, { cents }) => sum + cents, 0)),
        decimalFromCents(-rows.reduce((sum, { feeCents }) => sum + feeCents, 0)),
        '',
      ],
    ],
  },
  Absa: {
    above: () => [words('Date,Description,Amount,Balance')],
    row: (row) => [
      row.date.replaceAll('-', ''),
      oneText(row).padEnd(60),
      decimalFromCents(row.cents),
      decimalFromCents(row.balanceCents),
    ],
  },
  Nedbank: {
    above: ({ account, openingCents, rows }) => [
      ['Statement Enquiry :'],
      ['Account Number : ', account],
      ['Account Description : ', 'Business Current'],
      ['Statement Number : ', '43'],
      [withMonth(rows[0]?.date ?? ''), 'BROUGHT FORWARD', '', decimalFromCents(openingCents)],
    ],
    row: (row) => [
      withMonth(row.date),
      oneText(row),
      decimalFromCents(row.cents),
      decimalFromCents(row.balanceCents),
    ],
    below: ({ closingCents, rows }) =>
      ['CARRIED FORWARD', 'PROVISIONAL STATEMENT'].map((note) => [
        withMonth(rows.at(-1)?.date ?? ''),
        note,
        '',
        decimalFromCents(closingCents),
      ]),
  },
  'Bank Zero': {
    hasFees: true,
    hasReferences: true,
    above: () => [words('Date,Day,Time,Type,Description 1,Description 2,Fee,Amount,Balance,Has Attachments')],
    row: ({ date, description, reference, cents, feeCents, balanceCents }) => [
      date,
      DAYS[new Date(date).getUTCDay()] ?? '',
      '08:15',
      cents < 0 ? 'Payment' : 'EFT',
      description,
      reference,
      withSpaces(feeCents),
      withSpaces(cents),
      withSpaces(balanceCents),
      'No',
    ],
  },
} satisfies Record<string, Writer>;

export type BankName = keyof typeof WRITERS;

export const BANK_NAMES = Object.keys(WRITERS) as BankName[];

const writerOf = (bank: BankName): Writer => WRITERS[bank];

/** True if a bank's file has a column for the client's words, besides the bank's own. */
export const hasReferences = (bank: BankName): boolean => writerOf(bank).hasReferences ?? false;
export const hasFees = (bank: BankName): boolean => writerOf(bank).hasFees ?? false;

/** Writes the cells as a South African Excel saves them again: the commas are decimal. */
const asSpreadsheet = (cell: string): string =>
  /^[+-]?[\d ]+\.\d+$/.test(cell)
    ? cell.replace('+', '').replace('.', ',')
    : cell
        .replace(/^(\d\d)([A-Z][a-z]{2})20(\d\d)$/, '$1-$2-$3')
        .replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3/$2/$1');

const toRecord = (cells: readonly string[], separator: string): string =>
  cells
    .map((cell) =>
      /["\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell,
    )
    .join(separator);

/** Makes the file that a bank offers for download. The transactions are the oldest first. */
export const makeBankFile = (
  bank: BankName,
  {
    account,
    openingCents,
    transactions,
    isNewestFirst = false,
    isSpreadsheet = false,
  }: {
    account: string;
    openingCents: number;
    transactions: readonly BankTransaction[];
    /** Rows that name a balance stay at their ends. */
    isNewestFirst?: boolean;
    /** True for the file after Excel has saved it. */
    isSpreadsheet?: boolean;
  },
): string => {
  const writer = writerOf(bank);
  let balanceCents = openingCents;
  const rows = transactions.map((transaction) => {
    const feeCents = writer.hasFees ? (transaction.feeCents ?? 0) : 0;
    balanceCents += transaction.cents - feeCents;

    return { ...transaction, feeCents, balanceCents };
  });
  const ends = { account, openingCents, closingCents: balanceCents, rows };
  const written = rows.map((row) => writer.row(row, ends));
  const above = writer.above(ends);
  const below = writer.below?.(ends) ?? [];
  const records = [...above, ...(isNewestFirst ? written.toReversed() : written), ...below];
  const width = Math.max(...records.map(({ length }) => length));

  return isSpreadsheet
    ? records
        .map((cells) => [...cells, ...empty(width - cells.length).flat()].map(asSpreadsheet))
        .map((cells) => `${toRecord(cells, ';')}\r\n`)
        .join('')
    : records.map((cells) => `${toRecord(cells, ',')}\r\n`).join('');
};
