import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { idempotencyKeys } from '#functions/database/schema/system-tables.ts';
import type { Database } from '#functions/ports/database/database.ts';
import { type IdempotencyKey, NAMES_NOBODY } from '#functions/ports/database/system/idempotency-store.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let database: Database;
let userId: number;
beforeAll(async () => {
  portal = await startTestPortal();
  ({ database } = await import('#local/seed/whole-database.ts'));
  userId = await addUser(portal, { user_role: 'admin' });
});
afterAll(() => portal.stop());

const newKey = (): IdempotencyKey => ({
  userId,
  route: 'bank.ignore',
  key: crypto.randomUUID(),
  bodyHash: 'a hash',
});
const readKept = async ({ key }: IdempotencyKey) => {
  const rows = await portal.connection
    .select({ answer: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.key, key));

  return rows.map(({ answer }) => answer);
};

/** Returns a request that keeps what it is given, and the number of its writes. */
const makeWrites = <Kept>(kept: Kept) => {
  let writes = 0;
  const send = (key: IdempotencyKey | undefined) =>
    database.transaction(({ idempotency }) =>
      idempotency.runOnce(key, NAMES_NOBODY, async () => {
        writes += 1;

        return kept;
      }),
    );

  return { send, count: () => writes };
};

it('a repeated key writes nothing and gets what the first request kept', async () => {
  const key = newKey();
  const { send, count } = makeWrites(7);

  expect([await send(key), await send(key)]).toEqual([
    { kept: 7, isRepeated: false },
    { kept: 7, isRepeated: true },
  ]);
  expect(count()).toBe(1);
  expect(await readKept(key)).toEqual([7]);
});

it('of two requests with one key at once one writes, and no answer is kept without an id', async () => {
  const key = newKey();
  const { send, count } = makeWrites(undefined);

  const both = await Promise.all([send(key), send(key)]);

  expect(both.map(({ kept }) => kept)).toEqual([undefined, undefined]);
  expect(both.map(({ isRepeated }) => isRepeated).toSorted()).toEqual([false, true]);
  expect(count()).toBe(1);
  expect(await readKept(key)).toEqual([null]);
});

it('a key with other content is refused, and one whose write failed can be used again', async () => {
  const key = newKey();
  const { send } = makeWrites(undefined);
  const failing = database.transaction(({ idempotency }) =>
    idempotency.runOnce(key, NAMES_NOBODY, async () => {
      throw new Error('the write fails');
    }),
  );

  await expect(failing).rejects.toThrow('the write fails');
  expect(await readKept(key)).toEqual([]);
  expect(await send({ ...key, bodyHash: 'other' })).toMatchObject({ isRepeated: false });
  await expect(send(key)).rejects.toMatchObject({ code: 'unprocessable' });
});

it('without a key each request writes', async () => {
  const { send, count } = makeWrites(undefined);

  expect([await send(undefined), await send(undefined)]).toMatchObject([
    { isRepeated: false },
    { isRepeated: false },
  ]);
  expect(count()).toBe(2);
});
