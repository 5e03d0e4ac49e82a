import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { activities } from '#functions/database/schema/client-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { health } from '#functions/database/schema/system-tables.ts';
import { helpdeskMessages } from '#functions/database/schema/tickets-tables.ts';
import { findTicket, saveTicket, withStatus } from '#local/freshdesk/ticket-records.ts';
import { OPEN, PENDING } from '#shared/tickets/ticket-codes.ts';
import { runCopy } from '#test/support/helpdesk/helpdesk-copy.ts';
import {
  letTimePass,
  listBodies,
  readMessage,
  readMessageJob,
  runMessageJob,
  sendAll,
} from '#test/support/helpdesk/messages.ts';
import { addSupportContact, NO_LIMITS } from '#test/support/helpdesk/tickets.ts';
import { addSignedInUser } from '#test/support/portal/accounts.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';

let portal: Awaited<ReturnType<typeof startTestPortal>>;
let client: { userId: number; cookie: string };

beforeAll(async () => {
  portal = await startTestPortal({
    settings: { HELPDESK_WRITES_PER_CLIENT_MINUTE: '1000', HELPDESK_TICKETS_PER_CLIENT_HOUR: '1000' },
    logError: () => {},
  });
  portal.freshdesk.setLimits(NO_LIMITS);
});
afterAll(() => portal.stop());
beforeEach(async () => {
  client = await addSignedInUser(portal);
  await addSupportContact(portal, client);
  await letTimePass(portal);
});
afterEach(() => portal.freshdesk.setOutage(undefined));

const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  portal.call(method, `/api/support/tickets${path}`, { cookie: client.cookie, body, headers });
const create = (subject = 'No signal', headers?: Record<string, string>) =>
  call('POST', '', { subject, description: 'It stopped\nthis <morning>.' }, headers);
const reply = (ticketId: number, body: string) => call('POST', `/${ticketId}/replies`, { body });
const listSubjects = async () =>
  (await call('GET', '')).body.map(({ subject }: { subject: string }) => subject);
const listActivities = async () => {
  const rows = await portal.connection
    .select({ description: activities.description })
    .from(activities)
    .where(sql`${activities.user_id} = ${client.userId} and ${activities.activity_type} = 'support'`)
    .orderBy(activities.id);

  return rows.map(({ description }) => description);
};
/** Ensures that nothing written meanwhile can be at the helpdesk. */
const writeWhileBusy = async <Answer>(write: () => Promise<Answer>) => {
  portal.freshdesk.setOutage({ status: 429, retryAfterSeconds: 3600 });
  try {
    return await write();
  } finally {
    portal.freshdesk.setOutage(undefined);
  }
};
const park = (messageId: number) =>
  portal.connection
    .update(jobs)
    .set({ state: 'failed', error: 'Given up.', lease_token: null, lease_until: null })
    .where(eq(jobs.key, String(messageId)));

