import { makeDataApiClient, STATEMENT_PATIENCE } from '#functions/adapters/database/data-api-client.ts';
import { connectTo, makeDatabase, type StoreMakers } from '#functions/adapters/database/sql-database.ts';
import type { DatabaseOf, StoreName } from '#functions/ports/database/database.ts';
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

/** The names of the stores that these makers make. */
type NamesIn<Makers> = Makers extends unknown ? Extract<keyof Makers, StoreName> : never;

/** Returns the database with the stores that a function uses; its bundle has these and no others (ADR 44). */
export const databaseWith = <Makers extends readonly Partial<StoreMakers>[]>(
  ...makers: Makers
): DatabaseOf<NamesIn<Makers[number]>> =>
  makeDatabase<NamesIn<Makers[number]>>(connection, Object.assign({}, ...makers));
