import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';

/** The database as its owner sees it, for what a function may not do: triggers that let a statement fail, or wait. */
export const connectAsOwner = () => {
  const { DATABASE_ARN = '', DATABASE_OWNER_SECRET_ARN = '', DATABASE_NAME = '' } = process.env;

  return drizzle(new RDSDataClient({}), {
    resourceArn: DATABASE_ARN,
    secretArn: DATABASE_OWNER_SECRET_ARN,
    database: DATABASE_NAME,
  });
};
