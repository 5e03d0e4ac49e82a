import type { RequestLine } from './request-lines.ts';

interface LaterChange {
  userId: number;
  owNumber: string;
  /** Time of the answer to the last request of this kind. */
  at: string;
}

export interface LaterChanges {
  deletions: (LaterChange & { madeAt: string })[];
  /** The last role and status that an account was given. */
  rights: (LaterChange & { role: string | undefined; status: number | undefined })[];
  passwords: LaterChange[];
  /** The highest number of each year. */
  invoiceNumbers: { year: number; lastNumber: number }[];
}

const INVOICE_NUMBER = /^INV-(\d{4})-(\d+)$/;

/**
 * Collects the changes that requests made after the moment to which a database was restored; each list has an account
 * once.
 */
export const collectLaterChanges = (lines: readonly RequestLine[]): LaterChanges => {
  const deletions = new Map<number, LaterChanges['deletions'][number]>();
  const rights = new Map<number, LaterChanges['rights'][number]>();
  const passwords = new Map<number, LaterChange>();
  const invoiceNumbers = new Map<number, number>();

  for (const { timestamp: at, account, invoice } of lines) {
    if (account) {
      const { id: userId, owNumber, changed = {}, deletedMadeAt } = account;
      const change = { userId, owNumber, at };
      if (deletedMadeAt !== undefined) {
        deletions.set(userId, { ...change, madeAt: deletedMadeAt });
      }
      if ('User_Pass_Bkp' in changed) {
        passwords.set(userId, change);
      }
      if ('user_role' in changed || 'User_Status' in changed) {
        const before = rights.get(userId);
        const role = typeof changed.user_role === 'string' ? changed.user_role : before?.role;
        const status = typeof changed.User_Status === 'number' ? changed.User_Status : before?.status;
        rights.set(userId, { ...change, role, status });
      }
    }
    const [, year, number] = INVOICE_NUMBER.exec(invoice?.number ?? '') ?? [];
    if (year !== undefined) {
      const highest = Math.max(invoiceNumbers.get(Number(year)) ?? 0, Number(number));
      invoiceNumbers.set(Number(year), highest);
    }
  }
  const isKept = ({ userId }: LaterChange) => !deletions.has(userId);

  return {
    deletions: [...deletions.values()],
    rights: [...rights.values()].filter(isKept),
    passwords: [...passwords.values()].filter(isKept),
    invoiceNumbers: [...invoiceNumbers].map(([year, lastNumber]) => ({ year, lastNumber })),
  };
};
