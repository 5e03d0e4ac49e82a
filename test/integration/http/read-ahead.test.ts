import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { Role } from '#shared/contract/fields.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';

let portal: Awaited<ReturnType<typeof startTestPortal>>;

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

const addAccount = async (user_role: Role = 'client') => {
  const email = `${crypto.randomUUID()}@example.com`;
  const userId = await addUser(portal, { User_Email: email, user_role });

  return { email, userId, cookie: await startSession(portal, userId) };
};

type Account = Awaited<ReturnType<typeof addAccount>>;

/** Keeps each Data API call waiting until `count` of them wait; fails if the others do not come. */
const holdCallsUntil = (count: number) => {
  const arrived = Promise.withResolvers<void>();
  const patience = AbortSignal.timeout(5_000);
  patience.onabort = () => arrived.reject(new Error(`${count} calls never waited at once`));
  let waiting = 0;

  portal.dataApi.delayCalls(() => {
    waiting += 1;
    if (waiting === count) {
      arrived.resolve();
    }

    return arrived.promise;
  });
  onTestFinished(() => portal.dataApi.delayCalls(async () => {}));
};

describe('data read ahead for a session that is invalid', () => {
  let client: Account;
  let admin: Account;
  let other: Account;
  let linesBefore: number;

  beforeEach(async () => {
    [client, admin, other] = [await addAccount(), await addAccount('admin'), await addAccount()];
    linesBefore = portal.heard.log.length;
  });

  const endSession = async ({ userId }: Account) => {
    await portal.connection.delete(sessions).where(eq(sessions.user_id, userId));
  };
  const change =
    (values: Partial<typeof users.$inferInsert>) =>
    async ({ userId }: Account) => {
      await portal.connection.update(users).set(values).where(eq(users.User_Id, userId));
    };

  /** Returns the only log line of a request. */
  const readLogLine = () => {
    const lines = portal.heard.log
      .slice(linesBefore)
      .filter((line) => line.includes('"routeId"'))
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(1);

    return lines[0];
  };

  const REFUSALS = [
    ['that was ended', endSession],
    ['of an account that was suspended', change({ User_Status: 0 })],
    [
      'of an account that was deleted',
      async ({ userId }: Account) => {
        await portal.connection.delete(users).where(eq(users.User_Id, userId));
      },
    ],
  ] as const;

  it.each(REFUSALS)(
    'data that was read ahead for a session %s is not sent, and a refusal is logged',
    async (_, end) => {
      await end(admin);
      holdCallsUntil(2);
      const { status, body } = await portal.call('GET', '/api/admin/stats', { cookie: admin.cookie });

      expect({ status, body }).toEqual({
        status: 401,
        body: { code: 'unauthenticated', message: 'Please sign in.' },
      });
      expect(readLogLine()).toMatchObject({ message: 'request refused', status: 401 });
    },
  );

  it.each([
    ['a request for a missing record', '/api/users/999999/invoices'],
    ['a malformed request', '/api/users/nobody/invoices'],
  ])('an ended session with %s gets only 401', async (_, path) => {
    await endSession(client);

    expect(await portal.call('GET', path, { cookie: client.cookie })).toMatchObject({ status: 401 });
    expect(readLogLine()).toMatchObject({ status: 401 });
  });

  it('an admin who is now a client gets no data read ahead, and a client is refused before any read', async () => {
    await change({ user_role: 'client' })(admin);
    const path = '/api/admin/stats';
    expect(await portal.call('GET', path, { cookie: admin.cookie })).toMatchObject({ status: 403 });
    expect(readLogLine()).toMatchObject({ userId: admin.userId, role: 'client', status: 403 });

    portal.dataApi.calls.reset();
    expect(await portal.call('GET', path, { cookie: client.cookie })).toMatchObject({ status: 403 });
    // The session, and the row of the audit log.
    expect(portal.dataApi.calls.total).toBe(2);
  });

  it('a client who is an admin by now gets data that is read again', async () => {
    await change({ user_role: 'admin' })(client);
    const path = `/api/users/${other.userId}/invoices`;

    expect(await portal.call('GET', path, { cookie: client.cookie })).toMatchObject({ status: 200 });
    expect(readLogLine()).toMatchObject({ status: 200 });
  });

  it('data is read again when the token names a session of another user', async () => {
    const { sessionTokens } = await import('#functions/runtime/ports/session-tokens-port.ts');
    const [row] = await portal.connection.select().from(sessions).where(eq(sessions.user_id, client.userId));
    const sessionId = row?.id ?? '';
    const inAnHour = new Date(Date.now() + 3_600_000);
    const readName = async (startedFor?: { userId: number; role: Role }) => {
      const token = await sessionTokens.sign({ sessionId, startedFor }, inAnHour);

      return (await portal.call('GET', '/api/user', { cookie: `session=${token}` })).body.User_Email;
    };

    expect(await readName({ userId: other.userId, role: 'client' })).toBe(client.email);
    expect(await readName(), 'a token that does not say whom it was for').toBe(client.email);
  });

  it('data that was read ahead is not sent if the session cannot be read', async () => {
    const owner = connectAsOwner();
    await owner.execute(sql`alter table sessions rename column expires_at to away`);
    onTestFinished(async () => {
      await owner.execute(sql`alter table sessions rename column away to expires_at`);
    });

    expect(await portal.call('GET', '/api/user', { cookie: client.cookie })).toMatchObject({ status: 500 });
    expect(readLogLine()).toMatchObject({ message: 'request failed', status: 500 });
  });
});
