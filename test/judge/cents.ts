/** Whole cents, as the judge counts them: it shares no code with the portal. */

export const toCents = (amount: number): number => {
  const cents = Math.round(amount * 100);
  if (Math.abs(cents - amount * 100) > 1e-4) {
    throw new Error(`${amount} is not a whole number of cents`);
  }

  return cents;
};

/** The amount as the wire has it. */
export const toAmount = (cents: number): number => (cents === 0 ? 0 : cents / 100);

/** Returns a ÷ b, rounded half away from zero. */
const divide = (a: bigint, b: bigint): number => {
  const magnitude = (2n * (a < 0n ? -a : a) + b) / (2n * b);

  return Number(a < 0n ? -magnitude : magnitude);
};

/** Returns whole × part ÷ total, rounded half up. */
export const shareOf = (whole: number, part: number, total: number): number =>
  divide(BigInt(whole) * BigInt(part), BigInt(total));

/** 15 % VAT in a gross amount. */
export const vatIn = (gross: number): number => shareOf(gross, 15, 115);

/** A line: the amount of one times a quantity of at most three decimals. */
export const lineCents = (amountCents: number, quantity: number): number =>
  divide(BigInt(amountCents) * BigInt(Math.round(quantity * 1000)), 1000n);
