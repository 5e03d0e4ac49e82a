import type { services } from '#functions/database/schema/services-tables.ts';
import type { SERVICE_STATUSES } from '#shared/contract/limits.ts';
import type { SERVICE_CATEGORIES } from '#shared/contract/services.ts';
import { dayAfter, monthAfter } from '#shared/dates.ts';
import { decimalFromCents } from '#shared/money.ts';
import { luhnCheckDigit } from '#shared/number-rules.ts';
import { mailNameOf, makeMobileNumber, type SeedUser } from './demo-users.ts';
import { makeWeightedPick, type Random } from './random.ts';

/** A service of the client with this OW number. */
export type SeedService = Omit<typeof services.$inferSelect, 'id' | 'user_id' | 'search_text'> & {
  owNumber: string;
  /** Counts from this day on; until then `price_per_month` does. */
  planned?: { from: string; price: string };
};

/**
 * The kind of identifier of a service: a SIM card in a phone or in a router, the login of a line, a telephone line or a
 * site.
 */
type Identity = 'phone SIM' | 'router SIM' | 'login' | 'line' | 'site';

interface Product {
  category: (typeof SERVICE_CATEGORIES)[number];
  accountType: string;
  priceCents: number;
  identity: Identity;
  weight: number;
}

const product = (
  category: Product['category'],
  accountType: string,
  priceCents: number,
  identity: Identity,
  weight: number,
): Product => ({ category, accountType, priceCents, identity, weight });

/** The first product of each kind has the price of the sign-in page (shared/brand.ts). */
const PRODUCTS: readonly Product[] = [
  product('SIM Card', 'Uncapped 4G/5G data', 337_00, 'router SIM', 30),
  product('SIM Card', 'Uncapped 4G/5G data Plus', 497_00, 'router SIM', 12),
  product('SIM Card', 'Data SIM 50GB', 249_00, 'router SIM', 9),
  product('SIM Card', 'Voice and data SIM', 199_00, 'phone SIM', 10),
  product('Internet', 'Fixed 5G', 397_00, 'router SIM', 16),
  product('Internet', 'Fixed 5G Plus', 597_00, 'router SIM', 7),
  product('Internet', 'Fibre 50/50Mbps', 697_00, 'login', 9),
  product('Internet', 'Fibre 100/100Mbps', 897_00, 'login', 6),
  product('Voice', 'VoIP line', 89_00, 'line', 6),
  product('Voice', 'Cloud PBX', 349_00, 'line', 2),
  product('Other', 'Web Hosting', 129_00, 'site', 14),
  product('Other', 'Web Hosting Business', 249_00, 'site', 4),
  product('Other', 'Domain and email', 79_00, 'site', 5),
];

const pickProduct = makeWeightedPick(PRODUCTS, ({ weight }) => weight);

/** Mobile network codes of MCC 655: Vodacom, MTN, Telkom, Cell C. */
const NETWORK_CODES = ['01', '10', '02', '07'] as const;

/** See `simSerialWarning`: 89 for telecommunications, 27 for South Africa, and one card in five has 20 digits. */
const makeSimSerial = (random: Random): string => {
  const account = random.digits(6) + random.digits(random.chance(0.2) ? 7 : 6);
  const digits = `8927${random.pick(NETWORK_CODES)}${account}`;

  return `${digits}${luhnCheckDigit(digits)}`;
};

const NO_IDENTITY = { account_username: null, msisdn: null, sim_serial_number: null };

const makeIdentity = (random: Random, identity: Identity, user: SeedUser, position: number) => {
  const ownName = `${user.OWNumber.toLowerCase()}-${position + 1}`;
  const sim = { ...NO_IDENTITY, sim_serial_number: makeSimSerial(random) };

  switch (identity) {
    case 'phone SIM':
      return { ...sim, msisdn: makeMobileNumber(random) };
    case 'router SIM':
      return {
        ...sim,
        account_username: `${ownName}@data.owconnect.example`,
        msisdn: random.chance(0.2) ? `27${random.digits(6)}${random.digits(6)}` : makeMobileNumber(random),
      };
    case 'login':
      return { ...NO_IDENTITY, account_username: `${ownName}@fibre.owconnect.example` };
    case 'line':
      return {
        ...NO_IDENTITY,
        account_username: `${ownName}@voice.owconnect.example`,
        msisdn: `+2787${random.digits(7)}`,
      };
    case 'site':
      return {
        ...NO_IDENTITY,
        account_username: `${mailNameOf(user.User_Name, user.User_Surname).replaceAll('.', '-')}-${ownName}.example`,
      };
  }
};

