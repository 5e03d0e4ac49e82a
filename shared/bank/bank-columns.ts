import { BANK_TEXT_COLUMNS_MAX } from '../contract/bank/bank-limits.ts';

/** What a column of a bank's file can be. */
const BANK_ROLES = [
  'date',
  'description',
  'reference',
  'amount',
  'credit',
  'debit',
  'inOrOut',
  'fee',
  'balance',
  'account',
] as const;
export type BankRole = (typeof BANK_ROLES)[number];

/** The roles that several columns may have, whose texts are joined. */
export const TEXT_ROLES: readonly BankRole[] = ['description', 'reference'];

/**
 * The words by which banks head a column, in English and Afrikaans; the best of a role stand first: a bank counts by the
 * day of posting. The first role that matches is taken, so 'Payment reference' is no money out.
 */
const HEADS: readonly (readonly [BankRole, readonly RegExp[]])[] = [
  [
    'inOrOut',
    [
      /^(?:(?:debit|dr|d|dt|debiet) (?:or )?(?:credit|cr|c|kt|krediet)|(?:credit|cr|c|kt|krediet) (?:or )?(?:debit|dr|d|dt|debiet))(?: indicator)?$/,
      /^in (?:or )?out$|^in (?:of )?uit$|^direction$|^rigting$/,
    ],
  ],
  [
    'date',
    [
      /\bpost(?:ing|ed)?\b.*\bdate\b|\bdate posted\b|\bbook(?:ing|ed)? date\b|\bboekingsdatum\b/,
      /^(?:date|datum)$/,
      /\b(?:entry|effective|statement) date\b/,
      /\btran(?:s|saction)? date\b|\btransaksiedatum\b|^posted$|^when$/,
      /(?<!value )\bdate\b|(?<!waarde)datum\b/,
      /\bvalue date\b|\bwaardedatum\b/,
    ],
  ],
  ['reference', [/\bref(?:erences?)?\b|verwysings?\b/]],
  [
    'description',
    [
      /^(?:original|statement|bank) (?:description|beskrywing)$/,
      /descr|beskrywing|omskrywing|\bdetails\b|besonderhede|narrat|\bparticulars\b|^what$/,
      /\bpayee\b|\bmemo\b|\bbeneficiary\b|\bbegunstigde\b/,
    ],
  ],
  ['balance', [/^(?:running )?(?:balance|saldo)\b/, /\bbalance\b|\bsaldo\b/]],
  ['fee', [/\bfees?\b|\bfooie?\b|diensfooi/, /\bcharges?\b|koste\b/]],
  [
    'credit',
    [
      /\b(?:money|paid|pay) ?in\b|\bgeld in\b/,
      /\bcredits?\b|\bkrediet|\bdeposit|\breceipts?\b|\breceived\b|\binbetaling|\bontvangste?\b|^(?:in|cr|kt)(?: amount)?$/,
    ],
  ],
  [
    'debit',
    [
      /\b(?:money|paid|pay) ?out\b|\bgeld uit\b/,
      /\bdebits?\b|\bdebiet|\bwithdraw|\bonttrekking|\buitbetaling|^(?:payments|betalings|out|uit|dr|dt)(?: amount)?$/,
    ],
  ],
  ['account', [/^(?:bank )?(?:account|rekening)(?: ?(?:number|no|nr|nommer))?$/]],
  ['amount', [/^(?:amount|bedrag)\b/, /\b(?:amount|bedrag)\b/, /^(?:value|waarde)$/]],
];

/** Returns the words of a header's cell, such as 'fees r' of 'Fees(R)'. */
export const wordsOfHead = (cell: string): string =>
  cell
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

interface Match {
  role: BankRole;
  /** 0 for the best words of the role. */
  rank: number;
}

const matchHead = (cell: string): Match | undefined => {
  const words = wordsOfHead(cell);
  for (const [role, patterns] of HEADS) {
    const rank = patterns.findIndex((pattern) => pattern.test(words));
    if (rank !== -1) {
      return { role, rank };
    }
  }

  return undefined;
};

/** Returns the role of each column by the words of its header; undefined for one that is not read. */
export const rolesOfHeader = (cells: readonly string[]): (BankRole | undefined)[] => {
  const matches = cells.flatMap((cell, place) => {
    const match = matchHead(cell);

    return match ? [{ place, ...match }] : [];
  });
  const byRole = Map.groupBy(matches, ({ role }) => role);
  if (byRole.has('credit') && byRole.has('debit')) {
    byRole.delete('amount');
  }
  const taken = [...byRole].flatMap(([role, alike]) =>
    alike.toSorted((a, b) => a.rank - b.rank).slice(0, TEXT_ROLES.includes(role) ? BANK_TEXT_COLUMNS_MAX : 1),
  );
  const roles = new Map(taken.map(({ place, role }) => [place, role]));

  return cells.map((_, place) => roles.get(place));
};

const IN =
  /^(?:credit|cred|cr|crdt|c|krediet|kt|k|in|money in|paid in|incoming|inflow|income|received|receipt|deposit|deposito|inbetaling|inkomend|ontvang|\+)(?: transaction| entry)?$/i;
const OUT =
  /^(?:debit|deb|db|dr|dbit|d|debiet|dt|out|uit|money out|paid out|outgoing|outflow|expense|sent|withdrawal|onttrekking|uitbetaling|uitgaande?|betaal|-)(?: transaction| entry)?$/i;

/** Words by which a longer type, such as 'EFT In' or 'ATM withdrawal', says the same. */
const IN_WORDS = /\b(?:in|inward|incoming|received|credit(?! card)|deposit|krediet|inbetaling)\b/i;
const OUT_WORDS =
  /\b(?:out|outward|outgoing|sent|debit(?! card)|withdrawal|purchase|fees?|charges?|debiet|onttrekking|uitbetaling)\b/i;
const PAYMENT = /^(?:[a-z]+ )?(?:payment|betaling)$/i;
/** True for a type that says a payment and not whose. */
export const isPayment = (cell: string): boolean => PAYMENT.test(cell);

const TYPE_LENGTH_MAX = 30;

const readLongType = (cell: string): 'in' | 'out' | undefined => {
  const [isIn, isOut] = [IN_WORDS.test(cell), OUT_WORDS.test(cell)];
  if (cell.length > TYPE_LENGTH_MAX || /\d/.test(cell) || (isIn && isOut)) {
    return undefined;
  }

  return isIn ? 'in' : isOut || isPayment(cell) ? 'out' : undefined;
};

const readShort = (cell: string): 'in' | 'out' | undefined =>
  IN.test(cell) ? 'in' : OUT.test(cell) ? 'out' : undefined;

/** Reads a cell of the column that says whether money came in or went out. */
export const readInOrOut = (cell: string): 'in' | 'out' | undefined => readShort(cell) ?? readLongType(cell);

/** True if a column says in each filled cell whether money came in or went out. */
export const saysInOrOut = (cells: readonly string[]): boolean => {
  const filled = cells.filter((cell) => cell !== '');

  return filled.length > 0 && filled.every((cell) => readShort(cell) !== undefined);
};
