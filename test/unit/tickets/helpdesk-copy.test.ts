import { beforeEach, describe, expect, it } from 'vitest';
import { copyHelpdesk } from '#functions/domain/tickets/helpdesk-copy.ts';
import type { HealthCheck } from '#functions/ports/database/health-store.ts';
import type { UncertainTicket } from '#functions/ports/database/message-store.ts';
import { type Helpdesk, HelpdeskError, type HelpdeskTicket } from '#functions/ports/helpdesk.ts';
import { makeFakeDatabase } from '#test/support/fake-database.ts';
import { type CopyState, makeCopyState, makeFakeHelpdeskCopy } from '#test/support/fake-helpdesk-copy.ts';
import { makeFakeThrottle } from '#test/support/fake-throttle.ts';

const PAGE = 100;
const START = Date.parse('2026-11-20T10:00:00Z');

let present: Date;
let state: CopyState;
let health: HealthCheck[];
let sent: string[];
let tickets: HelpdeskTicket[];
let removed: { deleted: number[]; spam: number[] };
/** The calls of lists, in order, each with what it asked for. */
let calls: string[];
let singles: number[];
let failAtCall: number | undefined;
let singleFault: HelpdeskError | undefined;
let listFault: HelpdeskError | undefined;
let uncertain: UncertainTicket[];
/** Runs between a page and the next. */
let afterPage: () => void;

beforeEach(() => {
  present = new Date('2026-11-20T12:00:00Z');
  state = makeCopyState();
  health = [];
  sent = [];
  tickets = [];
  removed = { deleted: [], spam: [] };
  calls = [];
  singles = [];
  failAtCall = undefined;
  singleFault = undefined;
  listFault = undefined;
  uncertain = [];
  afterPage = () => {};
});

const makeTicket = (id: number, updatedAt: Date): HelpdeskTicket => ({
  id,
  contactId: 1,
  subject: '',
  descriptionHtml: '',
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
  createdAt: updatedAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  attachments: [],
});

const addTickets = (count: number, secondsBetween: number, from = START) => {
  for (let index = 0; index < count; index += 1) {
    tickets.push(makeTicket(tickets.length + 1, new Date(from + index * secondsBetween * 1000)));
  }
};

const outage = () =>
  new HelpdeskError('unavailable', 'The helpdesk does not answer just now.', {
    outcome: 'not-done',
    isOutage: true,
    cause: undefined,
  });

const countCall = (call: string) => {
  calls.push(call);
  if (calls.length === failAtCall) throw outage();
};

const helpdesk: Partial<Helpdesk> = {
  within: () => helpdesk as Helpdesk,
  listTickets: async ({ updatedSince, page }) => {
    countCall(`tickets since ${updatedSince.toISOString()} page ${page}`);
    if (listFault) throw listFault;
    const found = tickets
      .filter(({ updatedAt }) => new Date(updatedAt) >= updatedSince)
      .toSorted((a, b) => a.updatedAt.localeCompare(b.updatedAt) || a.id - b.id);
    const answer = {
      tickets: found.slice((page - 1) * PAGE, page * PAGE),
      unreadable: 0,
      hasMore: found.length > page * PAGE,
    };
    afterPage();

    return answer;
  },
  listRemovedTickets: async (kind, { page }) => {
    countCall(`${kind} page ${page}`);

    return { ticketIds: removed[kind], hasMore: false };
  },
  listGroups: async () => {
    countCall('groups');

    return [{ id: 1, name: 'Billing' }];
  },
  findTicket: async (ticketId) => {
    singles.push(ticketId);
    if (singleFault) throw singleFault;

    const isRemoved = [...removed.deleted, ...removed.spam].includes(ticketId);

    return isRemoved ? undefined : tickets.find(({ id }) => id === ticketId);
  },
};

const run = (port: Helpdesk | undefined = helpdesk as Helpdesk) =>
  copyHelpdesk(
    {
      database: makeFakeDatabase(state, {
        helpdeskCopy: makeFakeHelpdeskCopy(state),
        messages: {
          listUncertain: async () => uncertain,
          lockWriters: async () => {},
          takeArrived: async (_kind, arrived) => {
            state.arrived.push(...arrived);
          },
        },
        jobs: { takeNextInLane: async (_, lane) => `next of ${lane}` },
        throttle: makeFakeThrottle(throttled),
        health: {
          save: async (checks) => {
            health.push(...checks);
          },
        },
      }),
      helpdesk: port,
      helpdeskMessageQueue: {
        send: async (key) => {
          sent.push(key);
        },
      },
    },
    () => present,
  );

