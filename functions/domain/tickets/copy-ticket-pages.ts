import type { CopyProgress, CopyRun } from '#functions/ports/database/tickets/helpdesk-copy-store.ts';
import { HelpdeskError, type HelpdeskTicket } from '#functions/ports/helpdesk.ts';
import { cleanTicket } from './copied-html.ts';
import { earlier, OVERLAP_MS, RunEndedError, type RunPorts, requireListCall } from './copy-run.ts';
import { findArrivedTickets } from './earlier-tries.ts';
import { noteDown } from './helpdesk-outage.ts';
import { queueNextMessage } from './message-job.ts';

const PAGES_MAX = 5;

/** A time before any ticket. */
const BEGINNING = new Date('2000-01-01T00:00:00Z');

const later = (a: Date, b: Date) => (a > b ? a : b);

/** Notes that the helpdesk answers, and sends the messages that have waited for that. */
const noteAnswer = async ({ database, helpdeskMessageQueue }: RunPorts, now: Date) => {
  const waiting = await database.helpdeskCopy.noteAnswer(now);
  await Promise.all(waiting.map(({ key }) => helpdeskMessageQueue.send(key)));
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
 * Records an outage if the helpdesk refuses our key, because the screens must say so: a key that may not even list
 * tickets is as good as no helpdesk.
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
  const cleaned = tickets.map(cleanTicket);
  if (arrived.length === 0) {
    return helpdeskCopy.keepListed(cleaned, clock());
  }

  // Together, so that no ticket is shown twice.
  await ports.database.transaction(async (stores) => {
    await stores.messages.lockWriters(arrived.map(({ messageId }) => messageId));
    await stores.helpdeskCopy.keepListed(cleaned, clock());
    await stores.messages.takeArrived('ticket', arrived, clock());
  });

  const writers = uncertain.filter(({ messageId }) =>
    arrived.some((message) => message.messageId === messageId),
  );
  for (const userId of new Set(writers.map((message) => message.userId))) {
    await queueNextMessage(ports, userId, clock());
  }
};

export const copyTicketPages = async (ports: RunPorts, run: CopyRun, clock: () => Date) => {
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
