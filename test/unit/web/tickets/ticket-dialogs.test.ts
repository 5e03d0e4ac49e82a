import { expect, it } from 'vitest';
import { TICKET_DIALOGS } from '#web/features/tickets/ticket-dialogs.ts';

const read = (name: keyof typeof TICKET_DIALOGS, text: string) => TICKET_DIALOGS[name].readSubject?.(text);

it.each([
  ['', {}],
  ['profile', { isOfProfile: true }],
  ['service:5', { serviceId: 5 }],
  ['offer:2', { offer: 2 }],
])('the address of a new ticket that ends in %j begins it with %j', (text, beginning) => {
  expect(read('ticket.new', text)).toEqual(beginning);
});

it.each(['service', 'service:', 'service:0', 'offer:-1', 'offer:1.5', 'profile:5', 'ticket:5', '5'])(
  'a new ticket cannot begin with %j',
  (text) => {
    expect(read('ticket.new', text)).toBeUndefined();
  },
);

it.each([
  ['12', 12],
  ['-4', -4],
])('the address %j opens the ticket, also one that waits to be sent', (text, id) => {
  expect(read('ticket.view', text)).toBe(id);
});

it.each(['', '0', '-0', '1.5', '07', '12:reply', '1'.repeat(16)])('no ticket has the address %j', (text) => {
  expect(read('ticket.view', text)).toBeUndefined();
});
