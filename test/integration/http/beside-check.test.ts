import { BeginTransactionCommand, RDSDataClient } from '@aws-sdk/client-rds-data';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { Role } from '#shared/contract/fields.ts';
import type { RouteId } from '#shared/contract/index.ts';
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
    const claims = { sessionId: row?.id ?? '', userId: other.userId, role: 'client' } as const;
    const token = await sessionTokens.sign(claims, new Date(Date.now() + 3_600_000));
    const { body } = await portal.call('GET', '/api/user', { cookie: `session=${token}` });

    expect(body.User_Email).toBe(client.email);
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

/** The first of the two calls is answered, then `between` runs, and then the other one is sent. */
const sendInOrder = (
  first: 'check' | 'other',
  isOther: (command: object) => boolean,
  between: () => Promise<void>,
) => {
  const { send } = RDSDataClient.prototype;
  const isAnswered = Promise.withResolvers<void>();
  const sending = vi.spyOn(RDSDataClient.prototype, 'send');
  onTestFinished(() => sending.mockRestore());

  sending.mockImplementation(async function (this: RDSDataClient, ...call: Parameters<typeof send>) {
    const [command] = call;
    const isCheck = 'sql' in command.input && String(command.input.sql).startsWith(CHECK);
    if (!isCheck && !isOther(command)) {
      return send.apply(this, call);
    }
    if (isCheck !== (first === 'check')) {
      await isAnswered.promise;

      return send.apply(this, call);
    }
    try {
      return await send.apply(this, call);
    } finally {
      await between();
      isAnswered.resolve();
    }
  });
};

const CHECK =
  'select "users"."User_Id", "users"."user_role", "users"."must_change_password", "sessions"."last_used_at"';

const NEW_SERVICE = { serviceCategory: 'Voice' };

const past = () => new Date(Date.now() - 1000).toISOString();

const SIGN_IN = { status: 401, code: 'unauthenticated' };

type Of = (column: PgColumn) => SQL;

const ENDS = [
  [
    'a session that was ended',
    (of: Of) => portal.connection.delete(sessions).where(of(sessions.user_id)),
    SIGN_IN,
  ],
  [
    'a session that expired',
    (of: Of) => portal.connection.update(sessions).set({ expires_at: past() }).where(of(sessions.user_id)),
    SIGN_IN,
  ],
  [
    'a session of an account that was deactivated',
    (of: Of) => portal.connection.update(users).set({ User_Status: 0 }).where(of(users.User_Id)),
    SIGN_IN,
  ],
  [
    'an administrator who became a client',
    (of: Of) => portal.connection.update(users).set({ user_role: 'client' }).where(of(users.User_Id)),
    { status: 403, code: 'forbidden' },
  ],
  [
    'an administrator who must choose a new password',
    (of: Of) => portal.connection.update(users).set({ must_change_password: true }).where(of(users.User_Id)),
    { status: 403, code: 'password_change_required' },
  ],
] as const;

describe('a session that ends between its check and what runs beside it', () => {
  let admin: Account;
  let client: Account;

  beforeEach(async () => {
    [admin, client] = [await addAccount('admin'), await addAccount()];
  });

  const ofAdmin = (column: PgColumn) => eq(column, admin.userId);
  const readActions = async () => {
    const rows = await portal.connection
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.actor_id, admin.userId));

    return rows.map(({ action }) => action).toSorted();
  };
  /** A refusal for a new password leaves no row (D33). */
  const refusalOf = (routeId: RouteId, { code }: { code: string }) =>
    code === 'forbidden' ? [`${routeId} refused`] : [];
  const ask = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await portal.call(method, path, { cookie: admin.cookie, ...(body && { body }) });

    return { status: answer.status, code: answer.body.code };
  };
  const isAuditedRead = (command: object) => JSON.stringify(command).includes('require_live_session');
  const isBegin = (command: object) => command instanceof BeginTransactionCommand;

  it.each(ENDS)('%s gets no audited read, and leaves no row if the check was the first', async (_, end) => {
    sendInOrder('check', isAuditedRead, async () => void (await end(ofAdmin)));

    expect(await ask('GET', `/api/admin/users/${client.userId}`)).toEqual(SIGN_IN);
    expect(await readActions()).toEqual([]);
  });

  it.each(ENDS)(
    '%s gets no audited read, whose row stays if the read was the first',
    async (_, end, refusal) => {
      sendInOrder('other', isAuditedRead, async () => void (await end(ofAdmin)));

      expect(await ask('GET', `/api/admin/users/${client.userId}`)).toEqual(refusal);
      expect(await readActions()).toEqual(['users.read', ...refusalOf('users.read', refusal)]);
    },
  );

  it.each(ENDS)('%s gets no page of a list that needs no row of its own', async (_, end) => {
    expect(await ask('GET', '/api/admin/users')).toMatchObject({ status: 200 });
    expect(await ask('GET', '/api/admin/users')).toMatchObject({ status: 200 });
    sendInOrder('check', isAuditedRead, async () => void (await end(ofAdmin)));

    expect(await ask('GET', '/api/admin/users')).toEqual(SIGN_IN);
    expect(await readActions()).toEqual(['users.list']);
  });

  it.each(ENDS)('%s gets no answer about a record that is missing', async (_, end) => {
    sendInOrder('check', isAuditedRead, async () => void (await end(ofAdmin)));

    expect(await ask('GET', '/api/admin/users/999999')).toEqual(SIGN_IN);
    expect(await readActions()).toEqual([]);
  });

  it.each(ENDS)('%s writes nothing in a transaction that began before the check', async (_, end, refusal) => {
    sendInOrder('other', isBegin, async () => void (await end(ofAdmin)));
    const path = `/api/admin/users/${client.userId}/services`;

    expect(await ask('POST', path, NEW_SERVICE)).toEqual(refusal);
    expect(await readActions()).toEqual(refusalOf('services.create', refusal));
    const written = await portal.connection
      .select()
      .from(services)
      .where(eq(services.user_id, client.userId));
    expect(written).toEqual([]);
  });
});

describe('what another site starts', () => {
  it.each([
    ['GET', '', undefined],
    ['POST', '/services', NEW_SERVICE],
  ] as const)(
    '%s begins neither a read nor a transaction: the check and the row of the refusal are all',
    async (method, end, body) => {
      const [admin, client] = [await addAccount('admin'), await addAccount()];
      portal.dataApi.calls.reset();
      const answer = await portal.call(method, `/api/admin/users/${client.userId}${end}`, {
        cookie: admin.cookie,
        headers: { 'sec-fetch-site': 'cross-site' },
        ...(body && { body }),
      });

      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      expect(portal.dataApi.calls.total).toBe(2);
    },
  );
});
