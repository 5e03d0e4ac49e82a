import type { OpenItem } from './contract/ledger-payments.ts';
import type { StillPayable } from './contract/ledger-statements.ts';
import { amountFromCents, centsFromAmount, formatAmount } from './money.ts';
import { formatCount } from './numbers.ts';

/** What an account owes at one moment. */
export interface AccountNow {
  /** Above 0 in the client's favour. */
  balanceCents: number;
  stillPayable: StillPayable;
}

/** What a client reads about something that is written off (D65). */
export const STILL_PAYABLE = 'No longer in our books, still payable';

/** Sums up what of items is written off. */
export const sumStillPayable = (items: readonly Pick<OpenItem, 'kind' | 'writtenOff'>[]): StillPayable => {
  const written = items.filter(({ writtenOff }) => writtenOff > 0);
  const countOf = (kind: OpenItem['kind']) => written.filter((item) => item.kind === kind).length;

  return {
    amount: amountFromCents(written.reduce((sum, { writtenOff }) => sum + centsFromAmount(writtenOff), 0)),
    invoices: countOf('invoice'),
    hasOpening: countOf('opening') > 0,
    refunds: countOf('refund'),
  };
};

const wordSome = (count: number, one: string, more: string): string[] => {
  if (count === 0) {
    return [];
  }

  return [count === 1 ? one : `${formatCount(count)} ${more}`];
};

/** 'R 337,00 of an older invoice is still payable', without its full stop. */
export const wordStillPayable = ({ amount, invoices, hasOpening, refunds }: StillPayable): string => {
  const names = [
    ...wordSome(invoices, 'an older invoice', 'older invoices'),
    ...(hasOpening ? ['the opening balance'] : []),
    ...wordSome(refunds, 'a refund', 'refunds'),
  ];
  const last = names.pop();

  return `${formatAmount(amount)} of ${names.length > 0 ? `${names.join(', ')} and ` : ''}${last} is still payable`;
};
