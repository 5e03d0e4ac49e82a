import { expect, it } from 'vitest';
import type { Ticket } from '#shared/contract/tickets.ts';
import { matchTickets } from '#web/features/tickets/list/match-ticket.ts';

const TICKET = {
  id: 4711,
  subject: 'Müller’s router – can’t connect',
  tags: ['fibre-line'],
  description: '<p>The <b>caf\u00e9</b>&nbsp;Zoe\u0308 is down</p>',
} as Partial<Ticket> as Ticket;

it.each([
  ['mullers ROUTER', true],
  ["can't connect", true],
  ['connect  router', true],
  ['cafe zoë', true],
  ['#4711', true],
  ['Fibre Line', true],
  ['accounts muller', true],
  ['p', true],
  ['<b>', false],
  ['miller', false],
  ['mueller', false],
])('a ticket is found by the typed text %j: %j', (search, isFound) => {
  expect(matchTickets(search, () => 'Accounts')(TICKET)).toBe(isFound);
});

it('a ticket is not found by a department that it had before', () => {
  const find = (department: string) => matchTickets('accounts', () => department)(TICKET);

  expect([find('Accounts'), find('Support')]).toEqual([true, false]);
});
