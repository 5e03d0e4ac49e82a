import { PAYMENT_TEXT_LENGTH_MAX } from '#shared/contract/money-limits.ts';

/** The words of the bank, cut to the length of a payment's reference. */
export const referenceOf = ({
  reference,
  description,
}: {
  reference: string | null;
  description: string;
}): string => [...(reference ?? description).trim()].slice(0, PAYMENT_TEXT_LENGTH_MAX).join('').trim();
