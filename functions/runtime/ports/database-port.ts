import { makeDataApiClient, STATEMENT_PATIENCE } from '#functions/adapters/database/data-api-client.ts';
import { makeDatabase } from '#functions/adapters/database/sql-database.ts';
import { timeLeftMs } from '#functions/runtime/deadline.ts';
import { readSettings, requiredSetting } from '#functions/runtime/settings.ts';

const settings = readSettings({
  DATABASE_ARN: requiredSetting,
  DATABASE_SECRET_ARN: requiredSetting,
  DATABASE_NAME: requiredSetting,
});

export const database = makeDatabase(makeDataApiClient({ ...STATEMENT_PATIENCE, timeLeftMs }), {
  resourceArn: settings.DATABASE_ARN,
  secretArn: settings.DATABASE_SECRET_ARN,
  database: settings.DATABASE_NAME,
});
