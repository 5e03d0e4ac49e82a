import type { ServiceStore } from '#functions/ports/database/services/service-store.ts';
import type { ClientService } from '#shared/contract/client.ts';
import { DESCRIPTION_SEPARATOR } from '#shared/contract/limits.ts';
import type { SERVICE_CATEGORIES, Service } from '#shared/contract/services.ts';
import { formatPhone } from '#shared/south-africa.ts';

interface TypeRule {
  type: string;
  /** Patterns that a text must all match. */
  says: readonly RegExp[];
  /** Only for services of this category. */
  category?: (typeof SERVICE_CATEGORIES)[number];
}

const FIXED = /fixed/i;
const FOURTH_GENERATION = /\b4g\b|\blte\b/i;
const FIFTH_GENERATION = /(?<!\d)5g\b/i;

/**
 * The specification's service types, by the words of an account type or a category; the first rule that matches counts.
 */
const TYPE_RULES: readonly TypeRule[] = [
  { type: 'Fixed 5G', says: [FIXED, FIFTH_GENERATION] },
  { type: '4g', says: [FIXED, FOURTH_GENERATION] },
  { type: 'Web Hosting', says: [/hosting|domain|website|cpanel/i] },
  { type: 'fiber', says: [/fib(re|er)/i] },
  { type: '4G/5G Data', says: [/4g\s*\/\s*5g/i] },
  { type: '4G/5G Data', says: [/\b[2-5]g\b|\blte\b/i], category: 'SIM Card' },
  { type: '5g', says: [FIFTH_GENERATION] },
  { type: '4g', says: [FOURTH_GENERATION] },
  { type: '4G/5G Data', says: [/\bsim\b|\bdata\b|mobile/i] },
  { type: 'voip', says: [/voip|voice|pbx|sip\b/i] },
];

/** Derives the type from the account type first, then from the category, which is always there (D15). */
export const deriveServiceType = ({
  accountType,
  serviceCategory,
}: Pick<Service, 'accountType' | 'serviceCategory'>): string => {
  for (const text of [accountType ?? '', serviceCategory]) {
    const rule = TYPE_RULES.find(
      ({ says, category = serviceCategory }) =>
        category === serviceCategory && says.every((words) => words.test(text)),
    );
    if (rule) {
      return rule.type;
    }
  }

  return serviceCategory;
};

const STATUSES: Record<string, ClientService['status']> = {
  active: 'Active',
  pending: 'Pending',
  suspended: 'Suspended',
};

const describeService = ({ accountUsername, msisdn, simSerialNumber }: Service): string =>
  [
    accountUsername && `Username ${accountUsername}`,
    msisdn && `Number ${formatPhone(msisdn)}`,
    simSerialNumber && `SIM ${simSerialNumber}`,
  ]
    .filter(Boolean)
    .join(DESCRIPTION_SEPARATOR);

/** Returns a service as the client sees it. */
const toClientService = (service: Service): ClientService => ({
  id: service.id,
  serviceName: service.accountType ?? service.serviceCategory,
  serviceDescription: describeService(service),
  serviceType: deriveServiceType(service),
  serviceCategory: service.serviceCategory,
  username: service.accountUsername,
  msisdn: service.msisdn,
  simSerialNumber: service.simSerialNumber,
  status: STATUSES[service.status] ?? 'Inactive',
  monthlyCost: service.pricePerMonth,
  billedUntil: service.billedUntil,
  billUntil: service.billUntil,
  nextPrice: service.prices[1] ?? null,
  suspendedFor: service.suspendedFor,
  createdAt: service.createdAt,
  updatedAt: service.updatedAt,
});

export const listClientServices = async (
  services: Pick<ServiceStore, 'listOf'>,
  userId: number,
  now: Date,
): Promise<ClientService[]> => ((await services.listOf(userId, now)) ?? []).map(toClientService);