describe('a message whose answer was lost', () => {
  it('a ticket whose answer was lost is shown once, with its activity, as soon as the copy has it', async () => {
    portal.freshdesk.failNext('tickets.create', 'drop-after');
    const { body } = await create();
    const early = await writeWhileBusy(() => reply(body.id, 'And more'));
    expect(body).toMatchObject({ delivery: 'waiting' });
    await runCopy(portal);

    expect(await listSubjects()).toEqual(['No signal']);
    expect((await call('GET', `/${body.id}`)).body).toMatchObject({ delivery: 'sent' });
    expect(await readMessage(portal, -body.id)).toMatchObject({ payload: null, uncertain_since: null });
    expect(await readMessageJob(portal, -body.id)).toBeUndefined();
    expect(await listActivities()).toEqual(['Ticket opened: No signal']);
    // The next message of the lane was sent to its queue.
    expect((await readMessageJob(portal, -early.body.id))?.sent_at).not.toBeNull();
    await sendAll(portal);
    expect(await listActivities()).toEqual(['Ticket opened: No signal', 'Reply sent: No signal']);
  });

  it('a reply whose answer was lost is shown once when its conversation is read, and still opens its ticket', async () => {
    const { id } = (await create()).body;
    const { context } = portal.freshdesk;
    saveTicket(context, withStatus(findTicket(context, id), PENDING, new Date().toISOString()));
    portal.freshdesk.failNext('conversations.note', 'drop-after');
    expect((await reply(id, 'Hello?')).body).toMatchObject({ delivery: 'waiting' });
    await letTimePass(portal);

    const shown = (await call('GET', `/${id}/conversations`)).body;
    expect(shown.map(({ delivery }: { delivery: string }) => delivery)).toEqual(['sent']);
    expect(await listActivities()).toEqual(['Ticket opened: No signal', 'Reply sent: No signal']);
    await sendAll(portal);
    expect(findTicket(context, id).status).toBe(OPEN);
    expect(listBodies(context, id)).toEqual(['Hello?']);
  });

  it('a ticket is sent and shown once although the database fails at any call of its request', async () => {
    const failing = { call: 0 };
    let failed = 0;
    portal.dataApi.delayCalls(async () => {
      if (portal.dataApi.calls.total === failing.call) {
        portal.dataApi.failNext('ExecuteStatement', '57P01');
        failed += 1;
      }
    });
    onTestFinished(() => portal.dataApi.delayCalls(async () => {}));

    for (let call = 1; failed === call - 1; call += 1) {
      const subject = `Ticket ${call}`;
      const key = { 'idempotency-key': randomUUID() };
      portal.dataApi.calls.reset();
      failing.call = call;
      await create(subject, key);
      failing.call = 0;
      await create(subject, key);
      await letTimePass(portal);
      await sendAll(portal);
      await runCopy(portal);

      expect((await create(subject, key)).status).toBe(201);

      expect((await listSubjects()).filter((listed: string) => listed === subject)).toEqual([subject]);
    }
    expect(failed).toBeGreaterThan(8);
  });

  it('a message is not mistaken for another one with the same words', async () => {
    const { id } = (await create()).body;
    portal.freshdesk.failNext('tickets.create', 'reset');
    const { body } = await create();
    await runCopy(portal);

    expect(await readMessage(portal, -body.id)).toMatchObject({ helpdesk_id: null });
    await sendAll(portal);
    expect((await call('GET', `/${body.id}`)).body.id).not.toBe(id);
  });

  it('the cause is logged when a message cannot be sent', async () => {
    portal.freshdesk.failNext('tickets.create', { status: 500 });
    const logged = portal.heard.log.length;
    expect((await create()).status).toBe(202);

    expect(portal.heard.log.slice(logged).join('\n')).toContain('Freshdesk answered 500 to POST /tickets');
  });
});

describe('a message that was given up', () => {
  it('a message that was given up and cannot be at the helpdesk can be removed by its writer, with its job', async () => {
    const { body } = await writeWhileBusy(create);
    await park(-body.id);
    expect((await call('GET', `/${body.id}`)).body).toMatchObject({ delivery: 'failed', withdrawable: true });

    expect((await call('DELETE', `/${body.id}`)).status).toBe(204);
    expect(await readMessage(portal, -body.id)).toBeUndefined();
    expect(await readMessageJob(portal, -body.id)).toBeUndefined();
  });

  it('a message that was given up but may be at the helpdesk cannot be withdrawn', async () => {
    portal.freshdesk.failNext('tickets.create', 'reset');
    const { body } = await create();
    await park(-body.id);

    expect((await call('GET', `/${body.id}`)).body).toMatchObject({
      delivery: 'failed',
      withdrawable: false,
    });
    expect((await call('DELETE', `/${body.id}`)).status).toBe(409);
  });

  it('a message that was given up blocks no later one, and is sent with its replies when an admin retries it', async () => {
    const first = (await writeWhileBusy(create)).body;
    const answer = (await writeWhileBusy(() => reply(first.id, 'And more'))).body;
    const second = (await writeWhileBusy(() => create('Another'))).body;
    await park(-first.id);
    await sendAll(portal);
    expect((await call('GET', `/${second.id}`)).body).toMatchObject({ delivery: 'sent' });
    expect(await readMessageJob(portal, -answer.id)).toMatchObject({ state: 'failed' });

    const admin = await addSignedInUser(portal, { user_role: 'admin' });
    const job = await readMessageJob(portal, -first.id);
    expect((await portal.call('POST', `/api/admin/jobs/${job?.id}/retry`, admin)).status).toBeLessThan(300);
    await sendAll(portal);

    const { id } = (await call('GET', `/${first.id}`)).body;
    expect(listBodies(portal.freshdesk.context, id)).toEqual(['And more']);
  });
});

