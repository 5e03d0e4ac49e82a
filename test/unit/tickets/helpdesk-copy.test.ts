import { describe, expect, it } from 'vitest';
import { copyHelpdesk } from '#functions/domain/tickets/copy-helpdesk.ts';
import type { HealthCheck } from '#functions/ports/database/system/health-store.ts';
import type { ThrottleBucket } from '#functions/ports/database/system/throttle-store.ts';
import type {
  CopyProgress,
  CopyRun,
  HelpdeskCopyStore,
} from '#functions/ports/database/tickets/helpdesk-copy-store.ts';
import type { UncertainTicket } from '#functions/ports/database/tickets/message-store.ts';
import { type Helpdesk, HelpdeskError, type HelpdeskTicket } from '#functions/ports/helpdesk.ts';
import { stubDatabase } from '#test/support/stubs/stub-database.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

const makeTicket = (id: number, updatedAt = minutesAgo(id)): HelpdeskTicket => ({
  id,
  contactId: 1,
  subject: '',
  descriptionHtml: 'No signal',
  status: 2,
  priority: 2,
  source: 2,
  type: null,
  groupId: null,
  tags: [],
  customFields: {},
  isEscalated: false,
  isUrgent: false,
  dueBy: null,
  firstRespondedAt: null,
  agentRespondedAt: null,
  createdAt: updatedAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  attachments: [],
});

/** Returns a page of the helpdesk's list whose newest ticket changed `minutes` minutes ago. */
const pageUntil = (minutes: number, hasMore = true) => ({
  tickets: [makeTicket(minutes + 1), makeTicket(minutes)],
  unreadable: 0,
  hasMore,
});
const EMPTY = { tickets: [], unreadable: 0, hasMore: false };

const fault = (change: { isOutage?: boolean; isKeyRefused?: boolean }) =>
  new HelpdeskError('unavailable', 'Not now.', { outcome: 'not-done', cause: undefined, ...change });
const refusal = new HelpdeskError('unprocessable', 'Refused.', { outcome: 'refused', cause: undefined });

/** A run that follows a complete run of an hour ago and has just read everything else. */
const RUN: CopyRun = {
  token: 'this run',
  copiedUntil: minutesAgo(60),
  page: 1,
  isComplete: true,
  groupsFetchedAt: NOW,
  removedReadAt: NOW,
};

const ANSWERS = {
  run: RUN as CopyRun | undefined,
  pages: [EMPTY] as (ReturnType<typeof pageUntil> | HelpdeskError)[],
  isStillHeld: true,
  /** For each list call the end of the minute if its share of calls is used up. */
  shares: [] as (Date | undefined)[],
  unseen: [] as number[],
  singles: {} as Record<number, HelpdeskTicket | HelpdeskError>,
  waiting: [] as { kind: 'helpdesk-message'; key: string }[],
  uncertain: [] as UncertainTicket[],
};

const HAS_MORE = { deleted: false, spam: true };

const orThrow = <T>(answer: T | HelpdeskError): T => {
  if (answer instanceof Error) {
    throw answer;
  }

  return answer;
};

/** Runs the copy on a database and a helpdesk that give the listed answers in turn. */
const copy = async (change: Partial<typeof ANSWERS> = {}) => {
  const answers = { ...ANSWERS, ...change };
  const [pages, shares] = [[...answers.pages], [...answers.shares]];
  const seen = {
    lists: [] as unknown[],
    buckets: [] as ThrottleBucket[],
    limits: [] as number[],
    singles: [] as number[],
    kept: [] as number[],
    arrived: [] as unknown[],
    saved: [] as CopyProgress[],
    seenSingly: [] as unknown[],
    removed: [] as unknown[],
    groups: [] as unknown[],
    ended: [] as string[],
    health: [] as HealthCheck[],
    sent: [] as string[],
  };
  const helpdeskCopy: Partial<HelpdeskCopyStore> = {
    beginRun: async () => answers.run,
    saveProgress: async (_, progress) => {
      seen.saved.push(progress);

      return answers.isStillHeld;
    },
    endRun: async (token) => void seen.ended.push(token),
    noteAnswer: async () => answers.waiting,
    keepListed: async (tickets) => void seen.kept.push(...tickets.map(({ id }) => id)),
    keepTickets: async (tickets) => void seen.seenSingly.push(...tickets),
    markSeen: async (ticketId) => void seen.seenSingly.push(ticketId),
    listUnseen: async (limit) => {
      seen.limits.push(limit);

      return answers.unseen;
    },
    removeTickets: async (ticketIds) => void seen.removed.push(ticketIds),
    noteRemovedRead: async (now) => void seen.removed.push(now),
    keepGroups: async (groups) => void seen.groups.push(groups),
  };
  const helpdesk: Partial<Helpdesk> = {
    within: () => helpdesk as Helpdesk,
    listTickets: async ({ updatedSince, page }) => {
      seen.lists.push([updatedSince, page]);

      return orThrow(pages.shift() ?? EMPTY);
    },
    listRemovedTickets: async (kind, { updatedSince, page }) => {
      seen.lists.push([kind, updatedSince, page]);

      return { ticketIds: [page], hasMore: HAS_MORE[kind] };
    },
    listGroups: async () => {
      seen.lists.push('groups');

      return [{ id: 1, name: 'Billing' }];
    },
    findTicket: async (ticketId) => {
      seen.singles.push(ticketId);

      return orThrow(answers.singles[ticketId]);
    },
  };
  const running = copyHelpdesk(
    {
      database: stubDatabase({
        helpdeskCopy,
        messages: {
          listUncertain: async () => answers.uncertain,
          lockWriters: async () => {},
          takeArrived: async (_, arrived) => void seen.arrived.push(...arrived),
        },
        jobs: { takeNextInLane: async (_, lane) => `next of ${lane}` },
        throttle: {
          take: async (bucket) => {
            seen.buckets.push(bucket);

            return shares.shift();
          },
        },
        health: { save: async (checks) => void seen.health.push(...checks) },
        ticketMails: { orderForAnswers: async () => undefined },
      }),
      helpdesk: helpdesk as Helpdesk,
      helpdeskMessageQueue: { send: async (key) => void seen.sent.push(key) },
      mailSettings: { isOn: true },
    },
    () => NOW,
  );
  const [{ reason }] = (await Promise.allSettled([running])) as [{ reason?: unknown }];

  return { ...seen, failure: reason };
};

