import type { Newcomer } from '../contract/payments/ledger-payments.ts';
import { formatDayInWords } from '../dates.ts';

/** 'Registered on 5 December, address not verified, never billed', as far as it is true. */
export const wordNewcomer = (
  { createdOn, isRegistered, isVerified, isBilled }: Newcomer,
  now: Date,
): string =>
  [
    `${isRegistered ? 'Registered' : 'Added'} on ${formatDayInWords(createdOn, now)}`,
    !isVerified && 'address not verified',
    !isBilled && 'never billed',
  ]
    .filter((part) => part !== false)
    .join(', ');