describe('a message that waits', () => {
  it('a waiting message is queued at once when the message before it is withdrawn', async () => {
    const first = (await writeWhileBusy(create)).body;
    const second = (await writeWhileBusy(() => create('Another'))).body;
    expect(await readMessageJob(portal, -second.id)).toMatchObject({ sent_at: null, first_tried_at: null });
    expect((await call('DELETE', `/${first.id}`)).status).toBe(204);

    expect((await readMessageJob(portal, -second.id))?.sent_at).not.toBeNull();
  });

  it('a waiting message is queued at once when the message before it is delivered', async () => {
    const first = (await writeWhileBusy(create)).body;
    const second = (await writeWhileBusy(() => create('Another'))).body;
    await letTimePass(portal);
    await runMessageJob(portal, -first.id);

    expect((await call('GET', `/${first.id}`)).body).toMatchObject({ delivery: 'sent' });
    expect((await readMessageJob(portal, -second.id))?.sent_at).not.toBeNull();
  });

  it('a message cannot be withdrawn while a worker holds its job', async () => {
    const { body } = await writeWhileBusy(create);
    await portal.connection
      .update(jobs)
      .set({
        state: 'running',
        lease_token: crypto.randomUUID(),
        lease_until: new Date(Date.now() + 30_000).toISOString(),
      })
      .where(eq(jobs.key, String(-body.id)));

    expect((await call('DELETE', `/${body.id}`)).status).toBe(409);
    expect(await readMessage(portal, -body.id)).toBeDefined();
  });

  it("a client's messages wait once their writes of the minute are used up, and those of others are sent", async () => {
    await portal.connection.execute(sql`
      insert into throttle_counters (bucket, count, "limit", window_ends_at)
      values (${`helpdesk writes of user ${client.userId}`}, 1000, 1000, now() + interval '40 seconds')`);
    const countCalls = async () => {
      const { rows } = await portal.connection.execute(
        sql`select count from throttle_counters where bucket = 'helpdesk calls'`,
      );

      return rows[0]?.count;
    };
    const before = await countCalls();

    const waiting = await create();
    expect(await countCalls()).toBe(before);
    expect([waiting.status, waiting.body.delivery]).toEqual([202, 'waiting']);
    expect(await readMessageJob(portal, -waiting.body.id)).toMatchObject({ state: 'queued', attempts: 0 });
    client = await addSignedInUser(portal);
    expect((await create()).status).toBe(201);
  });

  it("none of the minute's calls are taken for a message while the helpdesk is down", async () => {
    const { body } = await writeWhileBusy(create);
    await letTimePass(portal);
    await portal.connection
      .insert(health)
      .values({ name: 'helpdesk', state: 'Down', checked_at: new Date().toISOString() });
    await runMessageJob(portal, -body.id).catch(() => {});
    const { rows } = await portal.connection.execute(
      sql`select count from throttle_counters where bucket = 'helpdesk calls'`,
    );

    expect(rows).toEqual([{ count: 0 }]);
    await sendAll(portal);
  });

  it("no try is counted for a message that waits for the minute's calls", async () => {
    const { body } = await writeWhileBusy(create);
    await portal.connection.execute(sql`
      update jobs set not_before = null, attempts = 0, first_tried_at = null where key = ${String(-body.id)}`);
    await portal.connection.execute(sql`
      insert into throttle_counters (bucket, count, "limit", window_ends_at)
      values ('helpdesk calls', 1000, 1000, now() + interval '40 seconds')
      on conflict (bucket) do update set
        count = excluded.count, "limit" = excluded."limit", window_ends_at = excluded.window_ends_at`);
    const before = portal.freshdesk.listCalls().length;
    await runMessageJob(portal, -body.id);

    expect(await readMessageJob(portal, -body.id)).toMatchObject({
      state: 'queued',
      attempts: 0,
      first_tried_at: null,
      not_before: expect.anything(),
    });
    expect(await readMessage(portal, -body.id)).toMatchObject({ uncertain_since: null });
    expect(portal.freshdesk.listCalls()).toHaveLength(before);
    await sendAll(portal);
  });
});

it('an idempotency key is accepted for another message after a day', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const { id } = (await create('First', headers)).body;
  expect((await create('First', headers)).body.id).toBe(id);
  await portal.connection
    .update(helpdeskMessages)
    .set({ created_at: new Date(Date.now() - 25 * 60 * 60_000).toISOString() })
    .where(eq(helpdeskMessages.helpdesk_id, id));

  const second = await create('Second', headers);
  expect(second.status).toBe(201);
  expect(second.body.id).not.toBe(id);
});
