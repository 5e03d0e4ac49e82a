import { BROADBAND_UNIT_NAME } from '#shared/brand.ts';
import { CLOSED, OPEN, PENDING, PORTAL, RESOLVED } from '#shared/tickets/ticket-codes.ts';
import type { SeedUser } from './demo-users.ts';
import { makeRandom, type Random } from './random.ts';
import type { HelpdeskGroupName, SeedWords, TicketTopic } from './ticket-topics.ts';
import { TICKET_TOPICS } from './ticket-topics.ts';

/** A ticket at the helpdesk: the time when it was opened, and its conversation since. */
export interface SeedTicket {
  owNumber: string;
  group: HelpdeskGroupName;
  subject: string;
  /** Plain text. */
  description: string;
  priority: number;
  status: number;
  source: number;
  tags: readonly string[];
  openedAt: string;
  entries: (SeedWords & { at: string; attachment?: { name: string; type: string; content: string } })[];
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_HOURS = 24;

const WAITING_ON_CUSTOMER = 6;
const WAITING_ON_THIRD_PARTY = 7;

const EMAIL = 1;
const PHONE = 3;

const hoursBefore = (now: Date, hours: number) =>
  `${new Date(now.getTime() - hours * HOUR_MS).toISOString().slice(0, 19)}Z`;

/** Spreads the conversation over the time from the opening until now at the latest. */
const spread = (
  conversation: readonly SeedWords[],
  now: Date,
  openedHoursAgo: number,
): SeedTicket['entries'] =>
  conversation.map((words, position) => ({
    ...words,
    at: hoursBefore(now, openedHoursAgo * (1 - (position + 1) / (conversation.length + 1))),
  }));

const makeTicket = (
  { OWNumber }: SeedUser,
  topic: TicketTopic,
  now: Date,
  { status, openedHoursAgo, source = PORTAL }: { status: number; openedHoursAgo: number; source?: number },
): SeedTicket => ({
  owNumber: OWNumber,
  group: topic.group,
  subject: topic.subject,
  description: topic.description,
  priority: topic.priority,
  status,
  source,
  tags: topic.tags,
  openedAt: hoursBefore(now, openedHoursAgo),
  entries: spread(topic.conversation, now, openedHoursAgo),
});

/** Cuts the conversation to the part that fits a ticket's status. */
const cutToStatus = (topic: TicketTopic, status: number): TicketTopic => {
  if (status === RESOLVED || status === CLOSED) {
    return topic;
  }
  const lastAgent = topic.conversation.findLastIndex(({ by }) => by === 'agent');
  const length = status === OPEN ? Math.max(0, lastAgent - 1) : lastAgent + 1;

  return { ...topic, conversation: topic.conversation.slice(0, length) };
};

const topicOf = (subject: string): TicketTopic => {
  const topic = TICKET_TOPICS.find((known) => known.subject === subject);
  if (!topic) {
    throw new Error(`There is no topic '${subject}'`);
  }

  return topic;
};

const LOG = '19:02 link up 5G NR\n19:40 link down\n19:41 link up LTE\n20:15 link down\n20:16 link up LTE\n';

/** More entries than Freshdesk returns in one page. */
const LONG_CONVERSATION: readonly SeedWords[] = Array.from({ length: 34 }, (_, position) =>
  position % 2 === 0
    ? { by: 'client', words: `Day ${position / 2 + 1}: it restarted again at ${18 + (position % 5)}:30.` }
    : { by: 'agent', words: '<div>Thank you, noted. Please go on writing down the times.</div>' },
);

const RESTARTING_ROUTER: TicketTopic = {
  group: BROADBAND_UNIT_NAME,
  subject: 'Router restarts by itself',
  description: 'Every evening the router restarts by itself, sometimes twice.',
  priority: 3,
  tags: ['router'],
  conversation: LONG_CONVERSATION,
};

/** Makes the demo client's tickets: one of every status, one that is late, a long one, and one with files. */
const makeDemoTickets = (demoClient: SeedUser, now: Date): SeedTicket[] => {
  const make = (topic: TicketTopic, status: number, openedHoursAgo: number, source?: number) =>
    makeTicket(demoClient, cutToStatus(topic, status), now, {
      status,
      openedHoursAgo,
      ...(source !== undefined && { source }),
    });
  const slow = make(topicOf('Slow speed every evening'), PENDING, 30);

  return [
    {
      ...slow,
      entries: slow.entries.map((entry, position) =>
        position === 1
          ? { ...entry, attachment: { name: 'router-log.txt', type: 'text/plain', content: LOG } }
          : entry,
      ),
    },
    make(topicOf('SIM not recognised by the new router'), OPEN, 2),
    make(topicOf('No connection since the storm'), OPEN, 12, PHONE),
    make(topicOf('Mail bounces with "mailbox full"'), RESOLVED, 5 * DAY_HOURS, EMAIL),
    make(topicOf('VAT number on the invoice'), CLOSED, 40 * DAY_HOURS),
    make(topicOf('Paid twice last month'), CLOSED, 20 * DAY_HOURS),
    make(topicOf('Change of address'), WAITING_ON_CUSTOMER, 3 * DAY_HOURS),
    make(topicOf('New contract for a second line'), WAITING_ON_THIRD_PARTY, 4 * DAY_HOURS),
    { ...make(RESTARTING_ROUTER, RESOLVED, 21 * DAY_HOURS), status: PENDING },
  ];
};

const OTHERS_WITH_TICKETS = 30;
const OTHERS_STATUSES = [OPEN, PENDING, CLOSED, RESOLVED, CLOSED, OPEN, CLOSED, WAITING_ON_THIRD_PARTY];

const FIRST_RANDOM = 2027;

const makeOthersTickets = (user: SeedUser, position: number, random: Random, now: Date): SeedTicket[] =>
  Array.from({ length: random.integer(1, 3) }, (_, count) => {
    const status = OTHERS_STATUSES[(position + count * 3) % OTHERS_STATUSES.length] ?? OPEN;
    const isDone = status === RESOLVED || status === CLOSED;
    const days = isDone ? random.integer(4, 90) : random.integer(0, 5);

    return makeTicket(user, cutToStatus(random.pick(TICKET_TOPICS), status), now, {
      status,
      openedHoursAgo: days * DAY_HOURS + random.integer(1, 20),
      source: random.pick([PORTAL, PORTAL, EMAIL, PHONE]),
    });
  });

/** Makes the tickets at the helpdesk in the order of opening: the demo client's, and those of some thirty others. */
export const makeTickets = ({
  demoClient,
  others,
  now,
}: {
  demoClient: SeedUser;
  others: readonly SeedUser[];
  now: Date;
}): SeedTicket[] => {
  const random = makeRandom(FIRST_RANDOM);
  const writers = others.filter(({ User_Status }) => User_Status === 1).slice(0, OTHERS_WITH_TICKETS);

  return [
    ...makeDemoTickets(demoClient, now),
    ...writers.flatMap((user, position) => makeOthersTickets(user, position, random, now)),
  ].toSorted((a, b) => a.openedAt.localeCompare(b.openedAt));
};
