import type { StillPayable } from '../contract/debtors/ledger-statements.ts';
import type { OpenItem } from '../contract/payments/ledger-payments.ts';
import { amountFromCents, centsFromAmount, formatAmount } from '../money.ts';
import { formatCount } from '../numbers.ts';

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

const nameSome = (count: number, one: string, more: string): string =>
  count > 1 ? `${formatCount(count)} ${more}` : one;

/** 'R 337,00 of an older invoice is still payable', without its full stop. */
export const wordStillPayable = ({ amount, invoices, hasOpening, refunds }: StillPayable): string => {
  const names = [
    invoices > 0 && nameSome(invoices, 'an older invoice', 'older invoices'),
    hasOpening && 'the opening balance',
    refunds > 0 && nameSome(refunds, 'a refund', 'refunds'),
  ].filter((name) => name !== false);

  return `${formatAmount(amount)} of ${names.join(' and ')} is still payable`;
};
