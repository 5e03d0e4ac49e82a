import { endServices } from '#functions/domain/services/end-services.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { serviceStore } from '#functions/runtime/ports/stores.ts';
import { task } from '#functions/runtime/task.ts';

export const handler = task(
  'service-ends',
  { database: databaseWith(serviceStore) },
  async ({ ports, clock, logFigures }) =>
    logFigures({ servicesEnded: await endServices(ports.database.services, clock()) }),
);
