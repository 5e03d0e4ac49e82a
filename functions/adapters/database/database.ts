import type { RDSDataClient } from '@aws-sdk/client-rds-data';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import type { Database } from '#functions/ports/database/database.ts';
import type { Connection } from './connection.ts';
import { makeCustomerStore } from './customer-store.ts';
import { makeHealthStore } from './health-store.ts';
import { makeIdempotencyStore } from './idempotency-store.ts';
import { makeInvoicePdfStore } from './invoice-pdf-store.ts';
import { makeInvoiceStore } from './invoice-store.ts';
import { makeJobStore } from './job-store.ts';
import { makeJournalStore } from './journal-store.ts';
import { makePurgeStore } from './purge-store.ts';
import { makeRegistrationStore } from './registration-store.ts';
import { makeServiceStore } from './service-store.ts';
import { makeSessionStore } from './session-store.ts';
import { makeThrottleStore } from './throttle-store.ts';
import { makeUserListStore } from './user-list-store.ts';
import { makeUserStore } from './user-store.ts';

export interface DatabaseAddress {
  resourceArn: string;
  secretArn: string;
  database: string;
}

const makeStores = (db: Connection): Omit<Database, 'transaction'> => ({
  users: makeUserStore(db),
  userLists: makeUserListStore(db),
  registrations: makeRegistrationStore(db),
  customers: makeCustomerStore(db),
  sessions: makeSessionStore(db),
  services: makeServiceStore(db),
  invoices: makeInvoiceStore(db),
  invoicePdfs: makeInvoicePdfStore(db),
  jobs: makeJobStore(db),
  journal: makeJournalStore(db),
  throttle: makeThrottleStore(db),
  idempotency: makeIdempotencyStore(db),
  health: makeHealthStore(db),
  purge: makePurgeStore(db),
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
