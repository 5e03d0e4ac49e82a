import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import { BANK_NUMBER_REASONS } from '#shared/contract/bank/bank-limits.ts';
import type { BankForecast, BankLine, BankProposal } from '#shared/contract/bank/bank-lines.ts';
import { BANK_OPEN_STATES } from '#shared/contract/bank/line-states.ts';
import { formatDayInWords } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { type NamedClient, nameOfClient } from '#shared/text/client-name.ts';
import type { ChosenClient } from '../../../components/search/client-field.tsx';
import { formatAgo } from '../../../lib/words/format-ago.ts';
import { countOpen, countToLookAt } from '../file-words.ts';
import type { ShownLines } from './queries.ts';

type State = BankLine['state'];

const OPEN_STATES: readonly State[] = BANK_OPEN_STATES;

/** True for a line with which nothing was done yet. */
export const isOpen = ({ state }: Pick<BankLine, 'state'>): boolean => OPEN_STATES.includes(state);

/** True for an open line that can be booked now, and that no job is about to book. */
export const isBookable = (line: BankLine): boolean =>
  isOpen(line) && line.bookableFrom === null && !line.isOrdered;

export const isReturned = ({ amount }: Pick<BankLine, 'amount'>): boolean => amount < 0;

/** True for money of nobody that went back to who sent it. */
export const isSentBack = (line: BankLine): boolean => line.state === 'booked' && line.booked.length === 0;

/** True for a line with which something was done that can be undone: no reversal, and no money of a deleted client. */
export const canReopen = (line: BankLine): boolean =>
  !isOpen(line) && !(line.state === 'booked' && isReturned(line)) && !line.booked.some(isDeleted);

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** 'Can be booked on Monday', or on '7 December' if that is a week ahead. */
export const wordWaiting = (day: string, now: Date): string => {
  const isNear = Date.parse(day) - now.getTime() < WEEK_MS;
  const name = isNear ? WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] : formatDayInWords(day, now);

  return `Can be booked on ${name}`;
};

interface Face {
  label: string;
  palette: string;
}

const FACES: Record<State, Face> = {
  certain: { label: 'Certain', palette: 'green' },
  likely: { label: 'Likely', palette: 'orange' },
  unmatched: { label: 'No client found', palette: 'red' },
  returned: { label: 'Returned', palette: 'red' },
  booked: { label: 'Booked', palette: 'blue' },
  unidentified: { label: 'Unidentified', palette: 'orange' },
  ignored: { label: 'Ignored', palette: 'gray' },
};

const CHOSEN: Face = { label: 'Client chosen', palette: 'orange' };

/** The state of a line as colour and text; a client may be chosen for it. */
export const faceOf = (line: BankLine, now: Date, chosen?: Candidate): Face => {
  if (line.isOrdered) {
    return { label: 'Being booked', palette: 'blue' };
  }
  if (isOpen(line) && line.bookableFrom !== null) {
    return { label: wordWaiting(line.bookableFrom, now), palette: 'gray' };
  }
  if (line.state === 'booked' && isReturned(line)) {
    return { label: 'Reversed', palette: 'blue' };
  }
  if (isSentBack(line)) {
    return { label: 'Sent back', palette: 'gray' };
  }
  if (line.state === 'unmatched' && chosen) {
    return CHOSEN;
  }

  return FACES[line.state];
};

/** A client for whom a line may be booked. */
export type Candidate = BankProposal;

const CHOSEN_BY_HAND = 'Chosen by you';

export const candidateOf = (client: ChosenClient): Candidate => ({
  ...client,
  reasons: [CHOSEN_BY_HAND],
  paymentId: null,
  newcomer: null,
});

/** True if no candidate may be chosen beforehand, because several clients are proposed (D63). */
export const mustChoose = ({ proposals }: Pick<BankLine, 'proposals'>): boolean =>
  new Set(proposals.map(({ userId }) => userId)).size > 1;

export const isChosenByHand = ({ reasons }: Candidate): boolean => reasons.includes(CHOSEN_BY_HAND);

/** True if the number of an invoice of the client stands in the bank's words. */
export const quotesInvoice = ({ reasons }: Candidate): boolean =>
  reasons.some((reason) => reason.startsWith(`${BANK_NUMBER_REASONS.invoice} `));

/** The clients whose OW number or invoice number stands in the bank's words. */
export const listNumbered = ({ proposals }: Pick<BankLine, 'proposals'>): Candidate[] =>
  proposals.filter(({ reasons }) =>
    Object.values(BANK_NUMBER_REASONS).some((words) =>
      reasons.some((reason) => reason.startsWith(`${words} `)),
    ),
  );

/** Which keys choose among candidates: '1', '1 or 2', '1, 2 or 3'. */
export const wordChoices = (count: number): string => {
  const places = Array.from({ length: count }, (_, index) => index + 1);

  return [places.slice(0, -1).join(', '), places.at(-1)].filter((part) => part !== '').join(' or ');
};

