import { countAttempt } from '#functions/domain/auth/sign-in-throttle.ts';
import { type MailOrderPorts, openMailOrders } from '#functions/domain/mails/mail-orders.ts';
import type { Database } from '#functions/ports/database/database.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import { RESET_ASKED } from '#shared/contract/links.ts';
import { AppError } from '#shared/errors.ts';

/** Requests allowed in an hour (D46): from a network address, and for an address that is typed. */
const REQUESTS_MAX = { from: 30, typed: 5 };
const WINDOW_SECONDS = 60 * 60;

interface RequestPorts extends MailOrderPorts {
  database: Pick<Database, 'throttle' | 'links'>;
  sessionTokens: Pick<SessionTokens, 'fingerprint'>;
}

/**
 * Orders a link for a new password. An address without an account gets the same statements and the same answer; only
 * the worker of the mail finds out that there is no account.
 */
export const requestReset = async (
  { database, sessionTokens, ...ports }: RequestPorts,
  { address }: Pick<Viewer, 'address'>,
  typed: string,
  now: Date,
): Promise<{ message: string }> => {
  if (!ports.mailSettings.isOn) {
    throw new AppError('not_found', 'This portal sends no mail. Please ask support for a new password.');
  }

  const makeBucket = async (kind: keyof typeof REQUESTS_MAX, counted: string) => ({
    name: await sessionTokens.fingerprint(JSON.stringify(['password reset', kind, counted])),
    limit: REQUESTS_MAX[kind],
    windowSeconds: WINDOW_SECONDS,
  });
  await countAttempt(database.throttle, { buckets: [await makeBucket('from', address)], address }, now);
  const spentUntil = await database.throttle.take(await makeBucket('typed', typed.toLowerCase()), now);

  if (!spentUntil) {
    const orders = openMailOrders(ports, now);
    await orders.orderBy(() => database.links.orderReset({ typed, address }, now));
    await orders.send();
  }

  return { message: RESET_ASKED };
};
