import { type MailOrderPorts, openMailOrders } from '#functions/domain/mails/mail-orders.ts';
import { countAttempt, networkOf } from '#functions/domain/system/throttle.ts';
import type { Database } from '#functions/ports/database/database.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import { RESET_ASKED } from '#shared/contract/links.ts';
import { AppError } from '#shared/errors.ts';

/** Requests allowed in an hour (D46): from a network address, from its /24 or /48, and for an address that is typed. */
const REQUESTS_MAX = { from: 30, network: 60, typed: 5 };
const WINDOW_SECONDS = 60 * 60;

interface RequestPorts extends MailOrderPorts {
  database: Pick<Database, 'throttle' | 'links'>;
  sessionTokens: Pick<SessionTokens, 'fingerprint'>;
}

/**
 * Orders a link for a new password. An address without an account gets the same statements and the same answer; only
 * the worker of the mail finds out that there is no account. For an address that was typed too often a message is sent
 * even if no mail was ordered, because the time of the answer would otherwise say whether the address has an account.
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
  const buckets = [await makeBucket('from', address), await makeBucket('network', networkOf(address))];
  await countAttempt(database.throttle, { buckets, address }, now);
  const spentUntil = await database.throttle.take(await makeBucket('typed', typed.toLowerCase()), now);

  const orders = openMailOrders(ports, now);
  const order = { typed, address, isOneMore: spentUntil !== undefined };
  await orders.orderBy(async () => [await database.links.orderReset(order, now)]);
  await orders.send();

  return { message: RESET_ASKED };
};
