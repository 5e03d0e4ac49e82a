import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { idempotencyKeys } from '#functions/database/schema/system-tables.ts';
import type { runOnce as RunOnce } from '#functions/domain/run-once.ts';
import type { Database } from '#functions/ports/database/database.ts';
import type { IdempotencyKey } from '#functions/ports/database/system/idempotency-store.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let database: Database;
let runOnce: typeof RunOnce;
let userId: number;
beforeAll(async () => {
  portal = await startTestPortal();
  ({ database } = await import('#local/seed/whole-database.ts'));
  ({ runOnce } = await import('#functions/domain/run-once.ts'));
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

it('a repeated key writes nothing and reads the answer as it is then', async () => {
  const key = newKey();
  let writes = 0;
  const send = (now: string) =>
    runOnce(
      database,
      key,
      async () => {
        writes += 1;

        return 7;
      },
      async (fileId) => `file ${fileId}, ${now}`,
    );

  expect([await send('ready'), await send('finished')]).toEqual(['file 7, ready', 'file 7, finished']);
  expect(writes).toBe(1);
  expect(await readKept(key)).toEqual([7]);
});

it('of two requests with one key at once one writes, and no answer is kept without an id', async () => {
  const key = newKey();
  let writes = 0;
  const send = () =>
    runOnce(
      database,
      key,
      async () => {
        writes += 1;

        return null;
      },
      async (kept) => ({ kept }),
    );

  expect(await Promise.all([send(), send()])).toEqual([{ kept: null }, { kept: null }]);
  expect(writes).toBe(1);
  expect(await readKept(key)).toEqual([null]);
});

it('a key with other content is refused, and one whose write failed can be used again', async () => {
  const key = newKey();
  const write = async () => null;
  const readAgain = async () => 'read';

  await expect(
    runOnce(
      database,
      key,
      async () => {
        throw new Error('the write fails');
      },
      readAgain,
    ),
  ).rejects.toThrow('the write fails');
  expect(await readKept(key)).toEqual([]);
  expect(await runOnce(database, { ...key, bodyHash: 'other' }, write, readAgain)).toBe('read');
  await expect(runOnce(database, key, write, readAgain)).rejects.toMatchObject({ code: 'unprocessable' });
});

it('without a key each request writes', async () => {
  let writes = 0;
  const send = () =>
    runOnce(
      database,
      undefined,
      async () => {
        writes += 1;

        return null;
      },
      async () => writes,
    );

  expect([await send(), await send()]).toEqual([1, 2]);
});
