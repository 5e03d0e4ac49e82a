import { testConnection } from '#functions/domain/debug/run-on-console.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';
import { driveConsole } from '#functions/runtime/ports/drive-console-port.ts';

export const handler = endpoint('debug.drive', { database, driveConsole }, ({ ports, user, clock, report }) =>
  testConnection(ports, user, { clock, report }),
);
