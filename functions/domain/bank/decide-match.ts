import type { AmountFit, MatchProposal } from '#functions/ports/database/bank/bank-match-store.ts';
import { BANK_PROPOSALS_MAX, PERHAPS_IN_FILE } from '#shared/contract/bank/bank-limits.ts';
import { formatDayInWords, startOfDay } from '#shared/dates.ts';
import { formatRand } from '#shared/money.ts';

export interface LineToMatch {
  date: string;
  description: string;
  reference: string | null;
  /** Below 0 for a payment that the bank returned. */
  amountCents: number;
  hasBalance: boolean;
  /** The day of another file that brought the same day and amount with other words or another balance. */
  seenInFileOf: string | null;
}

/** A line with what is known of it beside its own words. */
type KnownLine = LineToMatch & {
  /** True if it quotes an invoice that is written off. */
  quotesWrittenOff?: boolean;
  /** What the certain lines before it pay, of each client. */
  paidBefore?: ReadonlyMap<number, readonly number[]>;
};

export interface LineMatch {
  state: 'certain' | 'likely' | 'unmatched' | 'returned';
  payer: string | null;
  /** Where it may already be booked, in words. */
  perhaps: string | null;
  perhapsPaymentId: number | null;
  /** The likeliest first; one if it is certain. */
  proposals: MatchProposal[];
}

/** How strongly each kind of clue speaks for a client. An OW number weighs most unless payer and amount contradict it. */
const WEIGHTS = {
  owNumber: 100,
  invoice: 95,
  payer: 60,
  neighbour: 55,
  mobile: 50,
  service: 50,
  username: 45,
  reference: 40,
  digits: 40,
  organisation: 35,
  surname: 25,
  amount: 5,
};
const WEIGHT_OF_DEBT = 30;
const WEIGHT_OF_PRICE = 10;
/** More than the weights of a client come to, so that this order goes before them (D63). */
const WEIGHT_OF_ORDER = 1_000;

type ClueKind = keyof typeof WEIGHTS;

/** What anybody may type into a profile. */
const TYPED: readonly ClueKind[] = ['surname', 'organisation', 'reference', 'mobile'];
/** What clients cannot choose for themselves. */
const PROVEN: readonly ClueKind[] = ['owNumber', 'invoice', 'payer', 'service', 'username', 'neighbour'];

/** Something in a line that speaks for a client. */
export interface Clue {
  kind: ClueKind;
  userId: number;
  /** Words for an administrator. */
  reason: string | null;
  /** True for a number whose end the bank may have cut off. */
  isPerhapsCut?: boolean;
  /** Of a mobile number: it, and whether the client's address is verified. */
  mobile?: { number: string; isVerified: boolean };
}

export type ClientFit = Omit<AmountFit, 'place'> & { userId: number };

interface Candidate {
  userId: number;
  clues: Clue[];
  fit: ClientFit | undefined;
  weight: number;
}

const NAMING: readonly ClueKind[] = ['owNumber', 'invoice'];
const POINTING: readonly ClueKind[] = ['payer', 'mobile', 'service', 'neighbour'];

const equalsDebt = (fit: ClientFit | undefined): boolean =>
  fit !== undefined && (fit.isAllDue || fit.invoiceNumber !== null);

/** True if a debt of exactly the amount is left to the line by those before it. */
const hasOwnDebt = ({ amountCents, paidBefore }: KnownLine, fit: ClientFit | undefined): fit is ClientFit => {
  if (!fit || !equalsDebt(fit)) {
    return false;
  }
  const paid = paidBefore?.get(fit.userId) ?? [];
  const equal = paid.filter((cents) => cents === amountCents).length;

  return (
    equal < Math.max(1, fit.equalDebts) &&
    (paid.length === 0 || paid.reduce((sum, cents) => sum + cents, amountCents) <= fit.dueCents)
  );
};

/** What is proven goes before words, among which a debt of exactly the amount goes first, and these before an amount. */
const orderOf = (clues: readonly Clue[], fit: ClientFit | undefined): number => {
  if (clues.some(({ kind }) => PROVEN.includes(kind))) {
    return 3;
  }
  if (clues.every(({ kind }) => kind === 'amount')) {
    return 0;
  }

  return equalsDebt(fit) ? 2 : 1;
};

const weigh = (clues: readonly Clue[], fit: ClientFit | undefined): number => {
  const ofClues = new Set(clues.map(({ kind }) => kind));
  const ofPrice = fit?.isMonthlyPrice ? WEIGHT_OF_PRICE : 0;

  return (
    orderOf(clues, fit) * WEIGHT_OF_ORDER +
    [...ofClues].reduce((sum, kind) => sum + WEIGHTS[kind], 0) +
    (equalsDebt(fit) ? WEIGHT_OF_DEBT : ofPrice)
  );
};

/** Groups clues by client, the likeliest first; of equals, who was found first. */
export const rankClients = (clues: readonly Clue[], fits: readonly ClientFit[] = []): Candidate[] =>
  [...Map.groupBy(clues, ({ userId }) => userId)]
    .map(([userId, own]) => {
      const fit = fits.find((each) => each.userId === userId);

      return { userId, clues: own, fit, weight: weigh(own, fit) };
    })
    .toSorted((one, other) => other.weight - one.weight);

const nameFit = (fit: ClientFit | undefined): string[] => {
  if (fit?.isAllDue) {
    return ['Amount is all that is due'];
  }
  if (fit && fit.invoiceNumber !== null) {
    return [`Amount is that of ${fit.invoiceNumber}`];
  }

  return fit?.isMonthlyPrice ? ['Amount is the monthly price'] : [];
};

