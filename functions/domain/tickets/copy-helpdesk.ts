import type { Database } from '#functions/ports/database/database.ts';
import type { CopyProgress, CopyRun } from '#functions/ports/database/tickets/helpdesk-copy-store.ts';
import { type Helpdesk, HelpdeskError, type HelpdeskTicket } from '#functions/ports/helpdesk.ts';
import type { JobSender } from '#functions/ports/job-queue.ts';
import { jobs } from '#shared/jobs.ts';
import { findArrivedTickets } from './earlier-tries.ts';
import { takeListCall } from './helpdesk-lists.ts';
import { noteDown, noteOutage } from './helpdesk-outage.ts';
import { queueNextMessage } from './message-lane.ts';

/** As long as the job's Lambda may run, so that a run that was killed has ended when another begins. */
const LEASE_MS = jobs['helpdesk-copy'].timeoutSeconds * 1000;

/** Time limit of a run's calls; the rest of its time is for its writes. */
const CALLS_MS = 40_000;

const PAGES_MAX = 5;
const SINGLE_CALLS_MAX = 10;
/** Pages read of each of the two lists, deleted tickets and spam. */
const REMOVED_PAGES_MAX = 4;

/** Overlap of two runs, for the difference between two clocks and for changes that the helpdesk itself notices late. */
const OVERLAP_MS = 5 * 60_000;
const GROUPS_EVERY_MS = 60 * 60_000;
const REMOVED_EVERY_MS = 24 * 60 * 60_000;

/** A time before any ticket. */
const BEGINNING = new Date('2000-01-01T00:00:00Z');

interface PageStores {
  helpdeskCopy: Pick<Database['helpdeskCopy'], 'keepListed'>;
  messages: Pick<Database['messages'], 'lockWriters' | 'takeArrived'>;
}

interface CopyPorts {
  database: Pick<Database, 'helpdeskCopy' | 'throttle' | 'health'> & {
    messages: Pick<Database['messages'], 'listUncertain'>;
    jobs: Pick<Database['jobs'], 'takeNextInLane'>;
    transaction<T>(run: (database: PageStores) => Promise<T>): Promise<T>;
  };
  /** Undefined where no helpdesk is configured. */
  helpdesk: Helpdesk | undefined;
  helpdeskMessageQueue: JobSender;
}

interface RunPorts extends CopyPorts {
  helpdesk: Helpdesk;
}

/** Another run has taken the copy, or the calls of this minute are used up; the next run continues from here. */
class RunEndedError extends Error {}

const earlier = (instant: Date, milliseconds: number) => new Date(instant.getTime() - milliseconds);
const later = (a: Date, b: Date) => (a > b ? a : b);

const isDue = (last: Date | null, everyMs: number, now: Date) =>
  last === null || last <= earlier(now, everyMs);

const requireListCall = async ({ database }: RunPorts, now: Date) => {
  if (await takeListCall(database.throttle, now)) {
    throw new RunEndedError('No list call is left in this minute');
  }
};

/** Notes that the helpdesk answers, and sends the messages that have waited for that. */
const noteAnswer = async ({ database, helpdeskMessageQueue }: RunPorts, now: Date) => {
  const waiting = await database.helpdeskCopy.noteAnswer(now);
  await Promise.all(waiting.map(({ key }) => helpdeskMessageQueue.send(key)));
};

const copyGroups = async (ports: RunPorts, run: CopyRun, clock: () => Date) => {
  if (!isDue(run.groupsFetchedAt, GROUPS_EVERY_MS, clock())) {
    return;
  }

  await requireListCall(ports, clock());
  await ports.database.helpdeskCopy.keepGroups(await ports.helpdesk.listGroups(), clock());
};

/**
 * Returns where a run begins: where the last one stopped, or, after a complete copy, a little before its newest ticket.
 */
const findStart = ({ copiedUntil, page, isComplete }: CopyRun): { since: Date; page: number } => {
  if (copiedUntil === null) {
    return { since: BEGINNING, page: 1 };
  }

  return isComplete ? { since: earlier(copiedUntil, OVERLAP_MS), page: 1 } : { since: copiedUntil, page };
};

/**
 * Returns where the list continues after a page. A ticket that changes meanwhile moves to the end of the list and
 * shifts the others to the page before, where they would be missed. So the list continues from the last ticket's
 * instant, and by page number only within one instant.
 */
const findNext = (place: { since: Date; page: number }, newest: Date) =>
  newest > place.since ? { since: newest, page: 1 } : { since: place.since, page: place.page + 1 };

/**
 * Notes an outage if the helpdesk refuses our key: a key that may not even list tickets is as good as no helpdesk, and
 * the screens say so.
 */
const noteRefusedKey = async ({ database }: RunPorts, error: unknown, now: Date): Promise<never> => {
  if (error instanceof HelpdeskError && error.isKeyRefused) {
    await noteDown(database.health, now);
  }
  throw error;
};

/**
 * Stores a page. Clients' messages that are found on it no longer wait, and each of these clients' next message is
 * queued.
 */