let throttled: { counters: Map<string, { count: number; windowEndsAt: Date; userId: number | undefined }> };
beforeEach(() => {
  throttled = { counters: new Map() };
});

const letPass = (seconds: number) => {
  present = new Date(present.getTime() + seconds * 1000);
};

/** Runs each minute until the copy is whole; answers how many runs that took. */
const runUntilWhole = async (runsMax = 20) => {
  for (let runs = 1; runs <= runsMax; runs += 1) {
    await run();
    if (state.progress.isComplete) return runs;
    letPass(61);
  }
  throw new Error(`The copy is not whole after ${runsMax} runs`);
};

const pageCalls = () => calls.filter((call) => call.startsWith('tickets'));

describe('the first fill', () => {
  it('goes on where the last run stopped, five pages a run', async () => {
    addTickets(1_200, 1);

    expect(await runUntilWhole()).toBe(3);
    expect(state.tickets.size).toBe(1_200);
    expect(pageCalls().slice(0, 6)).toEqual([
      'tickets since 2000-01-01T00:00:00.000Z page 1',
      'tickets since 2026-11-20T10:01:39.000Z page 1',
      'tickets since 2026-11-20T10:03:18.000Z page 1',
      'tickets since 2026-11-20T10:04:57.000Z page 1',
      'tickets since 2026-11-20T10:06:36.000Z page 1',
      'tickets since 2026-11-20T10:08:15.000Z page 1',
    ]);
  });

  it('of an empty helpdesk is whole at once', async () => {
    expect(await runUntilWhole()).toBe(1);
    expect(await runUntilWhole()).toBe(1);
  });

  it('misses no ticket that moves to the end of the list between two pages', async () => {
    addTickets(450, 1);
    let moved = 0;
    afterPage = () => {
      if (moved >= 3) return;
      moved += 1;
      const updatedAt = new Date(START + (1_000 + moved) * 1000).toISOString();
      tickets = tickets.map((ticket) => (ticket.id <= 50 ? { ...ticket, updatedAt } : ticket));
    };

    await runUntilWhole();

    expect(state.tickets.size).toBe(450);
  });

  it('takes hundreds of tickets of one instant page by page', async () => {
    addTickets(30, 1);
    addTickets(1_250, 0, START + 60_000);
    addTickets(30, 1, START + 120_000);

    await runUntilWhole();

    expect(state.tickets.size).toBe(1_310);
  });
});

describe('a later run', () => {
  it('begins five minutes before the newest ticket', async () => {
    addTickets(2, 60);
    await run();
    letPass(61);
    calls = [];
    await run();

    expect(pageCalls()).toEqual(['tickets since 2026-11-20T09:56:00.000Z page 1']);
    expect(state.progress.copiedUntil).toEqual(new Date(START + 60_000));
  });

  it('does not move back when the newest ticket is gone', async () => {
    addTickets(2, 60);
    await run();
    tickets.pop();
    letPass(61);
    await run();
    letPass(61);
    await run();

    expect(state.progress.copiedUntil).toEqual(new Date(START + 60_000));
  });

  it('comes to the end though 2,000 tickets change within five minutes', async () => {
    addTickets(10, 1);
    await runUntilWhole();
    letPass(61);
    addTickets(2_000, 0.1, START + 60_000);

    expect(await runUntilWhole()).toBeLessThan(7);
    expect(state.tickets.size).toBe(2_010);
  });

  it('after one that was killed goes on from the last page that was kept', async () => {
    addTickets(700, 1);
    failAtCall = 4;
    await expect(run()).rejects.toThrow();
    const kept = state.progress;
    expect(kept).toMatchObject({ page: 1, isComplete: false });
    state.lease = { token: 'of the dead', until: new Date(present.getTime() + 60_000) };

    await run();
    expect(state.progress).toBe(kept);

    letPass(61);
    failAtCall = undefined;
    calls = [];
    await run();
    expect(pageCalls()[0]).toBe(`tickets since ${kept.copiedUntil?.toISOString()} page 1`);
    expect(state.tickets.size).toBe(700);
  });

  it('that loses the copy to another one writes nothing more', async () => {
    addTickets(700, 1);
    afterPage = () => {
      state.lease = { token: 'of another', until: new Date(present.getTime() + 60_000) };
    };

    await run();

    expect(pageCalls()).toHaveLength(1);
    expect(state.saved).toEqual([]);
    expect(state.lease?.token).toBe('of another');
  });
});

