import { testUpload } from '#functions/domain/debug/debug.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { driveConsole } from '#functions/runtime/ports/drive-console.ts';

export const handler = endpoint(
  'debug.upload',
  { database, driveConsole },
  ({ ports, user, clock, report }) => testUpload(ports, user, { clock, report }),
);