const reasonsOf = ({ clues, fit }: Candidate): string[] => {
  const reasons = clues
    .toSorted((one, other) => WEIGHTS[other.kind] - WEIGHTS[one.kind])
    .flatMap(({ reason }) => reason ?? []);

  return [...new Set([...reasons, ...nameFit(fit)])];
};

/** The reason of a client whose debt a line before it pays. */
const PAID_BY_ANOTHER = 'Another line pays what is due';

const isByWords = ({ clues }: Candidate): boolean => clues.every(({ kind }) => TYPED.includes(kind));

/** True for a clue that speaks against the client whom a number names. */
const pointsToAnother = ({ kind, userId, mobile }: Clue, named: Candidate): boolean => {
  if (userId === named.userId || ![...NAMING, ...POINTING].includes(kind)) {
    return false;
  }
  const isShared = named.clues.some((own) => own.mobile && own.mobile.number === mobile?.number);

  return mobile === undefined || (mobile.isVerified && !isShared);
};

/** True if everything that D63 asks for agrees on one client. */
const isCertain = (line: KnownLine, clues: readonly Clue[], best: Candidate | undefined): boolean => {
  const { hasBalance, seenInFileOf, quotesWrittenOff = false } = line;
  const naming = clues.filter(({ kind }) => NAMING.includes(kind));
  if (!best || naming.length === 0) {
    return false;
  }
  const hasPaidBefore = best.clues.some(({ kind }) => kind === 'payer');

  return (
    hasBalance &&
    seenInFileOf === null &&
    // Only a person decides what is recovered.
    !quotesWrittenOff &&
    !clues.some((clue) => pointsToAnother(clue, best)) &&
    !naming.some(({ isPerhapsCut }) => isPerhapsCut) &&
    (hasPaidBefore || hasOwnDebt(line, best.fit)) &&
    !best.fit?.payment &&
    !best.fit?.moved
  );
};

/** Says in words where the money may be recorded already, by hand. */
const nameRecorded = (fit: ClientFit | undefined, amountCents: number, today: string): string | null => {
  const inWords = (day: string) => formatDayInWords(day, startOfDay(today));
  if (fit?.payment?.amountCents === amountCents) {
    return `Perhaps recorded on ${inWords(fit.payment.bankDate)}`;
  }
  if (fit?.moved) {
    return `Perhaps moved to ${fit.moved.owNumber ?? 'another client'} on ${inWords(fit.moved.movedOn)}`;
  }

  return fit?.payment
    ? `${formatRand(fit.payment.amountCents)} was recorded on ${inWords(fit.payment.bankDate)} without a line`
    : null;
};

/** Says in words which other file may have brought a line. */
export const nameSeen = (seenInFileOf: string | null, today: string): string | null =>
  seenInFileOf === null ? null : `${PERHAPS_IN_FILE} ${formatDayInWords(seenInFileOf, startOfDay(today))}`;

/** The payment that may be the line as a whole. */
const findRecorded = (fit: ClientFit | undefined, amountCents: number): number | null =>
  fit?.payment?.amountCents === amountCents ? fit.payment.id : (fit?.moved?.id ?? null);

/** Decides who paid a line, from what was found about it (D63). */
export const decideMatch = (
  line: KnownLine,
  payer: string | null,
  clues: readonly Clue[],
  fits: readonly ClientFit[],
  today: string,
): LineMatch => {
  const ranked = rankClients(clues, fits).filter(
    (candidate) => candidate.clues.some(({ kind }) => kind !== 'amount') || equalsDebt(candidate.fit),
  );
  const [best] = ranked;
  const { amountCents, seenInFileOf } = line;
  const open = best ? 'likely' : 'unmatched';
  const state = isCertain(line, clues, best) ? 'certain' : open;

  return {
    state,
    payer,
    perhaps: nameRecorded(best?.fit, amountCents, today) ?? nameSeen(seenInFileOf, today),
    perhapsPaymentId: findRecorded(best?.fit, amountCents),
    proposals: ranked.slice(0, state === 'certain' ? 1 : BANK_PROPOSALS_MAX).map((candidate) => ({
      userId: candidate.userId,
      paymentId: null,
      isByWords: isByWords(candidate),
      // What was recorded for the first client stands beside the line.
      reasons: [
        ...reasonsOf(candidate),
        state !== 'certain' && equalsDebt(candidate.fit) && !hasOwnDebt(line, candidate.fit)
          ? PAID_BY_ANOTHER
          : null,
        candidate === best ? null : nameRecorded(candidate.fit, amountCents, today),
      ].flatMap((reason) => reason ?? []),
    })),
  };
};

/** Names the payments that a returned line may be about: those of the likeliest client first, then the newest. */
export const decideReturn = (
  payer: string | null,
  clues: readonly Clue[],
  payments: readonly { id: number; userId: number; bankDate: string }[],
  today: string,
): LineMatch => {
  const ranked = rankClients(clues);
  const candidateOf = (userId: number) => ranked.find((each) => each.userId === userId);
  const weightOf = (userId: number) => candidateOf(userId)?.weight ?? 0;

  return {
    state: 'returned',
    payer,
    perhaps: null,
    perhapsPaymentId: null,
    proposals: payments
      .toSorted(
        (one, other) =>
          weightOf(other.userId) - weightOf(one.userId) || other.bankDate.localeCompare(one.bankDate),
      )
      .slice(0, BANK_PROPOSALS_MAX)
      .map(({ id, userId, bankDate }) => {
        const candidate = candidateOf(userId);
        const paid = `Paid on ${formatDayInWords(bankDate, startOfDay(today))}`;

        return {
          userId,
          paymentId: id,
          reasons: [...(candidate ? reasonsOf(candidate) : []), paid],
          isByWords: false,
        };
      }),
  };
};
