import { purge } from '#functions/domain/system/purge-expired.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { invoiceFiles } from '#functions/runtime/ports/invoice-files-port.ts';
import { purgeStore } from '#functions/runtime/ports/stores.ts';
import { task } from '#functions/runtime/task.ts';

export const handler = task(
  'purge',
  { database: databaseWith(purgeStore), invoiceFiles },
  async ({ ports, clock, logFigures }) => logFigures(await purge(ports, clock())),
);
