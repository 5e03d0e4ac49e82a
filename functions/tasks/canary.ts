import { visitAsCanary } from '#functions/domain/system/canary-visit.ts';
import { canary } from '#functions/runtime/ports/canary-port.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { passwords } from '#functions/runtime/ports/passwords-port.ts';
import { registrationStore } from '#functions/runtime/ports/stores.ts';
import { task } from '#functions/runtime/task.ts';

export const handler = task(
  'canary',
  { database: databaseWith(registrationStore), passwords, canary },
  ({ ports }) => visitAsCanary(ports),
);
