import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { BankAccounts } from '#functions/ports/receiving-accounts.ts';
import type { BankFileOrder, BankPreview } from '#shared/contract/bank/bank-files.ts';
import { BANK_PREVIEW_ROWS } from '#shared/contract/bank/bank-limits.ts';
import { dayAfter } from '#shared/dates.ts';
import { amountFromCents } from '#shared/money.ts';
import { chooseBookFrom, suggestBookFrom } from '../book-from.ts';
import { readOrder, recogniseOrder } from './read-order.ts';

const amountOrNull = (cents: number | null): number | null =>
  cents === null ? null : amountFromCents(cents);

/** Says what would be stored of a file, and refuses what its upload would refuse (D63). It looks up no client. */
export const previewBankFile = async (
  {
    database,
    bankAccounts,
  }: { database: Pick<DatabaseOf<'bankFiles'>, 'bankFiles'>; bankAccounts: BankAccounts },
  order: BankFileOrder,
  now: Date,
): Promise<BankPreview> => {
  const today = dayAfter(now, 0);
  const read = await readOrder(database, bankAccounts, order, today);
  const { content, account, known, rows } = await recogniseOrder(database, read);
  const first = chooseBookFrom(known, order.bookFrom, now);
  const added = rows.filter(({ knownId }) => knownId === null);
  const booked = added.filter(({ date }) => date >= first);
  const { shown, feeCents } = content;
  const countOf = (fate: (typeof shown)[number]['becomes']) =>
    shown.filter(({ becomes }) => becomes === fate).length;
  const sumOf = (isCounted: (cents: number) => boolean) =>
    shown.reduce(
      (sum, { amountCents, becomes }) =>
        becomes !== 'pending' && isCounted(amountCents) ? sum + amountCents : sum,
      0,
    );

  return {
    format: content.format,
    bank: account.bank,
    account: account.number,
    from: content.from,
    to: content.to,
    opening: amountOrNull(content.openingCents),
    closing: amountOrNull(content.closingCents),
    ties: content.hasBalances || null,
    sumIn: amountFromCents(sumOf((cents) => cents > 0)),
    sumOut: amountFromCents(feeCents - sumOf((cents) => cents < 0)),
    lines: shown.slice(0, BANK_PREVIEW_ROWS).map(({ amountCents, ...row }) => ({
      ...row,
      amount: amountFromCents(amountCents),
    })),
    counts: {
      lines: booked.length,
      returned: booked.filter(({ amountCents }) => amountCents < 0).length,
      out: countOf('out'),
      pending: countOf('pending'),
      known: rows.length - added.length,
      earlier: added.length - booked.length,
    },
    bookFrom: known.bookFrom,
    suggestedBookFrom: suggestBookFrom(known.firstOpenDay, today),
    notes: content.notes,
  };
};
