import type { ServiceStore } from '#functions/ports/database/service-store.ts';
import type { ClientService } from '#shared/contract/client.ts';
import type { Service } from '#shared/contract/services.ts';
import { formatPhone } from '#shared/south-africa.ts';

/** The spec's service types, by words that an account type or a category may hold; the first match counts. */
const TYPES: readonly (readonly [RegExp, string])[] = [
  [/fixed[\s-]*(5g|lte)/i, 'Fixed 5G'],
  [/4g\s*\/\s*5g/i, '4G/5G Data'],
  [/hosting|domain|website|cpanel/i, 'Web Hosting'],
  [/fib(re|er)/i, 'fiber'],
  [/\b5g\b/i, '5g'],
  [/\b4g\b|\blte\b/i, '4g'],
  [/\bsim\b|\bdata\b|mobile/i, '4G/5G Data'],
  [/voip|voice|pbx|sip\b/i, 'voip'],
];

/** Derived from the account type first, then from the category, which is always there (decision 15). */
export const deriveServiceType = (service: Pick<Service, 'accountType' | 'serviceCategory'>): string => {
  for (const text of [service.accountType ?? '', service.serviceCategory]) {
    const type = TYPES.find(([words]) => words.test(text))?.[1];
    if (type) return type;
  }

  return service.serviceCategory;
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
    .join(' · ');

/** A service as the client sees it. */
const toClientService = (service: Service): ClientService => ({
  id: service.id,
  serviceName: service.accountType ?? service.serviceCategory,
  serviceDescription: describeService(service),
  serviceType: deriveServiceType(service),
  serviceCategory: service.serviceCategory,
  status: STATUSES[service.status] ?? 'Inactive',
  monthlyCost: service.pricePerMonth,
  createdAt: service.createdAt,
  updatedAt: service.updatedAt,
});

export const listClientServices = async (
  services: Pick<ServiceStore, 'listOf'>,
  userId: number,
): Promise<ClientService[]> => ((await services.listOf(userId)) ?? []).map(toClientService);
