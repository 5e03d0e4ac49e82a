import { findDatabaseFault, UNIQUE_VIOLATION } from '#functions/adapters/database/database-fault.ts';

/** True if a write failed because another account has the email address. */
export const isEmailTaken = (error: unknown): boolean => {
  const fault = findDatabaseFault(error);

  return fault?.sqlState === UNIQUE_VIOLATION && fault.constraint === 'users_email_key';
};