describe('runs of the copy', () => {
  const unfinished = (copiedUntil: Date | null, page = 1) => ({
    ...RUN,
    copiedUntil,
    page,
    isComplete: false,
  });

  it.each([
    ['with all tickets at first', unfinished(null), [new Date('2000-01-01T00:00:00Z'), 1]],
    ['where the last run stopped', unfinished(minutesAgo(90), 3), [minutesAgo(90), 3]],
    ['five minutes before the newest ticket of a complete copy', RUN, [minutesAgo(65), 1]],
  ])('a run of the copy begins %s', async (_, run, place) => {
    expect((await copy({ run })).lists).toEqual([place]);
  });

  it('the copy continues from the newest ticket of a page, so that tickets that move to the end are not missed', async () => {
    const { lists, saved, kept } = await copy({ pages: [pageUntil(50), pageUntil(40), EMPTY] });

    expect(lists).toEqual([
      [minutesAgo(65), 1],
      [minutesAgo(50), 1],
      [minutesAgo(40), 1],
    ]);
    expect(saved.slice(0, 2)).toEqual([
      { copiedUntil: minutesAgo(50), page: 1, isComplete: false },
      { copiedUntil: minutesAgo(40), page: 1, isComplete: false },
    ]);
    expect(kept).toEqual([51, 50, 41, 40]);
  });

  it('the copy continues by page numbers if a whole page changed at the same instant', async () => {
    const run = unfinished(minutesAgo(50), 1);
    const { lists, saved } = await copy({ run, pages: [pageUntil(50), pageUntil(50), EMPTY] });

    expect(lists).toEqual([1, 2, 3].map((page) => [minutesAgo(50), page]));
    expect(saved.slice(0, 2)).toEqual(
      [2, 3].map((page) => ({ copiedUntil: minutesAgo(50), page, isComplete: false })),
    );
  });

  it('a run of the copy stops after five pages', async () => {
    const pages = [50, 40, 30, 20, 10, 5].map((minutes) => pageUntil(minutes));
    const { lists, saved } = await copy({ pages });

    expect(lists).toHaveLength(5);
    expect(saved.at(-1)).toEqual({ copiedUntil: minutesAgo(10), page: 1, isComplete: false });
  });

  it.each([
    ['the newest ticket', pageUntil(50, false), minutesAgo(50)],
    ['its earlier end if the newest ticket is gone', pageUntil(63, false), minutesAgo(60)],
  ])('a run that reaches the end of the list is complete until %s', async (_, page, copiedUntil) => {
    expect((await copy({ pages: [page] })).saved).toEqual([{ copiedUntil, page: 1, isComplete: true }]);
  });

  it('a copy of an empty helpdesk is complete at once', async () => {
    const { saved } = await copy({ run: unfinished(null) });

    expect(saved).toMatchObject([{ isComplete: true }]);
  });

  it('a run that loses the copy to another run calls and writes nothing more', async () => {
    const { lists, failure, ended } = await copy({
      isStillHeld: false,
      pages: [pageUntil(50), pageUntil(40)],
    });

    expect([lists.length, failure, ended]).toEqual([1, undefined, ['this run']]);
  });

  it('a run leaves the copy to the run that holds it', async () => {
    const { lists, ended } = await copy({ run: undefined });

    expect([lists, ended]).toEqual([[], []]);
  });

  it('the copy does nothing if no helpdesk is configured', async () => {
    const ports = {
      database: stubDatabase({}),
      helpdesk: undefined,
      helpdeskMessageQueue: { send: async () => {} },
      mailSettings: { isOn: true },
    };

    await expect(copyHelpdesk(ports, () => NOW)).resolves.toBeUndefined();
  });

  it('the copy calls lists fifteen times a minute at most, and then stops without a fault', async () => {
    const { buckets, lists, failure, health, ended } = await copy({
      pages: [pageUntil(50), pageUntil(40)],
      shares: [undefined, undefined, NOW],
    });

    const ofLists = { name: 'helpdesk lists', limit: 15, windowSeconds: 60 };
    const ofAll = expect.objectContaining({ name: 'helpdesk calls', units: 5 });
    expect(buckets).toEqual([ofLists, ofAll, ofLists, ofAll]);
    expect([lists.length, failure, health, ended]).toEqual([1, undefined, [], ['this run']]);
  });

  it('the copy keeps what it read before an outage, records the outage and ends its run', async () => {
    const outage = fault({ isOutage: true });
    const { kept, failure, health, ended } = await copy({ pages: [pageUntil(50), outage] });

    expect([kept, failure, ended]).toEqual([[51, 50], outage, ['this run']]);
    expect(health).toEqual([{ name: 'helpdesk', state: 'Down', checkedAt: NOW }]);
  });

  it('the copy sends the messages that waited for the helpdesk to answer', async () => {
    const waiting = ['7', '8'].map((key) => ({ kind: 'helpdesk-message' as const, key }));

    expect((await copy({ waiting })).sent).toEqual(['7', '8']);
  });

  it("the copy marks an uncertain ticket that it lists as delivered, and sends its client's next message", async () => {
    const uncertain = {
      messageId: 5,
      userId: 9,
      contactId: 1,
      subject: '',
      description: 'No signal',
      since: minutesAgo(49.5),
    };
    const { arrived, sent } = await copy({ pages: [pageUntil(50, false)], uncertain: [uncertain] });

    expect(arrived).toEqual([{ messageId: 5, helpdeskId: 50, activity: 'Ticket opened: ' }]);
    expect(sent).toEqual(['next of 9']);
  });
});

