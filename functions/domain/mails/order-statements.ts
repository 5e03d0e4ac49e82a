import { auditOf } from '#functions/domain/audit.ts';
import { requireShortPeriod } from '#functions/domain/debtors/read-statement.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { Period } from '#functions/ports/database/debtors/statement-store.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import { STATEMENT_MAILS_DAY_MAX } from '#shared/contract/limits.ts';
import type { OrderedStatements } from '#shared/contract/mails.ts';
import { dayAfter, startOfDay } from '#shared/dates.ts';
import { AppError, secondsUntil } from '#shared/errors.ts';
import { SKIP_REASONS, STATEMENT_REASONS } from '#shared/mails/mail-kinds.ts';
import { requireMail } from './mail-is-on.ts';
import { checkMayBeSent } from './may-be-sent.ts';

const ONLY_CLIENTS = 'Only clients get statements. Please leave out administrators.';
const DAY_IS_FULL = `At most ${STATEMENT_MAILS_DAY_MAX} statements are mailed in a day. Please choose fewer clients, or send the others tomorrow.`;

/**
 * Orders the mails with the statement of a period, for the clients who may get one now. Their figures are read when they
 * are sent. Of two orders for one client at the same moment, the later one is skipped.
 */
export const orderStatements = async (
  {
    database,
    mailSettings,
  }: { database: DatabaseOf<'statementMails' | 'throttle'>; mailSettings: MailSettings },
  admin: SessionUser,
  { userIds, ...period }: Period & { userIds: readonly number[] },
  now: Date,
): Promise<OrderedStatements> => {
  requireShortPeriod(period);
  requireMail(mailSettings);
  const today = dayAfter(now, 0);
  const dayEnds = startOfDay(dayAfter(now, 1));

  return database.transaction(async ({ statementMails, throttle }) => {
    const reasons = new Map<number, string>(userIds.map((userId) => [userId, SKIP_REASONS['account-gone']]));
    for (const { account, blockedBy } of await statementMails.lockAccounts(userIds)) {
      if (account.isAdmin) {
        throw new AppError('invalid_request', ONLY_CLIENTS, { fields: { userIds: ONLY_CLIENTS } });
      }
      const mail = checkMayBeSent({ kind: 'statement', address: account.email, account, blockedBy });
      if (typeof mail === 'string') {
        reasons.set(account.userId, SKIP_REASONS[mail]);
      } else {
        reasons.delete(account.userId);
      }
    }

    const asked = await statementMails.order({
      userIds: userIds.filter((userId) => !reasons.has(userId)),
      period,
      dayBegan: startOfDay(today),
      audit: auditOf(admin, 'mails.statements'),
      now,
    });
    for (const { userId, wasToday } of asked.filter(({ isOrdered }) => !isOrdered)) {
      reasons.set(userId, STATEMENT_REASONS[wasToday ? 'ordered-today' : 'ordered-before']);
    }

    const ordered = userIds.length - reasons.size;
    const bucket = {
      name: `statement mails of ${today}`,
      limit: STATEMENT_MAILS_DAY_MAX,
      windowSeconds: secondsUntil(dayEnds, now),
      units: ordered,
    };
    if (ordered > 0 && (await throttle.take(bucket, now))) {
      throw new AppError('too_many_requests', DAY_IS_FULL, {
        retryAfterSeconds: secondsUntil(dayEnds, now),
      });
    }

    return { ordered, skipped: [...reasons].map(([userId, reason]) => ({ userId, reason })) };
  });
};
