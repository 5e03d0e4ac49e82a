import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';

/** Connects as the owner of the database, for what functions may not do: triggers that delay or fail a statement. */
export const connectAsOwner = () => {
  const { DATABASE_ARN = '', DATABASE_OWNER_SECRET_ARN = '', DATABASE_NAME = '' } = process.env;

  return drizzle(new RDSDataClient({}), {
    resourceArn: DATABASE_ARN,
    secretArn: DATABASE_OWNER_SECRET_ARN,
    database: DATABASE_NAME,
  });
};
