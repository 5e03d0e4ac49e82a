import { expect, it } from 'vitest';
import { findArrivedTickets } from '#functions/domain/tickets/earlier-tries.ts';
import type { HelpdeskTicket } from '#functions/ports/helpdesk.ts';

const TICKET: HelpdeskTicket = {
  id: 3,
  contactId: 34,
  subject: 'No signal',
  descriptionHtml: '<div>It stopped<br>this &lt;morning&gt;.</div>',
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
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  attachments: [],
};

const UNCERTAIN = {
  messageId: 5,
  userId: 7,
  contactId: 34,
  subject: 'No signal',
  description: 'It stopped\nthis <morning>.',
  since: new Date('2026-11-20T10:00:30Z'),
};

const MET = [{ messageId: 5, helpdeskId: 3, activity: 'Ticket opened: No signal' }];

it.each<[string, Partial<HelpdeskTicket>, typeof MET]>([
  ['the same text since the first try', {}, MET],
  ['the same text at the largest difference of two clocks', { createdAt: '2026-11-20T09:59:30.000Z' }, MET],
  ['the same text before that', { createdAt: '2026-11-20T09:59:29.000Z' }, []],
  ['the text of another contact', { contactId: 35 }, []],
  ['another subject', { subject: 'No signal at all' }, []],
  ['another text', { descriptionHtml: '<div>It stopped.</div>' }, []],
])('an uncertain ticket is matched only with its own earlier try: %s', (_case, change, met) => {
  expect(findArrivedTickets([{ ...TICKET, ...change }], [UNCERTAIN])).toEqual(met);
});
