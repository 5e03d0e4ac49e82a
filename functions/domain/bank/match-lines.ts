import type {
  BankMatchStore,
  ClientKey,
  FoundClients,
} from '#functions/ports/database/bank/bank-match-store.ts';
import type { Database } from '#functions/ports/database/database.ts';
import { daysOfRecording } from '#shared/books/recorded-days.ts';
import { BANK_NUMBER_REASONS, BANK_PROPOSALS_MAX } from '#shared/contract/bank/bank-limits.ts';
import { formatPhoneNational } from '#shared/south-africa.ts';
import {
  type ClientFit,
  type Clue,
  decideMatch,
  decideReturn,
  type LineMatch,
  type LineToMatch,
  nameSeen,
  rankClients,
} from './decide-match.ts';
import { type References, readReferences } from './read-references.ts';

export type { LineMatch, LineToMatch } from './decide-match.ts';

/** What a reason says of an invoice that is written off. */
const WRITTEN_OFF = 'Written off';

const LINES_PER_PORTION = 2_000;
/** What one call may ask, because an answer has at most 1 MiB. */
const KEYS_PER_CALL = 12_000;
const NUMBERS_PER_CALL = 4_000;
const AMOUNTS_PER_CALL = 5_000;
const RETURNS_PER_CALL = 1_000;
/** The clients of a line whose debts are looked up. */
const CANDIDATES_MAX = 12;

interface ReadLine extends References {
  line: LineToMatch;
}

const cut = <Value>(values: readonly Value[], size: number): Value[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  );

/** Asks in portions, and puts each answer to the place in the whole list. */
const askInPortions = async <Asked, Answer extends { place: number }>(
  asked: readonly Asked[],
  size: number,
  ask: (portion: Asked[]) => Promise<Answer[]>,
): Promise<Answer[]> => {
  const answers: Answer[] = [];
  for (const [index, portion] of cut(asked, size).entries()) {
    for (const answer of await ask(portion)) {
      answers.push({ ...answer, place: index * size + answer.place });
    }
  }

  return answers;
};

const keysOf = ({
  line,
  owNumbers,
  invoices,
  digits,
  phones,
  words,
  names,
  payer,
}: ReadLine): ClientKey[] => {
  const all = (kind: ClientKey['kind'], values: readonly string[]) =>
    values.map((value) => ({ kind, value }));

  return [
    ...all(
      'owNumber',
      owNumbers.map(({ owNumber }) => owNumber),
    ),
    ...all(
      'invoice',
      invoices.map(({ number }) => number),
    ),
    ...all('phone', phones),
    ...all('digits', digits),
    ...all('words', words),
    ...all('name', names),
    ...all('payer', payer === null ? [] : [payer]),
    ...all('amount', line.amountCents > 0 ? [String(line.amountCents)] : []),
  ];
};

const nameKey = ({ kind, value }: ClientKey): string => `${kind} ${value}`;

const findClients = async (
  store: BankMatchStore,
  lines: readonly ReadLine[],
): Promise<Map<string, FoundClients[]>> => {
  const keys = [...new Map(lines.flatMap(keysOf).map((key) => [nameKey(key), key])).values()];
  const found = await askInPortions(keys, KEYS_PER_CALL, (portion) => store.findClients(portion));

  return Map.groupBy(found, ({ place }) => {
    const key = keys[place];

    return key ? nameKey(key) : '';
  });
};

/** The kinds that are no client. */
type NoClient = 'longer' | 'writtenOff';

