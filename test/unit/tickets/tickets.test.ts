import { beforeEach, describe, expect, it } from 'vitest';
import {
  listGroups,
  listTickets,
  readSupportStatus,
  readTicket,
} from '#functions/domain/tickets/read-tickets.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { SupportFigures } from '#functions/ports/database/tickets/ticket-store.ts';
import { stubDatabase } from '#test/support/stubs/stub-database.ts';

const client: SessionUser = {
  userId: 7,
  role: 'client',
  levelMin: 1,
  isProven: true,
  sessionId: '',
  address: '127.0.0.1',
  checkedAt: new Date(),
};
const now = new Date('2026-11-20T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();

let figures: SupportFigures;

beforeEach(() => {
  figures = {
    helpdesk: undefined,
    refreshedAt: minutesAgo(1),
    total: 3,
    open: 2,
    averageFirstResponseMinutes: null,
  };
});

const database = stubDatabase({
  tickets: { listOf: async () => [], find: async () => undefined, readFigures: async () => figures },
  helpdeskCopy: {
    listGroups: async () => [
      { id: 1, name: 'Billing' },
      { id: 2, name: 'Network Operations' },
    ],
  },
});
const on = { database, supportSettings: { isOn: true } };
const off = { database: stubDatabase({}), supportSettings: { isOn: false } };

describe('where no helpdesk is configured', () => {
  it('without a helpdesk there are no tickets and no departments, and the support status is off', async () => {
    const status = { state: 'off', fetchedAt: null, total: 0, open: 0, averageFirstResponseMinutes: null };

    expect(await listTickets(off, client)).toEqual([]);
    expect(await listGroups(off)).toEqual([]);
    expect(await readSupportStatus(off, client, now)).toEqual(status);
  });
});

describe('the support status', () => {
  it.each([
    ['ok before the first contact with the helpdesk', undefined, 'ok'],
    ['ok while the helpdesk answers', { state: 'Good', checkedAt: minutesAgo(0) }, 'ok'],
    ['ok while the helpdesk answers slowly', { state: 'Degraded', checkedAt: minutesAgo(0) }, 'ok'],
    ['down from the first outage on', { state: 'Down', checkedAt: minutesAgo(0) }, 'down'],
    ['down while each copy finds an outage', { state: 'Down', checkedAt: minutesAgo(5) }, 'down'],
    [
      'ok when no outage was recorded for more than five minutes',
      { state: 'Down', checkedAt: minutesAgo(5.1) },
      'ok',
    ],
  ] as const)('the support status is %s', async (_, helpdesk, state) => {
    figures.helpdesk = helpdesk;

    expect(await readSupportStatus(on, client, now)).toEqual({
      state,
      fetchedAt: minutesAgo(1),
      total: 3,
      open: 2,
      averageFirstResponseMinutes: null,
    });
  });
});

it('a client may write only to the departments of the specification', async () => {
  expect(await listGroups(on)).toEqual([{ id: 1, name: 'Billing' }]);
});

it('another client’s ticket answers "not found", like one that does not exist', async () => {
  await expect(readTicket(database.tickets, client, 5)).rejects.toMatchObject({
    code: 'not_found',
    message: 'Ticket not found',
  });
});
