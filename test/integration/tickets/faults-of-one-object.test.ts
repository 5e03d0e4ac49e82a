import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { health, throttleCounters } from '#functions/database/schema/system-tables.ts';
import { addFile, openOwnTicket, say } from '#test/support/helpdesk/conversations.ts';
import { runCopy } from '#test/support/helpdesk/helpdesk-copy.ts';
import { readMessageJob, runMessageJob } from '#test/support/helpdesk/messages.ts';
import { NO_LIMITS, NO_SHARES } from '#test/support/helpdesk/tickets.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const SLOW_MS = 4_500;

/** Answers for the host of the files. Each test sets it. */
let answerFile: RequestListener;
const fileHost = createServer((request, response) => answerFile(request, response));

let portal: TestPortal;

beforeAll(async () => {
  fileHost.listen(0, '127.0.0.1');
  await once(fileHost, 'listening');
  const fileUrl = `http://127.0.0.1:${(fileHost.address() as AddressInfo).port}`;
  portal = await startTestPortal({
    settings: { ...NO_SHARES, HELPDESK_ATTACHMENT_ADDRESSES: fileUrl },
    logError: () => {},
  });
  portal.freshdesk.setLimits(NO_LIMITS);
  portal.freshdesk.context.signUrl = ({ id }) => `${fileUrl}/${id}`;
});
afterAll(async () => {
  await portal.stop();
  fileHost.closeAllConnections();
  fileHost.close();
});
beforeEach(async () => {
  portal.freshdesk.delayCalls(async () => {});
  await portal.connection.delete(health);
  await portal.connection.delete(throttleCounters);
});

const call = ({ cookie }: { cookie: string }, method: string, path: string, body?: object) =>
  portal.call(method, `/api/support/tickets${path}`, { cookie, ...(body && { body }) });

const isDown = async () =>
  (await portal.connection.select().from(health)).some(({ state }) => state === 'Down');

/** Returns how another client is served, who sends a ticket at once and then closes one. */
const serveAnother = async () => {
  const other = await openOwnTicket(portal);
  const created = await call(other, 'POST', '', { subject: 'No signal', description: 'Since yesterday' });
  const closed = await call(other, 'PATCH', `/${other.ticketId}/close`);

  return { created: created.status, closed: closed.status, isDown: await isDown() };
};
const SERVED = { created: 201, closed: 200, isDown: false };

describe('a fault of one file host', () => {
  const FILE = 'This file cannot be fetched just now. Please try again.';

  it.each<[string, number, RequestListener]>([
    ['redirects', 503, (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['answers 500', 503, (_, response) => response.writeHead(500).end()],
    ['resets', 503, ({ socket }) => socket.resetAndDestroy()],
    [
      'takes longer than a call of the helpdesk may',
      200,
      async (_, response) => {
        await wait(SLOW_MS);
        response.end('log');
      },
    ],
  ])('other clients are served from the helpdesk while the host of a file %s', async (_, status, answer) => {
    answerFile = answer;
    const clients = [];
    for (let count = 0; count < 2; count += 1) {
      const file = await addFile(portal);
      clients.push({ file, ...(await openOwnTicket(portal, { files: [file] })) });
    }
    const answers = await Promise.all(
      clients.map((client) => call(client, 'GET', `/${client.ticketId}/attachments/${client.file}`)),
    );

    for (const { status: answered, body } of answers) {
      expect(answered).toBe(status);
      if (status === 503) {
        expect(body).toEqual({ code: 'unavailable', message: FILE });
      }
    }
    expect(await serveAnother()).toEqual(SERVED);
  });
});

describe('a conversation that cannot be read within its time limit', () => {
  it('a slow conversation is shown as far as it was read, and other clients are served meanwhile', async () => {
    const client = await openOwnTicket(portal);
    for (let entry = 1; entry <= 2_000; entry += 1) {
      say(portal, client.ticketId, `Entry ${entry}`);
    }
    portal.freshdesk.delayCalls(() => wait(300));

    const answers = [];
    for (let times = 0; times < 2; times += 1) {
      answers.push(await call(client, 'GET', `/${client.ticketId}/conversations`));
    }

    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.length).toBeGreaterThan(300);
    }
    expect(await serveAnother()).toEqual(SERVED);
  });
});

describe('a message that always fails', () => {
  const minutesOf = (instant: string | null | undefined) => Date.parse(instant ?? '') / 60_000;

  it('a failing message waits longer after each try, and other clients are served from the helpdesk meanwhile', async () => {
    portal.freshdesk.failNext('conversations.note', { status: 500 }, 100);
    const messages = [];
    for (let count = 0; count < 3; count += 1) {
      const client = await openOwnTicket(portal);
      const { status, body } = await call(client, 'POST', `/${client.ticketId}/replies`, { body: 'Hello?' });
      expect(status).toBe(202);
      messages.push(-body.id);
    }

    const waits: number[] = [];
    for (let times = 0; times < 3; times += 1) {
      await runCopy(portal);
      for (const message of messages) {
        const job = await readMessageJob(portal, message);
        waits.push(Math.round(minutesOf(job?.not_before) - minutesOf(job?.updated_at)));
        await portal.connection
          .update(jobs)
          .set({ not_before: null })
          .where(eq(jobs.key, String(message)));
        await expect(runMessageJob(portal, message)).rejects.toThrow('unavailable');
      }
      expect(await serveAnother()).toEqual(SERVED);
    }

    expect(waits).toEqual([1, 1, 1, 2, 2, 2, 4, 4, 4]);
  });
});
