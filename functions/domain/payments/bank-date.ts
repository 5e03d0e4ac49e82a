import { AppError } from '#shared/errors.ts';
import { FUTURE_DATE } from '#shared/invoices/ledger-words.ts';

/** Returns the day on which the bank moved money: today if none is given. Refuses a later one (D70). */
export const requireBankDate = (bankDate: string | undefined, today: string, field = 'bankDate'): string => {
  if (bankDate !== undefined && bankDate > today) {
    throw new AppError('unprocessable', FUTURE_DATE, { fields: { [field]: FUTURE_DATE } });
  }

  return bankDate ?? today;
};
