import { log } from '#functions/runtime/log.ts';
import { databaseOwner } from '#functions/runtime/ports/database-owner-port.ts';
import { task } from '#functions/runtime/task.ts';

export const handler = task('migrate', { databaseOwner }, async ({ ports }) => {
  const { unreadyIndexes } = await ports.databaseOwner.migrate();
  if (unreadyIndexes.length > 0) {
    log.warn('indexes still being built', { unreadyIndexes });
  }
});
