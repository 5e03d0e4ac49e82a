import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeTimelineStore } from '#functions/adapters/database/users/sql-timeline-store.ts';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { auditOfRead } from '#functions/domain/audit.ts';
import { FOLDING } from '#functions/domain/users/read-timeline.ts';
import { TIMELINE_KINDS } from '#shared/contract/limits.ts';
import { type TimelineEntry, timelineCursor, writeTimelineCursor } from '#shared/contract/users/timeline.ts';
import { addOpening, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { listAudit } from '#test/support/links/links.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

const read = (userId: number, query = '', { cookie } = admin) =>
  portal.call('GET', `/api/admin/users/${userId}/timeline${query}`, { cookie });

const textsOf = async (userId: number, query = ''): Promise<string[]> =>
  (await read(userId, query)).body.map(({ text }: TimelineEntry) => text);

const addMail = (userId: number, mail: Partial<typeof mails.$inferInsert> = {}) =>
  portal.connection.insert(mails).values({
    id: crypto.randomUUID(),
    user_id: userId,
    kind: 'verify',
    key: `test:${crypto.randomUUID()}`,
    ...mail,
  });

const addAudit = (
  userId: number,
  rows: { action: string; changes?: string[]; at?: string; actor_id?: number }[],
) =>
  portal.connection.insert(auditLog).values(
    rows.map(({ changes = [], ...row }) => ({
      ...row,
      changes,
      record: `user ${userId}`,
      address: '127.0.0.0/24',
    })),
  );

describe("an account's timeline", () => {
  it('money of each kind is told with its document, its sign, who moved it, and what it opens', async () => {
    await portal.connection
      .update(users)
      .set({ User_Name: 'Nomsa', User_Surname: 'Dlamini' })
      .where(eq(users.User_Id, admin.userId));
    const userId = await addUser(portal, {});
    await addOpening(userId, 5000);
    const money = moneyCalls(portal, admin);
    const { body: invoice } = await money.issue(userId, 115);
    const { body: payment } = await money.pay(userId, { reference: 'OW10002' });
    await money.reverse(payment.id);
    await money.setStatus(invoice.id, 'void');
    const { body: refund } = await money.refund(userId, { amount: 10 });
    const { body: correction } = await money.correct(userId, { amount: -5 });

    const { body } = await read(userId, '?kind=payment');

    const by = 'Nomsa Dlamini';
    const ofPayment = { kind: 'payment', id: payment.id };
    const kind = 'payment';
    expect(body).toMatchObject([
      {
        kind,
        by,
        text: 'Correction of the opening balance: It was wrong',
        amount: -5,
        link: { kind, id: correction.id },
      },
      {
        kind,
        by,
        text: 'Refund by EFT: The client asked for it',
        amount: -10,
        link: { kind, id: refund.id },
      },
      { kind, by, text: 'Payment reversed: The bank returned it', amount: -100, link: ofPayment },
      {
        kind,
        by,
        text: 'Payment by EFT, reference OW10002',
        amount: 100,
        link: ofPayment,
      },
      { kind, by: 'The portal', text: 'Opening balance', amount: 50, link: null },
    ]);
    const link = { kind: 'invoice', id: invoice.id };
    expect((await read(userId, '?kind=invoice')).body).toMatchObject([
      { by, text: `Invoice ${invoice.invoiceNumber} voided`, amount: 115, link },
      { by, text: `Invoice ${invoice.invoiceNumber}`, amount: -115, link },
    ]);
  });

  it('a credit note is found among the invoices with both numbers and its explanation as typed', async () => {
    const userId = await addUser(portal, {});
    const money = moneyCalls(portal, admin);
    const { body: invoice } = await money.issue(userId, 100);
    const explanation = 'Invoice was issued twice by us';
    const { body: note } = await portal.call('POST', `/api/invoices/${invoice.id}/credit-notes`, {
      ...admin,
      body: { reason: 'error', explanation, amount: 40 },
    });

    const { body } = await read(userId, '?kind=invoice');

    expect(body).toMatchObject([
      {
        kind: 'invoice',
        text: `Credit note ${note.creditNoteNumber} of ${invoice.invoiceNumber}: ${explanation}`,
        amount: 40,
        link: { kind: 'invoice', id: invoice.id },
      },
      { text: `Invoice ${invoice.invoiceNumber}` },
    ]);
    expect(await textsOf(userId, '?kind=payment')).toEqual([]);
  });

  it('mails, sign-ins and changes are told by who caused them, without values and without reads', async () => {
    const client = await addCaller(portal, 'client');
    const path = `/api/admin/users/${client.userId}`;
    await portal.call('GET', path, admin);
    await portal.call('PUT', '/api/user', { ...client, body: { User_Town: 'Paarl' } });
    await portal.call('PUT', path, {
      ...admin,
      body: { User_Ref: 'Ref', User_DOB_Day: 4, User_DOB_Month: 5 },
    });
    await portal.call('POST', '/api/login', { body: { identifier: client.email, password: 'wrong' } });
    const { body: service } = await portal.call('POST', `/api/admin/users/${client.userId}/services`, {
      ...admin,
      body: { serviceCategory: 'Fibre' },
    });
    await portal.call('PUT', `/api/admin/services/${service.id}`, { ...admin, body: { pricePerMonth: 12 } });
    await addMail(client.userId, { state: 'skipped', reason: 'blocked', about: { invoiceId: 7 } });

    const { body } = await read(client.userId);

    const ofService = { link: { kind: 'service', id: service.id }, by: 'Nomsa Dlamini', kind: 'change' };
    expect(body).toMatchObject([
      {
        kind: 'mail',
        text: 'Mail “Verify your address”: not sent (The address is blocked)',
        by: 'The portal',
        amount: null,
        link: { kind: 'invoice', id: 7 },
      },
      { ...ofService, text: 'Changed a service: Price per month' },
      { ...ofService, text: 'Added a service' },
      { kind: 'sign-in', text: 'A sign-in failed', by: 'Somebody at the sign-in page', link: null },
      {
        kind: 'change',
        text: expect.stringMatching(/^Changed (Date of birth, Reference|Reference, Date of birth)$/),
        by: 'Nomsa Dlamini',
      },
      { kind: 'change', text: 'Changed Town', by: 'The client', amount: null, link: null },
    ]);
    expect(await listAudit(portal, client.userId)).toContainEqual({
      action: 'users.timeline',
      actor: admin.userId,
      changes: [],
    });
  });

  it('an act of an administrator whose account is gone is told, and so is one of nobody who is known', async () => {
    const userId = await addUser(portal, {});
    await addAudit(userId, [{ action: 'links.request-reset' }, { action: 'links.not-me' }]);
    await portal.connection.insert(auditLog).values({
      action: 'users.unblock',
      actor_id: 2_000_000_000,
      record: `user ${userId}`,
      changes: [],
      address: '127.0.0.0/24',
    });

    expect((await read(userId)).body).toMatchObject([
      { text: 'Cleared the sign-in block', by: 'An administrator' },
      { text: 'Said that the mail was not for them', by: 'The owner of the address' },
      { text: 'Asked for a reset link', by: 'Somebody at the sign-in page' },
    ]);
  });

  it("another account's rows are not told, also not of one whose number begins alike", async () => {
    const userId = await addUser(portal, {});
    await addAudit(userId, [{ action: 'auth.login' }]);
    await addAudit(Number(`${userId}0`), [{ action: 'users.unblock' }]);
    await addAudit(Number(`1000${userId}`), [{ action: 'users.unblock' }]);

    expect(await textsOf(userId)).toEqual(['Signed in']);
  });

  it('each kind is shown alone, and all kinds together are everything', async () => {
    const { userId } = await addCaller(portal, 'client');
    await addAudit(userId, [{ action: 'auth.login' }, { action: 'users.unblock' }]);
    await addMail(userId);
    const money = moneyCalls(portal, admin);
    // Each also causes a mail.
    await money.issue(userId, 10);
    await money.pay(userId);

    const ofKinds = await Promise.all(TIMELINE_KINDS.map((kind) => textsOf(userId, `?kind=${kind}`)));

    expect(ofKinds.map(({ length }) => length)).toEqual([1, 1, 3, 1, 1]);
    expect(ofKinds.flat().toSorted()).toEqual((await textsOf(userId)).toSorted());
  });

  it.each(['x', 'user', '1'])('the unknown kind %j is refused at its field', async (kind) => {
    expect(await read(admin.userId, `?kind=${kind}`)).toMatchObject({
      status: 400,
      body: { fields: { kind: expect.any(String) } },
    });
  });

  it.each([
    '',
    'x',
    '2026-11-26T08:00:00.123456Z',
    '2026-11-26T08:00:00.123456Z_audit_7',
    '2026-11-26T08:00:00.123456Z_audit_7_x',
    ...[
      '2026-11-26T08:00:00.123Z_audit_7',
      '2026-02-30T08:00:00.123456Z_audit_7',
      '2026-11-26T08:00:00.123456Z_users_7',
      '2026-11-26T08:00:00.123456Z_audit_-7',
      '2026-11-26T08:00:00.123456Z_audit_9999999999999999999',
      '2026-11-26T08:00:00.123456Z_mail_7',
    ].map((place) => `${place}_2026-11-27T08:00:00.123456Z`),
  ])('a timeline behind the malformed cursor %j is refused at its field', async (before) => {
    expect(await read(admin.userId, `?before=${before}`)).toMatchObject({
      status: 400,
      body: { fields: { before: 'This is not the cursor of an entry' } },
    });
  });

  it('the timeline of a missing account is not found, and a client reads none', async () => {
    const client = await addCaller(portal, 'client');

    expect(await read(2_000_000_000)).toMatchObject({ status: 404 });
    expect(await read(client.userId, '', client)).toMatchObject({ status: 403 });
  });
});

describe('repeats in a timeline', () => {
  const DAY = '2026-11-20';
  const minutes = (count: number, rowOf: (index: number) => { action: string; changes?: string[] }) =>
    Array.from({ length: count }, (_, index) => ({
      ...rowOf(index),
      at: `${DAY}T10:${String(index).padStart(2, '0')}:00.000Z`,
    }));

  it.each(['', '?kind=change'])(
    "60 acts of a client in turn fold, and an administrator's edit stays on the first page of %j",
    async (query) => {
      const { userId } = await addCaller(portal, 'client');
      await addAudit(userId, [
        {
          action: 'users.update',
          changes: ['User_RegNo'],
          at: `${DAY}T09:00:00.000Z`,
          actor_id: admin.userId,
        },
      ]);
      const acts = ['account.update', 'account.end-session', 'auth.login'];
      await addAudit(
        userId,
        minutes(60, (index) => ({ action: acts[index % 3] ?? '', changes: ['User_Town'] })).map((row) => ({
          ...row,
          actor_id: userId,
        })),
      );

      const { body } = await read(userId, query);

      expect(body).toMatchObject([
        ...(query === '' ? [{ kind: 'sign-in', text: '20 sign-ins', by: 'The client' }] : []),
        { kind: 'change', text: '20 sessions ended', at: `${DAY}T10:58:00.000Z` },
        { kind: 'change', text: '20 changes of own details', at: `${DAY}T10:57:00.000Z` },
        { kind: 'change', text: 'Changed ID / Passport', at: `${DAY}T09:00:00.000Z` },
      ]);
    },
  );

  it('each day of Johannesburg, person and act has a row of its own', async () => {
    const { userId } = await addCaller(portal, 'client');
    await addAudit(userId, [
      { action: 'auth.login', actor_id: userId, at: '2026-11-19T21:58:00.000Z' },
      { action: 'auth.login', actor_id: userId, at: '2026-11-19T21:59:00.000Z' },
      { action: 'auth.login failed', at: '2026-11-19T22:00:00.000Z' },
      { action: 'auth.login failed', at: '2026-11-19T22:01:00.000Z' },
      { action: 'auth.login', actor_id: userId, at: '2026-11-19T22:02:00.000Z' },
    ]);

    expect(await textsOf(userId)).toEqual(['Signed in', '2 failed sign-ins', '2 sign-ins']);
  });

  it.each([
    'User_Name',
    'User_Surname',
    'User_RegNo',
    'User_Email',
    'user_role',
    'User_Status',
    'User_Pass_Bkp',
  ])('changes of %s never fold', async (field) => {
    const { userId } = await addCaller(portal, 'client');
    const changes = ['User_Town', field];
    await addAudit(
      userId,
      minutes(4, (index) => ({ action: 'account.update', changes: index < 2 ? changes : ['User_Town'] })).map(
        (row) => ({ ...row, actor_id: userId }),
      ),
    );

    expect(await textsOf(userId)).toEqual([
      '2 changes of own details',
      expect.stringContaining('Changed'),
      expect.stringContaining('Changed'),
    ]);
  });

  it('what an administrator did never folds, on the own account neither', async () => {
    const { userId } = await addCaller(portal, 'client');
    const other = await addCaller(portal, 'admin');
    const acts = minutes(3, () => ({ action: 'account.end-session' }));
    await addAudit(
      userId,
      acts.map((row) => ({ ...row, actor_id: other.userId })),
    );
    await addAudit(
      other.userId,
      acts.map((row) => ({ ...row, actor_id: other.userId })),
    );

    expect(await textsOf(userId)).toEqual(Array(3).fill('Ended a session'));
    expect(await textsOf(other.userId)).toEqual(Array(3).fill('Ended a session'));
  });
});

describe('the pages of a timeline', () => {
  let userId: number;
  let listOf: (limit: number, before?: string, id?: number) => Promise<string[]>;
  let all: string[];

  /**
   * Of seven rows of each table, three are of one microsecond, and two pairs are less than a millisecond apart. Two
   * days have four sign-ins and four failed ones each, which are one entry each.
   */
  beforeAll(async () => {
    userId = await addUser(portal, {});
    const instants = ['000001', '000002', '500000', '500000', '500000', '500001', '999999'];
    for (const part of instants) {
      const at = `2026-11-20T10:00:00.${part}Z`;
      await addAudit(userId, [{ action: 'users.update', at }]);
      await addMail(userId, { created_at: at });
      await portal.connection.execute(sql`
        insert into ledger_entries (user_id, kind, date, amount, method, created_at)
        values (${userId}::int, 'payment', '2026-11-20', 1, 'eft', ${at}::timestamptz)`);
    }
    for (const at of ['2026-11-19', '2026-11-20'].flatMap((day) =>
      ['09:00:00', '10:00:00.500000', '10:00:00.999999', '12:00:00'].map((time) => `${day}T${time}Z`),
    )) {
      await addAudit(userId, [{ action: 'auth.login failed', at }]);
      await addAudit(userId, [{ action: 'auth.login', actor_id: userId, at }]);
    }
    const [session] = await portal.connection
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.user_id, admin.userId));
    const reader = {
      userId: admin.userId,
      role: 'admin',
      levelMin: 1,
      isProven: true,
      sessionId: session?.id ?? '',
      address: '127.0.0.1',
      checkedAt: new Date(),
    } as const;
    const store = makeTimelineStore(portal.connection);
    listOf = async (limit, cursor, id = userId) => {
      const before = cursor === undefined ? undefined : timelineCursor.parse(cursor);
      const page = {
        kind: undefined,
        actions: ['users.update', 'auth.login', 'auth.login failed'],
        folding: FOLDING,
        before,
        limit,
      };
      const moments = (await store.listOf(id, page, auditOfRead(reader, 'users.timeline'))) ?? [];
      const asOf = before?.asOf ?? moments[0]?.at ?? '';

      return moments.map((moment) => writeTimelineCursor({ ...moment, asOf }));
    };
    all = await listOf(100);
  });

  it('entries are in the order of their instants, and none is missing', () => {
    const instants = all.map((cursor) => cursor.slice(0, cursor.indexOf('_')));

    expect(new Set(all).size).toBe(25);
    expect(instants).toEqual(instants.toSorted().toReversed());
  });

  it.each([1, 2, 3, 4, 5, 7, 24, 25])(
    'pages of %i give each entry once, in the same order',
    async (limit) => {
      const found: string[] = [];
      for (let page: string[] = ['']; page.length > 0; ) {
        page = await listOf(limit, found.at(-1));
        found.push(...page);
      }

      expect(found).toEqual(all);
    },
  );

  it('repeats that happen between two pages neither take an entry from the next page nor double one', async () => {
    const id = await addUser(portal, {});
    await addAudit(id, [
      { action: 'auth.login', actor_id: id, at: '2026-11-20T08:00:00Z' },
      { action: 'auth.login', actor_id: id, at: '2026-11-20T08:01:00Z' },
      { action: 'users.update', at: '2026-11-20T08:02:00Z' },
      { action: 'auth.login failed', at: '2026-11-20T08:03:00Z' },
    ]);
    const before = await listOf(10, undefined, id);
    const first = await listOf(2, undefined, id);
    await addAudit(id, [
      { action: 'auth.login', actor_id: id, at: '2026-11-20T08:04:00Z' },
      { action: 'auth.login failed', at: '2026-11-20T08:05:00Z' },
    ]);

    expect([...first, ...(await listOf(10, first.at(-1), id))]).toEqual(before);
  });

  it('the route gives 50 entries, and the older ones behind the cursor of the last one', async () => {
    const { userId: id } = await addCaller(portal, 'client');
    await addAudit(
      id,
      Array.from({ length: 53 }, (_, index) => ({
        action: 'users.update',
        changes: [`field ${index}`],
        at: `2026-11-20T10:00:${String(index).padStart(2, '0')}.000Z`,
      })),
    );

    const { body: page } = await read(id);
    const { body: next } = await read(id, `?before=${page.at(-1).cursor}`);

    expect(page).toHaveLength(50);
    expect(page[0]).toMatchObject({ at: '2026-11-20T10:00:52.000Z', text: 'Changed field 52' });
    expect(next.map(({ text }: TimelineEntry) => text)).toEqual([
      'Changed field 2',
      'Changed field 1',
      'Changed field 0',
    ]);
  });
});