/** The reason of each kind of client. */
const REASONS: Record<Exclude<FoundClients['kind'], NoClient>, (value: string) => string | null> = {
  owNumber: (value) => `${BANK_NUMBER_REASONS.owNumber} ${value}`,
  invoice: (value) => `${BANK_NUMBER_REASONS.invoice} ${value}`,
  payer: () => 'Paid like this before',
  mobile: (value) => `Mobile number ${formatPhoneNational(value)}`,
  service: (value) => `Service number ${formatPhoneNational(value)}`,
  username: (value) => `Username ${value}`,
  reference: (value) => `Reference ${value}`,
  digits: (value) => `Digits of OW${value}`,
  organisation: (value) => `Organisation ${value}`,
  surname: (value) => `Surname ${value}`,
  // The invoice is named once it is known that all of it is due.
  amount: () => null,
};

const hasFound = (
  found: ReadonlyMap<string, FoundClients[]>,
  key: ClientKey,
  kind: FoundClients['kind'],
): boolean => found.get(nameKey(key))?.some((each) => each.kind === kind) ?? false;

const isWrittenOff = (found: ReadonlyMap<string, FoundClients[]>, number: string): boolean =>
  hasFound(found, { kind: 'invoice', value: number }, 'writtenOff');

const readClues = (read: ReadLine, found: ReadonlyMap<string, FoundClients[]>): Clue[] => {
  const cutNumbers = new Set([
    ...read.owNumbers
      .filter(
        ({ owNumber, isAtEnd }) =>
          isAtEnd && hasFound(found, { kind: 'owNumber', value: owNumber }, 'longer'),
      )
      .map(({ owNumber }) => owNumber),
    ...read.invoices.filter(({ isCut }) => isCut).map(({ number }) => number),
  ]);
  const clues = keysOf(read).flatMap((key) =>
    (found.get(nameKey(key)) ?? []).flatMap(({ kind, userIds, label, verifiedIds }) =>
      kind === 'longer' || kind === 'writtenOff'
        ? []
        : userIds.map((userId) => ({
            kind,
            userId,
            reason:
              kind === 'invoice' && isWrittenOff(found, key.value)
                ? `${REASONS.invoice(key.value)}: ${WRITTEN_OFF}`
                : REASONS[kind](label ?? key.value),
            isPerhapsCut: cutNumbers.has(key.value),
            ...(kind === 'mobile' && {
              mobile: { number: key.value, isVerified: verifiedIds.includes(userId) },
            }),
          })),
    ),
  );
  const named = new Set(clues.filter(({ kind }) => kind === 'owNumber').map(({ userId }) => userId));
  const others = clues.filter(
    ({ kind, userId }) => kind !== 'amount' && !(kind === 'digits' && named.has(userId)),
  );

  // An amount alone names somebody only if nothing else does.
  return others.length > 0 ? others : clues;
};

/** The numbers whose neighbours are asked for: those of clients, else the shortest reading. */
const numbersToCompare = (
  owNumbers: References['owNumbers'],
  found: ReadonlyMap<string, FoundClients[]>,
): string[] => {
  const known = owNumbers.filter(({ owNumber }) =>
    hasFound(found, { kind: 'owNumber', value: owNumber }, 'owNumber'),
  );

  return [...new Set((known.length > 0 ? known : owNumbers.slice(-1)).map(({ owNumber }) => owNumber))];
};

const addNeighbours = async (
  store: BankMatchStore,
  lines: readonly ReadLine[],
  found: ReadonlyMap<string, FoundClients[]>,
  clues: readonly Clue[][],
): Promise<void> => {
  const asked = lines.flatMap(({ owNumbers, text }, index) =>
    numbersToCompare(owNumbers, found).map((owNumber) => ({ owNumber, text, index })),
  );
  const near = await askInPortions(asked, NUMBERS_PER_CALL, (portion) => store.findNeighbours(portion));
  for (const { place, userId, owNumber, name } of near) {
    const own = clues[asked[place]?.index ?? -1];
    const isNamed = own?.some((clue) => clue.userId === userId && clue.kind === 'owNumber');
    if (own && !isNamed) {
      own.push({ kind: 'neighbour', userId, reason: `Close to ${owNumber}, with the name ${name}` });
    }
  }
};

