/** Packages that every function needs, without its own code. */
import { Logger } from '@aws-lambda-powertools/logger';
import { ExecuteStatementCommand, RDSDataClient } from '@aws-sdk/client-rds-data';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import { pgTable, text } from 'drizzle-orm/pg-core';
import * as z from 'zod';

const log = new Logger();
const database = drizzle(new RDSDataClient({}), { resourceArn: 'r', secretArn: 's', database: 'd' });
const rows = pgTable('rows', { value: text('value') });
const event = z.object({ value: z.string() });

export const readRows = async (input: unknown) => {
  log.info('called', { command: ExecuteStatementCommand.name, ...event.parse(input) });

  return database.transaction((transaction) => transaction.select().from(rows));
};