describe('a run', () => {
  it('keeps what came before a fault, notes the outage and gives the copy back', async () => {
    addTickets(300, 1);
    failAtCall = 2;

    await expect(run()).rejects.toThrow();

    expect(state.tickets.size).toBe(100);
    expect(health).toEqual([{ name: 'helpdesk', state: 'Down', checkedAt: present }]);
    expect(state.lease).toBeUndefined();
  });

  it('tells that the helpdesk answers, and sends what has waited for that', async () => {
    state.waiting = ['7', '8'];

    await run();

    expect(state.answeredAt).toEqual([present]);
    expect(sent).toEqual(['7', '8']);
  });

  it('stops at fifteen calls of lists a minute, without a fault, and goes on in the next', async () => {
    addTickets(2_500, 1);
    for (let count = 0; count < 5; count += 1) await run();
    expect(calls).toHaveLength(15);
    expect(health).toEqual([]);

    letPass(61);
    await runUntilWhole();
    expect(state.tickets.size).toBe(2_500);
  });

  it('reads groups once an hour, and the deleted tickets and spam once a day', async () => {
    addTickets(3, 1);
    for (let hour = 0; hour < 49; hour += 1) {
      await run();
      await run();
      letPass(60 * 60);
    }

    expect(calls.filter((call) => call === 'groups')).toHaveLength(49);
    expect(calls.filter((call) => call.startsWith('deleted'))).toHaveLength(3);
    expect(calls.filter((call) => call.startsWith('spam'))).toHaveLength(3);
  });

  it('takes deleted tickets and spam out of the copy', async () => {
    addTickets(3, 1);
    removed = { deleted: [1], spam: [3] };

    await run();

    expect([...state.tickets.keys()]).toEqual([2]);
  });

  it('asks for ten single tickets, newest first, each once', async () => {
    addTickets(15, 1);
    await run();
    expect(singles).toEqual([15, 14, 13, 12, 11, 10, 9, 8, 7, 6]);

    letPass(61);
    await run();
    letPass(61);
    await run();
    expect(singles.slice(10)).toEqual([5, 4, 3, 2, 1]);
  });

  it('drops no copy because one call does not find its ticket', async () => {
    addTickets(1, 1);
    state.tickets.set(50, makeTicket(50, present));
    state.unseen.add(50);

    await run();

    expect(state.tickets.has(50)).toBe(true);
    expect(state.unseen.size).toBe(0);
  });

  it('asks for the other tickets though one of them is refused, and tells of the fault', async () => {
    addTickets(3, 1);
    singleFault = new HelpdeskError('unprocessable', 'Refused.', { outcome: 'refused', cause: undefined });

    await expect(run()).rejects.toThrow('Refused.');

    expect(singles).toEqual([3, 2, 1]);
    expect(state.progress.isComplete).toBe(true);
  });

  it('does nothing where no helpdesk is configured', async () => {
    await copyHelpdesk(
      {
        database: makeFakeDatabase(state, {}),
        helpdesk: undefined,
        helpdeskMessageQueue: { send: async () => {} },
      },
      () => present,
    );

    expect(state).toEqual(makeCopyState());
  });
});

describe('a key that the helpdesk does not take', () => {
  const refused = (isKeyRefused: boolean) =>
    new HelpdeskError('unavailable', 'Not now.', { outcome: 'not-done', isKeyRefused, cause: undefined });

  it('is told as a helpdesk that does not answer', async () => {
    listFault = refused(true);
    await expect(run()).rejects.toBe(listFault);

    expect(health).toEqual([{ name: 'helpdesk', state: 'Down', checkedAt: present }]);
  });

  it('is not what a busy helpdesk or a single forbidden ticket says', async () => {
    listFault = refused(false);
    await expect(run()).rejects.toBe(listFault);
    listFault = undefined;
    addTickets(1, 1);
    singleFault = refused(true);
    await expect(run()).rejects.toBe(singleFault);

    expect(health).toEqual([]);
  });
});

describe('a ticket whose answer was lost', () => {
  it('is taken for delivered by the run that lists it, and the next message of its client goes', async () => {
    addTickets(3, 60);
    const texts = { messageId: 5, userId: 9, contactId: 1, subject: '', description: '' };
    uncertain = [{ ...texts, since: new Date(START + 120_000) }];
    await run();

    expect(state.arrived).toEqual([
      { messageId: 5, helpdeskId: 2, activity: 'Ticket opened: ' },
      { messageId: 5, helpdeskId: 3, activity: 'Ticket opened: ' },
    ]);
    expect(sent).toEqual(['next of 9']);
  });
});