describe('groups, deleted tickets and spam', () => {
  it.each([
    ['reads groups that were never read', null, 1],
    ['reads groups that were read an hour ago', minutesAgo(60), 1],
    ['does not read groups that were read 59 minutes ago', minutesAgo(59), 0],
  ])('the copy %s', async (_, groupsFetchedAt, times) => {
    const { groups, lists } = await copy({ run: { ...RUN, groupsFetchedAt } });

    expect(groups).toEqual(Array(times).fill([{ id: 1, name: 'Billing' }]));
    expect(lists.filter((call) => call === 'groups')).toHaveLength(times);
  });

  const DAY = 24 * 60;

  it.each([
    ['of the last day if it has never read them', null, minutesAgo(DAY + 5)],
    ['since the last reading a day ago', minutesAgo(DAY), minutesAgo(DAY + 5)],
  ])('the copy removes deleted tickets and spam %s', async (_, removedReadAt, since) => {
    const { lists, removed } = await copy({ run: { ...RUN, removedReadAt } });

    expect(lists.slice(1)).toEqual([
      ['deleted', since, 1],
      ...[1, 2, 3, 4].map((page) => ['spam', since, page]),
    ]);
    expect(removed).toEqual([[1], [1], [2], [3], [4], NOW]);
  });

  it('the copy does not read deleted tickets and spam again within a day', async () => {
    expect((await copy({ run: { ...RUN, removedReadAt: minutesAgo(DAY - 1) } })).removed).toEqual([]);
  });
});

describe('reading single tickets', () => {
  it('the copy reads at most ten unseen tickets one by one, in the order of its list', async () => {
    const { limits, singles } = await copy({ unseen: [3, 2, 1] });

    expect([limits, singles]).toEqual([[10], [3, 2, 1]]);
  });

  it('the copy stores single tickets as answered, and removes none because one answer is "not found"', async () => {
    const { seenSingly, removed } = await copy({ unseen: [3, 2], singles: { 3: makeTicket(3) } });

    expect([seenSingly, removed]).toEqual([[makeTicket(3), 2], []]);
  });

  it('the copy reads the other single tickets although one is refused, and reports the fault', async () => {
    const { singles, failure, health } = await copy({ unseen: [3, 2, 1], singles: { 3: refusal } });

    expect([singles, failure, health]).toEqual([[3, 2, 1], refusal, []]);
  });

  it('the copy stops reading single tickets when one does not answer, without marking the helpdesk as down', async () => {
    const { singles, health } = await copy({
      unseen: [3, 2, 1],
      singles: { 3: fault({ isOutage: true }) },
    });

    expect([singles, health]).toEqual([[3], []]);
  });
});

describe('a refused key, compared with other faults', () => {
  const refused = fault({ isKeyRefused: true });

  it.each([
    [
      'a key that the helpdesk refuses marks the helpdesk as down',
      { pages: [refused] },
      [{ name: 'helpdesk', state: 'Down', checkedAt: NOW }],
    ],
    ['a busy helpdesk does not mark the helpdesk as down', { pages: [fault({})] }, []],
    [
      'a single forbidden ticket does not mark the helpdesk as down',
      { unseen: [1], singles: { 1: refused } },
      [],
    ],
  ])('%s', async (_, answers, noted) => {
    const { failure, health } = await copy(answers);

    expect([failure, health]).toEqual([expect.any(HelpdeskError), noted]);
  });
});