const keepPage = async (ports: RunPorts, tickets: readonly HelpdeskTicket[], clock: () => Date) => {
  const { helpdeskCopy, messages } = ports.database;
  const uncertain = await messages.listUncertain([...new Set(tickets.map(({ contactId }) => contactId))]);
  const arrived = findArrivedTickets(tickets, uncertain);
  if (arrived.length === 0) {
    return helpdeskCopy.keepListed(tickets, clock());
  }

  // Together, so that no ticket is shown twice.
  await ports.database.transaction(async (stores) => {
    await stores.messages.lockWriters(arrived.map(({ messageId }) => messageId));
    await stores.helpdeskCopy.keepListed(tickets, clock());
    await stores.messages.takeArrived('ticket', arrived, clock());
  });

  const writers = uncertain.filter(({ messageId }) =>
    arrived.some((message) => message.messageId === messageId),
  );
  for (const userId of new Set(writers.map((message) => message.userId))) {
    await queueNextMessage(ports, userId, clock());
  }
};

const copyPages = async (ports: RunPorts, run: CopyRun, clock: () => Date) => {
  const { helpdeskCopy } = ports.database;
  const save = async (progress: CopyProgress) => {
    if (!(await helpdeskCopy.saveProgress(run.token, progress, clock()))) {
      throw new RunEndedError('Another run has taken the copy');
    }
  };
  let place = findStart(run);

  for (let pages = 1; pages <= PAGES_MAX; pages += 1) {
    await requireListCall(ports, clock());
    const { since, page } = place;
    const { tickets, hasMore } = await ports.helpdesk
      .listTickets({ updatedSince: since, page })
      .catch((error) => noteRefusedKey(ports, error, clock()));
    if (pages === 1) {
      await noteAnswer(ports, clock());
    }
    await keepPage(ports, tickets, clock);

    const newest = tickets.map(({ updatedAt }) => new Date(updatedAt)).reduce(later, since);
    if (!hasMore) {
      await save({ copiedUntil: later(newest, run.copiedUntil ?? newest), page: 1, isComplete: true });
      return;
    }
    place = findNext(place, newest);
    await save({ copiedUntil: place.since, page: place.page, isComplete: false });
  }
};

const removeListed = async (
  ports: RunPorts,
  kind: 'deleted' | 'spam',
  updatedSince: Date,
  clock: () => Date,
) => {
  for (let page = 1; page <= REMOVED_PAGES_MAX; page += 1) {
    await requireListCall(ports, clock());
    const { ticketIds, hasMore } = await ports.helpdesk.listRemovedTickets(kind, { updatedSince, page });
    await ports.database.helpdeskCopy.removeTickets(ticketIds);
    if (!hasMore) {
      return;
    }
  }
};

/**
 * Removes tickets that were deleted or marked as spam. The first reading goes back a day, which is more than enough
 * because nothing was copied before it.
 */
const removeRemoved = async (ports: RunPorts, run: CopyRun, clock: () => Date) => {
  const readAt = clock();
  if (!isDue(run.removedReadAt, REMOVED_EVERY_MS, readAt)) {
    return;
  }

  const since = earlier(run.removedReadAt ?? earlier(readAt, REMOVED_EVERY_MS), OVERLAP_MS);
  await removeListed(ports, 'deleted', since, clock);
  await removeListed(ports, 'spam', since, clock);
  await ports.database.helpdeskCopy.noteRemovedRead(readAt);
};

/** Reads each ticket once for its attachments, because no list names them. */
const copyAttachments = async ({ database, helpdesk }: RunPorts, clock: () => Date) => {
  const { helpdeskCopy } = database;
  let failure: unknown;

  for (const ticketId of await helpdeskCopy.listUnseen(SINGLE_CALLS_MAX)) {
    try {
      const ticket = await helpdesk.findTicket(ticketId);
      // One "not found" does not remove a ticket: the daily lists say if it was deleted.
      if (ticket) {
        await helpdeskCopy.keepTickets([ticket], clock());
      } else {
        await helpdeskCopy.markSeen(ticketId);
      }
    } catch (error) {
      // An outage here says nothing about the helpdesk, which has just answered the lists; but the other tickets would
      // wait as long.
      if (!(error instanceof HelpdeskError) || error.isOutage) {
        throw error;
      }
      failure ??= error;
    }
  }
  if (failure) {
    throw failure;
  }
};

const copyAll = async (ports: RunPorts, run: CopyRun, clock: () => Date) => {
  try {
    await copyPages(ports, run, clock);
    await copyGroups(ports, run, clock);
    await removeRemoved(ports, run, clock);
  } catch (error) {
    if (error instanceof RunEndedError) {
      return;
    }
    await noteOutage(ports.database.health, error, clock());
    throw error;
  }
  await copyAttachments(ports, clock);
};

/** Copies the changes at the helpdesk (D21), unless another run holds the copy. */
export const copyHelpdesk = async ({ helpdesk, ...ports }: CopyPorts, clock: () => Date): Promise<void> => {
  if (!helpdesk) {
    return;
  }
  const { helpdeskCopy } = ports.database;
  const now = clock();
  const run = await helpdeskCopy.beginRun({
    token: crypto.randomUUID(),
    until: new Date(now.getTime() + LEASE_MS),
    now,
  });
  if (!run) {
    return;
  }

  try {
    await copyAll({ ...ports, helpdesk: helpdesk.within(CALLS_MS) }, run, clock);
  } finally {
    await helpdeskCopy.endRun(run.token);
  }
};
