import { eq, sql } from 'drizzle-orm';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { health } from '#functions/database/schema/system-tables.ts';
import { helpdeskMessages } from '#functions/database/schema/tickets-tables.ts';
import type { RecordStore } from '#local/freshdesk/records.ts';
import type { TestPortal } from '#test/support/portal/open-portal.ts';

type Portal = Pick<TestPortal, 'connection' | 'runTask' | 'freshdesk'>;

export const runMessageJob = (portal: Pick<TestPortal, 'runTask'>, key: string | number): Promise<unknown> =>
  portal.runTask('helpdesk-message', { Records: [{ body: JSON.stringify({ key: String(key) }) }] });

const listWaitingKeys = async ({ connection }: Portal) => {
  const rows = await connection
    .select({ key: jobs.key })
    .from(jobs)
    .where(sql`${jobs.kind} = 'helpdesk-message' and ${jobs.state} in ('queued', 'running')`)
    .orderBy(jobs.id);

  return rows.map(({ key }) => key);
};

/** Lets time pass: outages and faults are forgotten, held jobs and waits end, and new minutes begin. */
export const letTimePass = async ({ connection }: Portal) => {
  await connection.delete(health);
  await connection.execute(sql`
    update jobs set not_before = null,
      lease_until = case when lease_until is not null then now() - interval '1 second' end
    where kind = 'helpdesk-message' and state in ('queued', 'running')`);
  await connection.execute(sql`
    delete from throttle_counters
    where bucket like any (array['helpdesk writes%', 'helpdesk fault%', 'helpdesk lists', 'helpdesk agent record'])`);
  await connection.execute(sql`update throttle_counters set count = 0 where bucket = 'helpdesk calls'`);
};

/** Runs the worker for all waiting messages until none waits any more; some runs may fail. */
export const sendAll = async (portal: Portal, roundsMax = 40) => {
  for (let round = 0; round < roundsMax; round += 1) {
    const keys = await listWaitingKeys(portal);
    if (keys.length === 0) {
      return;
    }
    await letTimePass(portal);
    for (const key of keys) {
      await runMessageJob(portal, key).catch(() => {});
    }
  }
  throw new Error('Messages still wait');
};

export const readMessage = async ({ connection }: Portal, messageId: number) => {
  const [row] = await connection.select().from(helpdeskMessages).where(eq(helpdeskMessages.id, messageId));

  return row;
};

export const readMessageJob = async ({ connection }: Portal, messageId: number) => {
  const [row] = await connection
    .select()
    .from(jobs)
    .where(sql`${jobs.kind} = 'helpdesk-message' and ${jobs.key} = ${String(messageId)}`);

  return row;
};

interface Records {
  store: RecordStore;
}

/** Lists the subjects of a contact's tickets at the helpdesk, in the order of their creation. */
export const listSubjects = ({ store }: Records, contactId: number): string[] =>
  store.tickets
    .list()
    .filter(({ requester_id }) => requester_id === contactId)
    .toSorted((a, b) => a.id - b.id)
    .map(({ subject }) => subject);

/** Lists the entries of a ticket, in the order of their creation. */
export const listBodies = ({ store }: Records, ticketId: number): string[] =>
  store.conversations
    .list()
    .filter(({ ticket_id }) => ticket_id === ticketId)
    .toSorted((a, b) => a.id - b.id)
    .map(({ body }) => body.replace(/^<div>(.*)<\/div>$/s, '$1'));
