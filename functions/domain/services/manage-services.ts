import { auditOf, auditOfRead } from '#functions/domain/audit.ts';
import { requireUser } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { ChangedService, ServiceStore } from '#functions/ports/database/services/service-store.ts';
import type { NewService, Service, ServiceEdit } from '#shared/contract/services.ts';
import { AppError } from '#shared/errors.ts';

const nameOf = (service: Service) => service.accountType ?? service.serviceCategory;

export const listServices = async (
  services: Pick<ServiceStore, 'listOf'>,
  admin: SessionUser,
  userId: number,
): Promise<Service[]> => requireUser(await services.listOf(userId, auditOfRead(admin, 'services.list')));

export const addService = (
  database: DatabaseOf<'services' | 'journal'>,
  admin: SessionUser,
  { userId, service }: { userId: number; service: NewService },
): Promise<Service> =>
  database.transaction(async ({ services, journal }) => {
    const added = requireUser(await services.insert(userId, service));
    await journal.record(
      auditOf(admin, 'services.create', {
        record: `service ${added.id} of user ${userId}`,
        changes: { status: added.status, pricePerMonth: added.pricePerMonth },
      }),
      { userId, activityType: 'service_change', description: `Service added: ${nameOf(added)}` },
    );

    return added;
  });

/** Returns the names of the changed fields, with values only for status and price (D33). */
const describeChanges = ({ changed, service }: ChangedService) =>
  Object.fromEntries(
    changed.map((name) => [name, name === 'status' || name === 'pricePerMonth' ? service[name] : null]),
  );

export const updateService = (
  database: DatabaseOf<'services' | 'journal'>,
  admin: SessionUser,
  { id, edit }: { id: number; edit: ServiceEdit },
  now: Date,
): Promise<Service> =>
  database.transaction(async ({ services, journal }) => {
    const updated = await services.update(id, edit, now);
    if (!updated) {
      throw new AppError('not_found', 'Service not found');
    }

    await journal.record(
      auditOf(admin, 'services.update', {
        record: `service ${id} of user ${updated.userId}`,
        changes: describeChanges(updated),
      }),
      {
        userId: updated.userId,
        activityType: 'service_change',
        description: `Service changed: ${nameOf(updated.service)}`,
      },
    );

    return updated.service;
  });

export const deleteService = (
  database: DatabaseOf<'services' | 'journal'>,
  admin: SessionUser,
  id: number,
): Promise<void> =>
  database.transaction(async ({ services, journal }) => {
    const deleted = await services.delete(id);
    if (!deleted) {
      throw new AppError('not_found', 'Service not found');
    }

    await journal.record(
      auditOf(admin, 'services.delete', { record: `service ${id} of user ${deleted.userId}` }),
      {
        userId: deleted.userId,
        activityType: 'service_change',
        description: `Service removed: ${nameOf(deleted.service)}`,
      },
    );
  });
