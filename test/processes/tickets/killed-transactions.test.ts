import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { users } from '#functions/database/schema/users-tables.ts';
import { type FaultyProxy, startFaultyProxy } from '#test/support/faults/faulty-proxy.ts';
import type { Command } from '#test/support/faults/worker-process.ts';
import { startProcess } from '#test/support/faults/worker-processes.ts';
import { listSubjects, sendAll } from '#test/support/helpdesk/messages.ts';
import { NO_LIMITS, NO_SHARES } from '#test/support/helpdesk/tickets.ts';
import { addSignedInUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const SECONDS_MAX = 15;

let portal: TestPortal;
let dataApi: FaultyProxy;
const children: ChildProcess[] = [];

beforeAll(async () => {
  portal = await startTestPortal({
    settings: NO_SHARES,
    logError: () => {},
  });
  portal.freshdesk.setLimits(NO_LIMITS);
  dataApi = await startFaultyProxy(portal.dataApi.url);
});
afterEach(() => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
  }
});
afterAll(async () => {
  await dataApi.close();
  await portal.stop();
});

const startChild = async (settings?: Record<string, string>) => {
  const child = await startProcess(settings);
  children.push(child);

  return child;
};

const ask = async (child: ChildProcess, command: Command) => {
  const answered = once(child, 'message');
  child.send(command);
  const [answer] = await answered;

  return answer;
};

it.each([
  ['stores a ticket', 1],
  ['notes that a ticket was sent', 2],
])('a client is served within 15 s after a process dies in the transaction that %s', async (_, commit) => {
  const { userId } = await addSignedInUser(portal);
  const command: Command = { does: 'create', userId, key: crypto.randomUUID(), subject: 'First' };
  let commits = 0;
  dataApi.failWhere((path) => {
    if (path === '/CommitTransaction') {
      commits += 1;
    }

    return path === '/CommitTransaction' && commits === commit ? 'silent' : undefined;
  });
  const dying = await startChild({ AWS_ENDPOINT_URL_RDS_DATA: dataApi.url });
  const next = await startChild();

  dying.send(command);
  await expect.poll(() => commits).toBe(commit);
  dying.kill('SIGKILL');
  const diedAt = performance.now();

  expect(await ask(next, command)).toEqual({ id: expect.any(Number) });
  expect((performance.now() - diedAt) / 1000).toBeLessThan(SECONDS_MAX);
  await sendAll(portal);
  const [user] = await portal.connection.select().from(users).where(eq(users.User_Id, userId));
  expect(listSubjects(portal.freshdesk.context, user?.User_Support_Id ?? 0)).toEqual(['First']);
});
