import type { AwsDataApiPgDatabase } from 'drizzle-orm/aws-data-api/pg';

/** What a store runs its statements on: the database, or a transaction of it. */
export type Connection = Pick<
  AwsDataApiPgDatabase,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'with' | '$with'
>;