type Status = (typeof SERVICE_STATUSES)[number];

const ACTIVE_CLIENT_STATUSES = { active: 84, suspended: 6, pending: 5, inactive: 5 };
const INACTIVE_CLIENT_STATUSES = { active: 0, suspended: 35, pending: 0, inactive: 65 };

const makeStatusPick = (weights: Record<Status, number>) =>
  makeWeightedPick(Object.keys(weights) as Status[], (status) => weights[status]);

const pickActiveClientStatus = makeStatusPick(ACTIVE_CLIENT_STATUSES);
const pickInactiveClientStatus = makeStatusPick(INACTIVE_CLIENT_STATUSES);

const pickCount = makeWeightedPick([1, 2, 3, 4], (count) => [0, 45, 32, 16, 7][count] ?? 0);

/** Returns an instant between the two, including the end. */
export const instantBetween = (random: Random, from: string, to: Date): string => {
  const start = Date.parse(from);

  return new Date(start + Math.round(random.next() * (to.getTime() - start))).toISOString();
};

/** The first day to bill of an active service: that on which it was added, at the earliest the first of this month. */
const firstDayOf = (status: Status, createdAt: string, now: Date): string | null => {
  const [added, first] = [dayAfter(new Date(createdAt), 0), `${monthAfter(now, 0)}-01`];

  return status === 'active' ? (added > first ? added : first) : null;
};

const makeService = (
  random: Random,
  user: SeedUser,
  product: Product,
  {
    position,
    status,
    createdAt,
    updatedAt,
    now,
  }: Record<'createdAt' | 'updatedAt', string> & {
    position: number;
    status: Status;
    now: Date;
  },
): SeedService => ({
  owNumber: user.OWNumber,
  service_category: product.category,
  account_type: product.accountType,
  ...makeIdentity(random, product.identity, user, position),
  price_per_month: decimalFromCents(product.priceCents),
  status,
  bill_from: firstDayOf(status, createdAt, now),
  bill_until: null,
  suspended_for: null,
  created_at: createdAt,
  updated_at: updatedAt,
});

/** Makes one to four services with different products, the first from the day of registration. */
export const generateServices = (user: SeedUser, random: Random, now: Date): SeedService[] => {
  const count = pickCount(random);
  const products = new Set<Product>();
  while (products.size < count) {
    products.add(pickProduct(random));
  }

  return [...products].map((product, position) => {
    const createdAt = position === 0 ? user.User_Date : instantBetween(random, user.User_Date, now);
    const updatedAt = random.chance(0.3) ? instantBetween(random, createdAt, now) : createdAt;
    const status = user.User_Status === 1 ? pickActiveClientStatus(random) : pickInactiveClientStatus(random);

    return makeService(random, user, product, { position, status, createdAt, updatedAt, now });
  });
};

/** `share` is the time at which a service was added: 0 is the day of registration, 1 is now. */
const DEMO_SERVICES: readonly {
  accountType: string;
  status: Status;
  share: number;
  /** The price from the 15th of the next month on. */
  plannedCents?: number;
  /** True for a service that ends on the 10th of the next month. */
  ends?: true;
}[] = [
  { accountType: 'Uncapped 4G/5G data', status: 'active', share: 0 },
  { accountType: 'Fixed 5G', status: 'active', share: 0.4, plannedCents: 427_00 },
  { accountType: 'Web Hosting', status: 'active', share: 0.8, ends: true },
  { accountType: 'VoIP line', status: 'pending', share: 0.997 },
];

/** Makes a service of each category, so that the demo client's screens show every kind. */
export const makeDemoServices = (user: SeedUser, random: Random, now: Date): SeedService[] => {
  const registered = Date.parse(user.User_Date);

  const nextMonth = monthAfter(now, 1);

  return DEMO_SERVICES.flatMap(({ accountType, status, share, plannedCents, ends }, position) => {
    const addedAt = new Date(registered + Math.round(share * (now.getTime() - registered))).toISOString();

    return PRODUCTS.filter((product) => product.accountType === accountType).map((product) => ({
      ...makeService(random, user, product, {
        position,
        status,
        createdAt: addedAt,
        updatedAt: addedAt,
        now,
      }),
      ...(ends && { bill_until: `${nextMonth}-10` }),
      ...(plannedCents !== undefined && {
        planned: { from: `${nextMonth}-15`, price: decimalFromCents(plannedCents) },
      }),
    }));
  });
};
