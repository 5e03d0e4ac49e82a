import type { AwsDataApiPgDatabase } from 'drizzle-orm/aws-data-api/pg';

/** Runs a store's statements: the database, or a transaction of it. */
export type Connection = Pick<
  AwsDataApiPgDatabase,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'with' | '$with'
>;
