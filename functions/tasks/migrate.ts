import { log } from '#functions/runtime/log.ts';
import { databaseOwner } from '#functions/runtime/ports/database-owner-port.ts';
import { job } from '#functions/runtime/task.ts';

export const handler = job('migrate', { databaseOwner }, async ({ ports }) => {
  const { unreadyIndexes } = await ports.databaseOwner.migrate();
  if (unreadyIndexes.length > 0) {
    log.warn('indexes still being built', { unreadyIndexes });
  }
});
