import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { activities } from '#functions/database/schema/client-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { throttleCounters } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { findTicket, saveTicket, withStatus } from '#local/freshdesk/ticket-records.ts';
import { makeRandom } from '#local/seed/random.ts';
import { OPEN, PENDING } from '#shared/tickets/ticket-codes.ts';
import { listBodies, listSubjects } from '#test/support/helpdesk/messages.ts';
import { NO_LIMITS, NO_SHARES } from '#test/support/helpdesk/tickets.ts';
import { addSignedInUser } from '#test/support/portal/accounts.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';
import { startProcesses } from './worker-processes.ts';

const REPLIES_EACH = 3;

/** The first process works on waiting messages, the others on clients' requests. */
const WORKER = 0;

interface Writer {
  userId: number;
  cookie: string;
  /** Each requested ticket with its replies, in order. */
  asked: { subject: string; bodies: string[] }[];
}

/**
 * Lets clients write tickets and replies one after the other while agents set tickets to Pending, the copy is filled,
 * and the sending processes are killed at random moments. A client whose request was killed repeats it with its key,
 * and nobody presses Try again. Returns the number of messages, and a sentence for each fault.
 */
export const writeWhileKilled = async (wanted: { clients: number; kills: number; seed: number }) => {
  const portal = await startTestPortal({
    settings: NO_SHARES,
    logError: () => {},
  });
  portal.freshdesk.setLimits(NO_LIMITS);
  const processes = await startProcesses(portal, wanted.clients + 1);
  const random = makeRandom(wanted.seed);
  const { context } = portal.freshdesk;
  const faults = new Set<string>();
  let areKilled = false;
  let isOver = false;

  const ask = async (place: number, command: Parameters<typeof processes.tell>[1]): Promise<number> => {
    for (;;) {
      const answer = await processes.tell(place, command);
      if (answer?.id !== undefined) {
        return answer.id;
      }
      if (answer?.error && !answer.error.includes('still being worked on')) {
        faults.add(answer.error);
      }
    }
  };

  const countTickets = ({ asked }: Writer) =>
    asked.filter(({ subject }) => context.store.tickets.list().some((sent) => sent.subject === subject))
      .length;

  const write = async (writer: Writer, place: number) => {
    const { userId, asked } = writer;
    while (!areKilled || asked.length < 2) {
      // Some messages wait behind others, but not too many to finish soon.
      if (asked.length - countTickets(writer) > 2) {
        await sleep(20);
        continue;
      }
      const ticket = { subject: `Ticket ${asked.length} of ${userId}`, bodies: [] as string[] };
      asked.push(ticket);
      const { subject } = ticket;
      const ticketId = await ask(place, { does: 'create', userId, key: crypto.randomUUID(), subject });
      for (let reply = 0; reply < REPLIES_EACH; reply += 1) {
        const body = `Reply ${reply} to ${subject}`;
        ticket.bodies.push(body);
        const record = context.store.tickets.list().find((sent) => sent.subject === subject);
        if (record && random.chance(0.5)) {
          saveTicket(context, withStatus(findTicket(context, record.id), PENDING, new Date().toISOString()));
        }
        await ask(place, { does: 'reply', userId, key: crypto.randomUUID(), ticketId, body });
      }
    }
  };

  /** Works like the sweep, but also on jobs that back off, and without waiting until a message counts as lost. */
  const work = async () => {
    while (!isOver) {
      const [due] = await portal.connection
        .update(jobs)
        .set({ not_before: null })
        .where(
          sql`id in (
            select id from jobs as due
            where due.kind = 'helpdesk-message'
              and (due.state = 'queued' or (due.state = 'running' and due.lease_until < now()))
              and not exists (
                select from jobs as earlier
                where earlier.lane = due.lane and earlier.id < due.id and earlier.state in ('queued', 'running'))
            order by random() limit 1)`,
        )
        .returning({ key: jobs.key });
      if (due) {
        await processes.tell(WORKER, { does: 'message', key: due.key });
      } else {
        await sleep(20);
      }
    }
  };

  const copy = async () => {
    while (!isOver) {
      await portal.connection.delete(throttleCounters).where(eq(throttleCounters.bucket, 'helpdesk lists'));
      await portal.runTask('helpdesk-copy');
      await sleep(100);
    }
  };

  const lookForTwins = async ({ userId, cookie }: Writer) => {
    while (!isOver) {
      const { body } = await portal.call('GET', '/api/support/tickets', { cookie });
      const subjects: string[] = body.map(({ subject }: { subject: string }) => subject);
      if (new Set(subjects).size < subjects.length) {
        faults.add(`A ticket of ${userId} was shown twice`);
      }
      await sleep(30);
    }
  };

  const kill = async () => {
    const victims = Array.from({ length: wanted.clients + 1 }, (_, place) => place);
    for (let killed = 0; killed < wanted.kills; ) {
      await processes.readySpare();
      await sleep(random.integer(0, 600));
      const alive = victims.filter(processes.isBusy);
      if (alive.length === 0) {
        continue;
      }
      await processes.kill(random.pick(alive));
      killed += 1;
    }
    areKilled = true;
  };

  const isDone = async () => (await countRows(portal, jobs, eq(jobs.kind, 'helpdesk-message'))) === 0;

  const check = async ({ userId, asked }: Writer) => {
    const [user] = await portal.connection.select().from(users).where(eq(users.User_Id, userId));
    const contactId = user?.User_Support_Id ?? 0;
    const expected = asked.map(({ subject }) => subject);
    const arrived = listSubjects(context, contactId);
    if (arrived.join() !== expected.join()) {
      faults.add(`Of ${expected.join()} there are ${arrived.join()}`);
    }

    for (const { subject, bodies } of asked) {
      const ticket = context.store.tickets.list().find((sent) => sent.subject === subject);
      const said = listBodies(context, ticket?.id ?? 0);
      if (said.join() !== bodies.join()) {
        faults.add(`Of ${bodies.join()} there are ${said.join()}`);
      }
      if (ticket?.status !== OPEN) {
        faults.add(`${subject} has the status ${ticket?.status}`);
      }
    }
    const messages = asked.reduce((sum, { bodies }) => sum + 1 + bodies.length, 0);
    const noted = await countRows(
      portal,
      activities,
      sql`${activities.user_id} = ${userId} and ${activities.activity_type} = 'support'`,
    );
    if (noted !== messages) {
      faults.add(`${noted} activities tell of ${messages} messages`);
    }

    return messages;
  };

  try {
    const writers: Writer[] = [];
    for (let client = 0; client < wanted.clients; client += 1) {
      writers.push({ ...(await addSignedInUser(portal)), asked: [] });
    }
    const behind = Promise.all([work(), copy(), ...writers.map(lookForTwins)]);
    await Promise.all([kill(), ...writers.map((writer, index) => write(writer, index + 1))]);
    while (!(await isDone())) {
      await sleep(50);
    }
    isOver = true;
    await behind;

    let messages = 0;
    for (const writer of writers) {
      messages += await check(writer);
    }

    return { messages, faults: [...faults] };
  } finally {
    isOver = true;
    await processes.end();
    await portal.stop();
  }
};
