import { repairPermissions } from '#functions/domain/debug/run-on-console.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { driveConsole } from '#functions/runtime/ports/drive-console-port.ts';
import { debugStore } from '#functions/runtime/ports/stores.ts';
import { debug } from '#shared/contract/debug.ts';

export const handler = endpoint(
  debug.permissions,
  { database: databaseWith(debugStore), driveConsole },
  ({ ports, user, clock, report }) => repairPermissions(ports, user, { clock, report }),
);
