import { purge } from '#functions/domain/system/purge.ts';
import { job } from '#functions/runtime/job.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { invoiceFiles } from '#functions/runtime/ports/invoice-files.ts';

export const handler = job('purge', { database, invoiceFiles }, async ({ ports, clock, tell }) =>
  tell(await purge(ports, clock())),
);
