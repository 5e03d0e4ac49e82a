import { auditOf, auditOfRead } from '#functions/domain/audit.ts';
import { requireUser } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { ServiceStore } from '#functions/ports/database/services/service-store.ts';
import type { NewService, Service, ServiceEdit, UnbilledDays } from '#shared/contract/services.ts';
import { dayAfter } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { daysAfterEdit, daysOfNew } from './days-to-bill.ts';
import { arePricesSame, changePrices, refuseFirstPrice } from './service-prices.ts';

const nameOf = (service: Service) => service.accountType ?? service.serviceCategory;

const required = <Found>(found: Found | undefined): Found => {
  if (found === undefined) {
    throw new AppError('not_found', 'Service not found');
  }

  return found;
};

export const listServices = async (
  services: Pick<ServiceStore, 'listOf'>,
  admin: SessionUser,
  userId: number,
  now: Date,
): Promise<Service[]> => requireUser(await services.listOf(userId, now, auditOfRead(admin, 'services.list')));

/** Lists the days of a service that no invoice bills, up to a day, with what they cost. */
export const listUnbilledDays = async (
  services: Pick<ServiceStore, 'listUnbilled'>,
  admin: SessionUser,
  { id, until }: { id: number; until: string },
): Promise<UnbilledDays[]> =>
  required(await services.listUnbilled(id, until, auditOfRead(admin, 'services.unbilled')));

export const addService = (
  database: DatabaseOf<'services' | 'journal'>,
  admin: SessionUser,
  { userId, service }: { userId: number; service: NewService },
  now: Date,
): Promise<Service> => {
  const days = daysOfNew(service, dayAfter(now, 0));
  refuseFirstPrice(service.priceFrom, days.billFrom);

  return database.transaction(async ({ services, journal }) => {
    const added = requireUser(await services.insert(userId, { ...service, ...days }, now));
    await journal.record(
      auditOf(admin, 'services.create', {
        record: `service ${added.id} of user ${userId}`,
        changes: { status: added.status, pricePerMonth: added.pricePerMonth },
      }),
      { userId, activityType: 'service_change', description: `Service added: ${nameOf(added)}` },
    );

    return added;
  });
};

const FIELDS_WITH_VALUES: ReadonlySet<string> = new Set(['status', 'billFrom', 'billUntil']);

const EDITED_FIELDS = [
  'serviceCategory',
  'accountType',
  'accountUsername',
  'msisdn',
  'simSerialNumber',
  'status',
  'billFrom',
  'billUntil',
] as const satisfies (keyof Service)[];

/** Returns the names of the changed fields, with values only for status, days and price (D33). */
const describeChanges = (
  before: Service,
  after: Service,
  price: { pricePerMonth?: number; priceFrom?: string },
) => ({
  ...Object.fromEntries(
    EDITED_FIELDS.filter((name) => before[name] !== after[name]).map((name) => [
      name,
      FIELDS_WITH_VALUES.has(name) ? after[name] : null,
    ]),
  ),
  ...price,
});

export const updateService = (
  database: DatabaseOf<'services' | 'journal'>,
  admin: SessionUser,
  { id, edit }: { id: number; edit: ServiceEdit },
  now: Date,
): Promise<Service> =>
  database.transaction(async ({ services, journal }) => {
    const { pricePerMonth, priceFrom, ...fields } = edit;
    const today = dayAfter(now, 0);
    // What is billed is read under the account's lock, which each invoice takes, too.
    const userId = required(await services.lockAccount(id));
    const stored = required(await services.lock(id, priceFrom, now));
    const days = daysAfterEdit(stored.service, edit, today);
    const { prices, from } = changePrices(stored, edit, { firstDay: days.billFrom, today });
    const endsSuspension = edit.status !== undefined && edit.status !== 'suspended';

    const updated = required(
      await services.update(
        id,
        { ...fields, ...days, ...(endsSuspension && { suspendedFor: null }), prices },
        now,
      ),
    );
    const hasNewPrice =
      from !== undefined && pricePerMonth !== undefined && !arePricesSame(prices, stored.prices);
    await journal.record(
      auditOf(admin, 'services.update', {
        record: `service ${id} of user ${userId}`,
        changes: describeChanges(stored.service, updated, {
          ...(hasNewPrice && { pricePerMonth, ...(from !== today && { priceFrom: from }) }),
        }),
      }),
      { userId, activityType: 'service_change', description: `Service changed: ${nameOf(updated)}` },
    );

    return updated;
  });

export const deleteService = (
  database: DatabaseOf<'services' | 'journal'>,
  admin: SessionUser,
  id: number,
  now: Date,
): Promise<void> =>
  database.transaction(async ({ services, journal }) => {
    required(await services.lockAccount(id));
    const deleted = required(await services.delete(id, now));

    await journal.record(
      auditOf(admin, 'services.delete', { record: `service ${id} of user ${deleted.userId}` }),
      {
        userId: deleted.userId,
        activityType: 'service_change',
        description: `Service removed: ${nameOf(deleted.service)}`,
      },
    );
  });