type Named = NamedClient & { OWNumber: string | null };

/** The name by which a sentence calls a client. */
export const nameClient = (client: Named): string =>
  nameOfClient(client) || client.OWNumber || 'a deleted client';

/** The name of a client where it stands alone. */
export const nameAlone = (client: Named): string => {
  const name = nameClient(client);

  return isDeleted(client) ? `${name.charAt(0).toUpperCase()}${name.slice(1)}` : name;
};

/** True for a client who was deleted: what a returned payment leaves open of theirs is written off at once (D63). */
export const isDeleted = ({ OWNumber }: Pick<Named, 'OWNumber'>): boolean => OWNumber === null;

/** Whom a line was booked for: 'Naidoo', 'Naidoo and Zulu', or '3 clients'. */
const nameBooked = ({ booked }: BankLine): string => {
  const names = [...new Set(booked.map(nameClient))];

  return names.length > 2 ? `${names.length} clients` : names.join(' and ');
};

/** What became of a line: 'Booked R 450,00 for Naidoo'. */
export const wordDone = (line: BankLine): string => {
  const amount = formatAmount(Math.abs(line.amount));
  if (isOpen(line)) {
    return `${amount} is open again`;
  }
  if (line.state === 'ignored') {
    return `Ignored ${amount}`;
  }
  if (line.state === 'unidentified') {
    return `Booked ${amount} to unidentified`;
  }
  if (isSentBack(line)) {
    return `${amount} was sent back`;
  }
  const whom = nameBooked(line);
  if (isReturned(line)) {
    return `Reversed ${amount}${whom && ` of ${whom}`}`;
  }

  return `Booked ${amount} for ${whom}`;
};

/** Who was faster: 'Booked by Thandi for Naidoo just now'. */
export const wordFaster = (line: BankLine, now: number): string => {
  const by = line.bookedBy ? ` by ${line.bookedBy}` : '';
  const when = line.bookedAt ? ` ${formatAgo(line.bookedAt, now)}` : '';
  if (isOpen(line)) {
    return 'This line is open again.';
  }
  if (line.state === 'ignored') {
    return `Ignored${by}${when}.`;
  }
  if (line.state === 'unidentified') {
    return `Booked to unidentified${by}${when}.`;
  }
  if (isSentBack(line)) {
    return `Sent back${by}${when}.`;
  }

  return `${isReturned(line) ? 'Reversed' : 'Booked'}${by} for ${nameBooked(line)}${when}.`;
};

const AMOUNT_OF_INVOICE = 'Amount is that of ';
const AMOUNT_OF_ALL = 'Amount is all that is due';

/**
 * Returns the reasons that still hold. A line booked since then may have paid a part of an invoice or debt that had
 * exactly this amount; what the line would pay now tells it.
 */
export const reasonsNow = (
  reasons: readonly string[],
  forecast: Pick<BankForecast, 'allocations' | 'due'> | undefined,
  amount: number,
): string[] =>
  reasons.filter((reason) => {
    if (!forecast) {
      return true;
    }
    if (reason === AMOUNT_OF_ALL) {
      return forecast.due === amount;
    }

    return (
      !reason.startsWith(AMOUNT_OF_INVOICE) ||
      forecast.allocations.some(
        (paid) => paid.amount === amount && reason === `${AMOUNT_OF_INVOICE}${paid.invoiceNumber}`,
      )
    );
  });

const clientIdOf = (line: BankLine, chosen: Candidate | undefined): number | undefined =>
  isOpen(line) ? chosen?.userId : line.booked[0]?.userId;

/** The lines that a client seems to pay twice: another one has the same day, amount and client. */
export const listTwice = (
  lines: readonly BankLine[],
  chosenOf: (line: BankLine) => Candidate | undefined,
): ReadonlySet<number> => {
  const keyOf = (line: BankLine) => {
    const userId = clientIdOf(line, chosenOf(line));

    return userId === undefined || isReturned(line) ? undefined : `${line.date} ${line.amount} ${userId}`;
  };
  const groups = Map.groupBy(lines, keyOf);
  groups.delete(undefined);

  return new Set(
    [...groups.values()].filter(({ length }) => length > 1).flatMap((same) => same.map(({ id }) => id)),
  );
};

/** The lines that are still open under this filter. */
export const countLeft = ({ counts }: Pick<BankFile, 'counts'>, filter: ShownLines['filter']): number => {
  if (filter === 'unsure') {
    return countToLookAt(counts);
  }

  return filter === 'certain' ? counts.certain : countOpen(counts);
};

/** By day and id, as the server lists them. */
export const byPlace = (one: BankLine, other: BankLine): number =>
  one.date === other.date ? one.id - other.id : one.date < other.date ? -1 : 1;
