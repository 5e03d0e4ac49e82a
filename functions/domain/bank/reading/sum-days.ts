import type { FileDay } from '#functions/ports/database/bank/bank-file-store.ts';
import type { BankFile, ShownRow } from './bank-file.ts';

/** A fee of the fee column, above 0 for a cost. */
export interface RowFee {
  date: string;
  feeCents: number;
}

/** Sums what the rows of a file moved on each day, with the balance at its end if the file says one at either end. */
export const sumDays = (
  rows: readonly Pick<ShownRow, 'date' | 'amountCents' | 'becomes'>[],
  fees: readonly RowFee[],
  { openingCents, closingCents }: Pick<BankFile, 'openingCents' | 'closingCents'>,
): FileDay[] => {
  const booked = rows.filter(({ becomes }) => becomes !== 'pending');
  const charged = fees.filter(({ feeCents }) => feeCents !== 0);
  const sum = booked.reduce((cents, { amountCents }) => cents + amountCents, 0);
  const charges = charged.reduce((cents, { feeCents }) => cents + feeCents, 0);
  let balanceCents = openingCents ?? (closingCents === null ? null : closingCents - sum + charges);

  const bookedOn = Map.groupBy(booked, ({ date }) => date);
  const chargedOn = Map.groupBy(charged, ({ date }) => date);

  return [...new Set([...bookedOn.keys(), ...chargedOn.keys()])].toSorted().map((day) => {
    const rowsOfDay = bookedOn.get(day) ?? [];
    const others = rowsOfDay.filter(({ becomes }) => becomes === 'out');
    const feeCents = (chargedOn.get(day) ?? []).reduce((cents, fee) => cents + fee.feeCents, 0);
    const movedCents = rowsOfDay.reduce((cents, { amountCents }) => cents + amountCents, 0) - feeCents;
    balanceCents = balanceCents === null ? null : balanceCents + movedCents;

    return {
      day,
      rows: rowsOfDay.length,
      otherRows: others.length,
      movedCents,
      otherCents: others.reduce((cents, { amountCents }) => cents + amountCents, 0),
      feeCents,
      balanceCents,
    };
  });
};
