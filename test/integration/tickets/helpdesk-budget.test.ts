import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { throttleCounters } from '#functions/database/schema/system-tables.ts';
import { HELPDESK_CALLS } from '#functions/ports/database/tickets/helpdesk-calls.ts';
import { GROWTH_PLAN } from '#local/freshdesk/rate-limit.ts';
import { HELPDESK_API_KEY } from '#local/stand-ins.ts';
import { addSupportContact, addTicket, addWords, NO_SHARES } from '#test/support/helpdesk/tickets.ts';
import { addSignedInUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let client: Awaited<ReturnType<typeof addSignedInUser>>;
let ticketId: number;
const logged: unknown[] = [];

beforeAll(async () => {
  portal = await startTestPortal({ settings: NO_SHARES, logError: (line) => logged.push(line) });
});
afterAll(() => portal.stop());
beforeEach(async () => {
  await portal.connection.delete(throttleCounters);
  portal.freshdesk.setLimits({ ...GROWTH_PLAN, total: 10_000 });
  client = await addSignedInUser(portal);
  await addSupportContact(portal, client);
  ticketId = await addTicket(portal, client);
});

const create = (who = client) =>
  portal.call('POST', '/api/support/tickets', {
    cookie: who.cookie,
    body: { subject: 'No signal', description: 'It stopped.' },
  });
const read = (path = 'conversations') =>
  portal.call('GET', `/api/support/tickets/${ticketId}/${path}`, client);
const readBucket = async () => {
  const [row] = await portal.connection
    .select()
    .from(throttleCounters)
    .where(eq(throttleCounters.bucket, HELPDESK_CALLS.name));

  return (
    row && {
      limit: row.limit,
      count: row.count,
      secondsLeft: (Date.parse(row.window_ends_at) - Date.now()) / 1000,
    }
  );
};
const countCalls = async (work: () => Promise<unknown>) => {
  const before = portal.freshdesk.listCalls().length;
  await work();

  return portal.freshdesk.listCalls().length - before;
};

describe('the calls of the helpdesk that are left', () => {
  it('every answer of the helpdesk sets them, also for the calls of other programs', async () => {
    await read();
    const first = await readBucket();
    expect(first).toMatchObject({ limit: 10_000 });

    const authorization = `Basic ${btoa(`${HELPDESK_API_KEY}:X`)}`;
    for (let call = 0; call < 30; call += 1) {
      await fetch(`${portal.freshdesk.url}/api/v2/agents/me`, { headers: { authorization } });
    }
    portal.freshdesk.setLimits({ total: 9_000 });
    const calls = await countCalls(read);
    expect(await readBucket()).toMatchObject({ limit: 9_000, count: (first?.count ?? 0) + 30 + calls });
  });

  it('while none is left, nobody calls the helpdesk: messages wait, and conversations are shown as they were read', async () => {
    const { attachmentIds } = await addWords(portal, ticketId, {
      files: [new File(['log'], 'router.log', { type: 'text/plain' })],
    });
    const known = (await read()).body;
    const until = new Date(Date.now() + 40_000).toISOString();
    await portal.connection.update(throttleCounters).set({ count: 10_000, window_ends_at: until });

    const calls = await countCalls(async () => {
      expect((await create()).status).toBe(202);
      expect(await read()).toMatchObject({ status: 200, body: known });
      const file = await read(`attachments/${attachmentIds[0]}`);
      expect([file.status, Number(file.headers.get('retry-after'))]).toEqual([503, expect.closeTo(40, -1)]);
      const closing = await portal.call('PATCH', `/api/support/tickets/${ticketId}/close`, {
        cookie: client.cookie,
      });
      expect(closing.status).toBe(503);
      await portal.runTask('helpdesk-copy');
    });
    expect(calls).toBe(0);
  });

  it('a refusal for want of calls ends them until the time that it names', async () => {
    await read();
    portal.freshdesk.setLimits({ total: 1 });
    await read();

    const bucket = await readBucket();
    expect(bucket).toMatchObject({ limit: 1, count: expect.toSatisfy((count: number) => count >= 1) });
    expect(bucket?.secondsLeft).toBeLessThanOrEqual(60);
    expect(await countCalls(read)).toBe(0);
  });

  it('clients who write at once are not let through for more calls than are left', async () => {
    const writers = [];
    for (let count = 0; count < 12; count += 1) {
      const writer = await addSignedInUser(portal);
      await addSupportContact(portal, writer);
      writers.push(writer);
    }
    await read();
    const used = (await readBucket())?.count ?? 0;
    portal.freshdesk.setLimits({ total: used + 11 });
    await read();

    const statuses = (await Promise.all(writers.map(create))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(5);
    expect(statuses).toContain(201);
    expect(statuses).toContain(202);
    expect(logged.join('')).not.toContain('answered 429');
  });
});
