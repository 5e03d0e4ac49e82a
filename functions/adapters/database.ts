import type { RDSDataClient } from '@aws-sdk/client-rds-data';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import type { Database } from '#functions/ports/database.ts';
import { makeCustomerStore } from './customer-store.ts';
import { makeHealthStore } from './health-store.ts';
import { makeIdempotencyStore } from './idempotency-store.ts';
import { makeInvoiceJobStore } from './invoice-job-store.ts';
import { makeInvoiceStore } from './invoice-store.ts';
import { makeJournalStore } from './journal-store.ts';
import { makePurgeStore } from './purge-store.ts';
import { makeRegistrationStore } from './registration-store.ts';
import { makeServiceStore } from './service-store.ts';
import { makeSessionStore } from './session-store.ts';
import type { Sql } from './sql.ts';
import { makeThrottleStore } from './throttle-store.ts';
import { makeUserListStore } from './user-list-store.ts';
import { makeUserStore } from './user-store.ts';

export interface DatabaseAddress {
  resourceArn: string;
  secretArn: string;
  database: string;
}

const makeStores = (sql: Sql): Omit<Database, 'transaction'> => ({
  users: makeUserStore(sql),
  userLists: makeUserListStore(sql),
  registrations: makeRegistrationStore(sql),
  customers: makeCustomerStore(sql),
  sessions: makeSessionStore(sql),
  services: makeServiceStore(sql),
  invoices: makeInvoiceStore(sql),
  invoiceJobs: makeInvoiceJobStore(sql),
  journal: makeJournalStore(sql),
  throttle: makeThrottleStore(sql),
  idempotency: makeIdempotencyStore(sql),
  health: makeHealthStore(sql),
  purge: makePurgeStore(sql),
});

export const makeDatabase = (client: RDSDataClient, address: DatabaseAddress): Database => {
  const connection = drizzle(client, address);

  return {
    ...makeStores(connection),
    transaction: (run) =>
      connection.transaction((transaction) => {
        const joined: Database = {
          ...makeStores(transaction),
          transaction: (runInside) => runInside(joined),
        };

        return run(joined);
      }),
  };
};
