import type { CopyRun } from '#functions/ports/database/tickets/helpdesk-copy-store.ts';
import { HelpdeskError } from '#functions/ports/helpdesk.ts';
import { tasks } from '#shared/tasks.ts';
import { cleanTicket } from './copied-html.ts';
import {
  type CopyPorts,
  earlier,
  isDue,
  OVERLAP_MS,
  RunEndedError,
  type RunPorts,
  requireListCall,
} from './copy-run.ts';
import { copyTicketPages } from './copy-ticket-pages.ts';
import { helpdeskCalls } from './helpdesk-budget.ts';
import { noteOutage } from './helpdesk-outage.ts';

/** As long as the task's Lambda may run, so that a run that was killed has ended when another begins. */
const LEASE_MS = tasks['helpdesk-copy'].timeoutSeconds * 1000;

/** Time limit of a run's calls; the rest of its time is for its writes. */
const CALLS_MS = 40_000;

const SINGLE_CALLS_MAX = 10;
/** Pages read of each of the two lists, deleted tickets and spam. */
const REMOVED_PAGES_MAX = 4;

const GROUPS_EVERY_MS = 60 * 60_000;
const REMOVED_EVERY_MS = 24 * 60 * 60_000;

const copyGroups = async (ports: RunPorts, run: CopyRun, clock: () => Date) => {
  if (!isDue(run.groupsFetchedAt, GROUPS_EVERY_MS, clock())) {
    return;
  }

  await requireListCall(ports, clock());
  await ports.database.helpdeskCopy.keepGroups(await ports.helpdesk.listGroups(), clock());
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
    if (await database.throttle.take(helpdeskCalls(1), clock())) {
      break;
    }
    try {
      const ticket = await helpdesk.findTicket(ticketId);
      // One "not found" does not remove a ticket: the daily lists say if it was deleted.
      if (ticket) {
        await helpdeskCopy.keepTickets([cleanTicket(ticket)], clock());
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

/**
 * Orders the mails about all new answers, also about those that a client's request has copied before this task. An answer
 * stays new until its mail is ordered. The sweep sends the jobs of these mails within two minutes.
 */
const mailAnswers = ({ database, mailSettings }: RunPorts, clock: () => Date): Promise<void> =>
  database.ticketMails.orderForAnswers(mailSettings.isOn, clock());

const copyAll = async (ports: RunPorts, run: CopyRun, clock: () => Date) => {
  try {
    await copyTicketPages(ports, run, clock);
    await mailAnswers(ports, clock);
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
