import { makeDataApiClient, STATEMENT_PATIENCE } from '#functions/adapters/database/data-api-client.ts';
import { connectTo, makeDatabase, type SomeStores } from '#functions/adapters/database/sql-database.ts';
import { timeLeftMs } from '#functions/runtime/deadline.ts';
import { readSettings, requiredSetting } from '#functions/runtime/settings.ts';

const settings = readSettings({
  DATABASE_ARN: requiredSetting,
  DATABASE_SECRET_ARN: requiredSetting,
  DATABASE_NAME: requiredSetting,
});

const connection = connectTo(makeDataApiClient({ ...STATEMENT_PATIENCE, timeLeftMs }), {
  resourceArn: settings.DATABASE_ARN,
  secretArn: settings.DATABASE_SECRET_ARN,
  database: settings.DATABASE_NAME,
});

/** Returns the database with the stores that a function uses; its bundle has these and no others (ADR 44). */
export const databaseWith = <Parts extends readonly SomeStores[]>(...parts: Parts) =>
  makeDatabase(connection, ...parts);
