import { testConnection } from '#functions/domain/debug/debug.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { reportBehind } from '#functions/http/report-behind.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { driveConsole } from '#functions/runtime/ports/drive-console.ts';

export const handler = endpoint('debug.drive', { database, driveConsole }, ({ ports, user, clock }) =>
  testConnection(ports, user, { clock, report: reportBehind('debug.drive') }),
);
