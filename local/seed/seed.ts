import type { SeedEvent } from './book.ts';
import { makeAdmin, makeDemoClient } from './demo-accounts.ts';
import { bringOldBalance, makeMoney } from './demo-money.ts';
import { generateServices, instantBetween, makeDemoServices, type SeedService } from './demo-services.ts';
import { makeTickets, type SeedTicket } from './demo-tickets.ts';
import { generateUsers, openingDay, type SeedUser } from './demo-users.ts';
import { makeRandom, type Random } from './random.ts';

interface SeedActivity {
  owNumber: string;
  activity_type: 'login' | 'service_change';
  description: string;
  created_at: string;
}

export interface SeedData {
  users: SeedUser[];
  services: SeedService[];
  activities: SeedActivity[];
  /** In order of time. */
  money: SeedEvent[];
  /** Tickets at the helpdesk, in the order in which they were opened. */
  tickets: SeedTicket[];
}

const DAY_MS = 24 * 60 * 60 * 1000;
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

const FIRST_RANDOM = 2026;

/** Makes the data of a portal as it may look after three years: always the same for the same present time. */
export const makeSeed = ({ clients, now }: { clients: number; now: Date }): SeedData => {
  const random = makeRandom(FIRST_RANDOM);
  const admin = makeAdmin(openingDay(now));
  const demoClient = makeDemoClient(openingDay(now));
  const strangers = [...generateUsers(clients - 1, random, now, 2)];

  const services = [
    ...makeDemoServices(demoClient, random, now),
    ...strangers.flatMap((user) => generateServices(user, random, now)),
  ];
  const subscriptions = Map.groupBy(services, ({ owNumber }) => owNumber);
  const world = { subscriptions, random, now };
  const others = bringOldBalance(strangers, world);

  return {
    users: [admin, demoClient, ...others],
    services,
    activities: [demoClient, ...others].flatMap((user) => makeActivities(user, subscriptions, random, now)),
    money: makeMoney(demoClient, others, world),
    tickets: makeTickets({ demoClient, others, now }),
  };
};