const listFits = async (
  store: BankMatchStore,
  lines: readonly ReadLine[],
  clues: readonly Clue[][],
): Promise<Map<number, ClientFit[]>> => {
  const dates = new Set(lines.map(({ line }) => line.date));
  const days = new Map([...dates].map((date) => [date, daysOfRecording(date)]));
  const asked = lines.flatMap(({ line: { amountCents, date } }, index) => {
    const recorded = days.get(date);
    if (amountCents < 0 || !recorded) {
      return [];
    }

    return rankClients(clues[index] ?? [])
      .slice(0, CANDIDATES_MAX)
      .map(({ userId }) => ({ userId, amountCents, date, ...recorded, index }));
  });
  const fits = await askInPortions(asked, AMOUNTS_PER_CALL, (portion) => store.listFits(portion));
  const found = new Map<number, ClientFit[]>();
  for (const { place, ...fit } of fits) {
    const { userId = 0, index = 0 } = asked[place] ?? {};
    found.set(index, [...(found.get(index) ?? []), { ...fit, userId }]);
  }

  return found;
};

const findReturned = async (
  store: BankMatchStore,
  lines: readonly ReadLine[],
  clues: readonly Clue[][],
): Promise<Map<number, { id: number; userId: number; bankDate: string }[]>> => {
  const asked = lines.flatMap(({ line: { amountCents, date } }, index) =>
    amountCents < 0
      ? [
          {
            amountCents: -amountCents,
            date,
            userIds: rankClients(clues[index] ?? [])
              .slice(0, BANK_PROPOSALS_MAX)
              .map(({ userId }) => userId),
            index,
          },
        ]
      : [],
  );
  const payments = await askInPortions(asked, RETURNS_PER_CALL, (portion) => store.findReturned(portion));

  return Map.groupBy(payments, ({ place }) => asked[place]?.index ?? -1);
};

const matchPortion = async (
  store: BankMatchStore,
  portion: readonly LineToMatch[],
  paidBefore: Map<number, number[]>,
  today: string,
): Promise<LineMatch[]> => {
  const lines = portion.map((line) => ({ line, ...readReferences(line) }));
  const found = await findClients(store, lines);
  const clues = lines.map((read) => readClues(read, found));
  await addNeighbours(store, lines, found, clues);
  const fits = await listFits(store, lines, clues);
  const returned = await findReturned(store, lines, clues);

  return lines.map(({ line, payer, invoices, hasMoreNumbers }, index) => {
    const own = clues[index] ?? [];
    if (line.amountCents < 0) {
      return {
        ...decideReturn(payer, own, returned.get(index) ?? [], today),
        perhaps: nameSeen(line.seenInFileOf, today),
      };
    }
    const match = decideMatch(
      {
        ...line,
        // A number that was not looked up may point to another client, so the line cannot be certain.
        hasBalance: line.hasBalance && !hasMoreNumbers,
        quotesWrittenOff: invoices.some(({ number }) => isWrittenOff(found, number)),
        paidBefore,
      },
      payer,
      own,
      fits.get(index) ?? [],
      today,
    );
    const [first] = match.proposals;
    if (match.state === 'certain' && first) {
      paidBefore.set(first.userId, [...(paidBefore.get(first.userId) ?? []), line.amountCents]);
    }

    return match;
  });
};

/**
 * Finds who paid each line, in the same order. Lines are looked up together: never a search a line (D63). A debt makes
 * one line certain, the first, as if each certain line were booked before the next one is looked at.
 */
export const matchLines = async (
  database: Pick<Database, 'bankMatches'>,
  lines: readonly LineToMatch[],
  today: string,
): Promise<LineMatch[]> => {
  const matches: LineMatch[] = [];
  const paidBefore = new Map<number, number[]>();
  for (const portion of cut(lines, LINES_PER_PORTION)) {
    matches.push(...(await matchPortion(database.bankMatches, portion, paidBefore, today)));
  }

  return matches;
};
