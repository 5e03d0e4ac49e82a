import { startOfMonth, TIME_ZONE } from '#shared/dates.ts';
import { centsFromDecimal } from '#shared/money.ts';
import { makeAdmin, makeDemoClient } from './seed/demo-accounts.ts';
import {
  generateServices,
  instantBetween,
  makeDemoServices,
  type SeedService,
} from './seed/demo-services.ts';
import { makeTickets, type SeedTicket } from './seed/demo-tickets.ts';
import { generateUsers, openingDay, type SeedUser } from './seed/demo-users.ts';
import { makeRandom, type Random } from './seed/random.ts';

interface SeedActivity {
  owNumber: string;
  activity_type: 'login' | 'service_change';
  description: string;
  created_at: string;
}

/** An invoice for the portal itself to issue, so that its number and its PDF are real. */
interface SeedInvoice {
  owNumber: string;
  lines: { description: string; unitCents: number; quantity: number }[];
  issuedAt: string;
  paidAt: string | null;
}

export interface SeedData {
  users: SeedUser[];
  services: SeedService[];
  activities: SeedActivity[];
  /** In order of issue. */
  invoices: SeedInvoice[];
  /** Tickets at the helpdesk, in the order in which they were opened. */
  tickets: SeedTicket[];
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const SIGN_INS_DAYS = 45;

/** The services of each client, by OW number. */
type Subscriptions = ReadonlyMap<string, readonly SeedService[]>;

const makeActivities = (
  user: SeedUser,
  subscriptions: Subscriptions,
  random: Random,
  now: Date,
): SeedActivity[] => {
  const lately = new Date(Math.max(Date.parse(user.User_Date), now.getTime() - SIGN_INS_DAYS * DAY_MS));
  const signIns = user.User_Status === 1 ? random.integer(1, 4) : 0;

  return [
    ...(subscriptions.get(user.OWNumber) ?? []).map(({ account_type, created_at }) => ({
      owNumber: user.OWNumber,
      activity_type: 'service_change' as const,
      description: `Service added: ${account_type}`,
      created_at,
    })),
    ...Array.from({ length: signIns }, () => ({
      owNumber: user.OWNumber,
      activity_type: 'login' as const,
      description: 'Signed in',
      created_at: instantBetween(random, lately.toISOString(), now),
    })),
  ];
};

const monthName = new Intl.DateTimeFormat('en-ZA', { month: 'long', year: 'numeric', timeZone: TIME_ZONE });

/**
 * Makes the invoice for a client's active services in the month that begins then, issued at eight on its first morning.
 */
const makeInvoice = (
  { OWNumber }: SeedUser,
  subscriptions: Subscriptions,
  monthStart: Date,
  now: Date,
): SeedInvoice => ({
  owNumber: OWNumber,
  lines: (subscriptions.get(OWNumber) ?? [])
    .filter(({ status, created_at }) => status === 'active' && Date.parse(created_at) < monthStart.getTime())
    .map(({ account_type, price_per_month }) => ({
      description: `${account_type}, ${monthName.format(monthStart)}`,
      unitCents: centsFromDecimal(price_per_month),
      quantity: 1,
    })),
  issuedAt: new Date(Math.min(monthStart.getTime() + 8 * HOUR_MS, now.getTime())).toISOString(),
  paidAt: null,
});

const PAID_WITHIN_DAYS = 14;

const payInvoice = (invoice: SeedInvoice, random: Random, before = Number.POSITIVE_INFINITY): SeedInvoice => {
  const latest = new Date(Math.min(Date.parse(invoice.issuedAt) + PAID_WITHIN_DAYS * DAY_MS, before));

  return { ...invoice, paidAt: instantBetween(random, invoice.issuedAt, latest) };
};

/** Makes the invoice for an installation at the demo client's two days ago, so that it is still unpaid. */
const makeInstallation = ({ OWNumber }: SeedUser, now: Date): SeedInvoice => ({
  owNumber: OWNumber,
  lines: [
    { description: '5G router, wall bracket included', unitCents: 1_499_00, quantity: 2 },
    { description: 'Outdoor network cable, a metre', unitCents: 8_95, quantity: 37.5 },
    { description: 'Installation, an hour', unitCents: 550_00, quantity: 1.5 },
  ],
  issuedAt: new Date(now.getTime() - 2 * DAY_MS).toISOString(),
  paidAt: null,
});

/** Adds extra data that some clients used in addition to their monthly service. */
const withExtraData = (invoice: SeedInvoice, position: number): SeedInvoice => ({
  ...invoice,
  lines:
    position % 2 === 0
      ? [...invoice.lines, { description: 'Data beyond the bundle, a GB', unitCents: 29_00, quantity: 3.25 }]
      : invoice.lines,
});

const OTHERS_INVOICED = 8;

/**
 * Makes the invoices of the demo client's last months, with one overdue and one due, and of the month before this for a
 * few others, some of them overdue.
 */
const makeInvoices = (
  demoClient: SeedUser,
  others: readonly SeedUser[],
  subscriptions: Subscriptions,
  random: Random,
  now: Date,
): SeedInvoice[] => {
  const thisMonth = startOfMonth(now);
  const lastMonth = startOfMonth(new Date(thisMonth.getTime() - 1));
  const monthBefore = startOfMonth(new Date(lastMonth.getTime() - 1));
  const installation = makeInstallation(demoClient, now);
  const installedAt = Date.parse(installation.issuedAt);
  const current = makeInvoice(demoClient, subscriptions, thisMonth, now);

  return [
    payInvoice(makeInvoice(demoClient, subscriptions, monthBefore, now), random),
    makeInvoice(demoClient, subscriptions, lastMonth, now),
    ...others
      .filter(({ User_Status, User_Address }) => User_Status === 1 && User_Address !== null)
      .map((user) => makeInvoice(user, subscriptions, lastMonth, now))
      .filter(({ lines }) => lines.length > 1)
      .slice(0, OTHERS_INVOICED)
      .map(withExtraData)
      .map((invoice, position) => (position % 3 === 0 ? invoice : payInvoice(invoice, random))),
    // In the first days of a month, this month's invoice would be as new as the installation's.
    ...(Date.parse(current.issuedAt) < installedAt ? [payInvoice(current, random, installedAt - 1)] : []),
    installation,
  ];
};

const FIRST_RANDOM = 2026;

/** Makes the data of a portal as it may look after three years: always the same for the same present time. */
export const makeSeed = ({ clients, now }: { clients: number; now: Date }): SeedData => {
  const random = makeRandom(FIRST_RANDOM);
  const admin = makeAdmin(openingDay(now));
  const demoClient = makeDemoClient(openingDay(now));
  const others = [...generateUsers(clients - 1, random, now, 2)];

  const services = [
    ...makeDemoServices(demoClient, random, now),
    ...others.flatMap((user) => generateServices(user, random, now)),
  ];
  const subscriptions = Map.groupBy(services, ({ owNumber }) => owNumber);

  return {
    users: [admin, demoClient, ...others],
    services,
    activities: [demoClient, ...others].flatMap((user) => makeActivities(user, subscriptions, random, now)),
    invoices: makeInvoices(demoClient, others, subscriptions, random, now),
    tickets: makeTickets({ demoClient, others, now }),
  };
};
