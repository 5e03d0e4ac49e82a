import { makeSecretReader, SECRET_PATIENCE } from '#functions/adapters/aws/secrets-manager.ts';
import { MIGRATION_PATIENCE, makeDataApiClient } from '#functions/adapters/database/data-api-client.ts';
import { makeDatabaseOwner } from '#functions/adapters/database/migrate/sql-database-owner.ts';
import { timeLeftMs } from '#functions/runtime/deadline.ts';
import { readSettings, requiredSetting } from '#functions/runtime/settings.ts';

const settings = readSettings({
  DATABASE_ARN: requiredSetting,
  DATABASE_OWNER_SECRET_ARN: requiredSetting,
  DATABASE_SECRET_ARN: requiredSetting,
  DATABASE_READER_SECRET_ARN: requiredSetting,
  DATABASE_NAME: requiredSetting,
  MIGRATIONS_FOLDER: requiredSetting,
});

export const databaseOwner = makeDatabaseOwner(
  makeDataApiClient({ ...MIGRATION_PATIENCE, timeLeftMs }),
  {
    resourceArn: settings.DATABASE_ARN,
    secretArn: settings.DATABASE_OWNER_SECRET_ARN,
    database: settings.DATABASE_NAME,
  },
  [settings.DATABASE_SECRET_ARN, settings.DATABASE_READER_SECRET_ARN].map((secretArn) =>
    makeSecretReader(secretArn, { ...SECRET_PATIENCE, timeLeftMs }),
  ),
  settings.MIGRATIONS_FOLDER,
  timeLeftMs,
);
