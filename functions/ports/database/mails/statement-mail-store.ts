import type { Period } from '#functions/ports/database/debtors/statement-store.ts';
import type { RouteAudit } from '#functions/ports/database/system/journal-store.ts';
import type { MailAccountNow, MailToSend } from './mail-work-store.ts';

export interface StatementOrder {
  userIds: readonly number[];
  period: Period;
  /** The beginning of the day in which a client gets one statement. */
  dayBegan: Date;
  audit: RouteAudit;
  now: Date;
}

/** What became of the order for one client. */
export interface StatementOrdered {
  userId: number;
  isOrdered: boolean;
  /** True if another statement was ordered for the client today. */
  wasToday: boolean;
}

/** Orders the mails with statements that an administrator sends (D58). */
export interface StatementMailStore {
  /**
   * Locks the accounts until the transaction ends, so that two orders for one client wait for each other, and returns
   * those that exist.
   */
  lockAccounts(
    userIds: readonly number[],
  ): Promise<(Pick<MailToSend, 'blockedBy'> & { account: MailAccountNow })[]>;
  /**
   * Writes a mail, its job and an audit row for each client who has got no statement of this period, and none today. It
   * is asked after `lockAccounts`.
   */
  order(order: StatementOrder): Promise<StatementOrdered[]>;
}
