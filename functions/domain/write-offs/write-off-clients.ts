import { auditOf } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { LedgerStore } from '#functions/ports/database/payments/ledger-store.ts';
import { type IdempotencyKey, NAMES_NOBODY } from '#functions/ports/database/system/idempotency-store.ts';
import type { WriteOffOutcome, WriteOffsOrder } from '#shared/contract/write-offs.ts';
import { dayAfter } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { amountFromCents } from '#shared/money.ts';

/** Two hundred clients take about 12 s so, of the 24 s that a request has. */
const CLIENTS_AT_ONCE = 10;

interface BulkWriteOff {
  database: DatabaseOf<'idempotency' | 'ledger'>;
  admin: SessionUser;
  order: Omit<WriteOffsOrder, 'userIds'>;
  once: IdempotencyKey | undefined;
  now: Date;
}

const refuse = (userId: number, refused: string): WriteOffOutcome => ({ userId, amount: 0, refused });

const writeOffDebt = async (
  ledger: Pick<LedgerStore, 'lock' | 'writeOffAll'>,
  { admin, order, now }: BulkWriteOff,
  userId: number,
): Promise<WriteOffOutcome> => {
  const role = await ledger.lock(userId);
  if (role === undefined) {
    return refuse(userId, 'This client no longer exists.');
  }
  if (role === 'admin') {
    return refuse(userId, 'This is an administrator, not a client.');
  }
  const audit = auditOf(admin, 'write-offs.clients');
  const cents = await ledger.writeOffAll({ userId, date: dayAfter(now, 0), ...order, audit, now });

  return cents === 0
    ? refuse(userId, 'This client owes nothing.')
    : { userId, amount: amountFromCents(cents), refused: null };
};

/** Writes the debt of one client off in a transaction of its own, or returns what came of it when it was sent before. */
const writeOffOnce = async (write: BulkWriteOff, userId: number): Promise<WriteOffOutcome> => {
  const { database, once } = write;
  // No key of a request contains a space.
  const key = once && { ...once, key: `${once.key} ${userId}` };
  const { kept } = await database.transaction(({ idempotency, ledger }) =>
    idempotency.runOnce(key, { userIds: [userId] }, () => writeOffDebt(ledger, write, userId)),
  );

  return kept;
};

/** A client who cannot be written off now holds up no other; the sentence says why. */
const settleOutcome = async (write: BulkWriteOff, userId: number): Promise<WriteOffOutcome> => {
  try {
    return await writeOffOnce(write, userId);
  } catch (error) {
    if (error instanceof AppError) {
      return refuse(userId, error.message);
    }
    throw error;
  }
};

/**
 * Writes off all that each of the clients owes (D65), each in a transaction of its own. The key is kept with each client,
 * so that a request that was cut off writes nothing twice when it is sent again, and goes on where it ended.
 */
export const writeOffClients = async (
  database: BulkWriteOff['database'],
  admin: SessionUser,
  { userIds, ...order }: WriteOffsOrder,
  once: IdempotencyKey | undefined,
  now: Date,
): Promise<WriteOffOutcome[]> => {
  const write = { database, admin, order, once, now };
  // A key that came with other content before is refused for all clients.
  await database.idempotency.runOnce(once, NAMES_NOBODY, async () => undefined);

  const outcomes: WriteOffOutcome[] = [];
  const left = userIds.entries();
  const work = async () => {
    for (const [place, userId] of left) {
      outcomes[place] = await settleOutcome(write, userId);
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: CLIENTS_AT_ONCE }, work));
  const failed = workers.find((worker) => worker.status === 'rejected');
  if (failed) {
    throw failed.reason;
  }

  return outcomes;
};
