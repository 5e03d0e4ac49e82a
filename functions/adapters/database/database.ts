import type { RDSDataClient } from '@aws-sdk/client-rds-data';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import type { Database } from '#functions/ports/database/database.ts';
import type { Connection } from './connection.ts';
import { makeConversationStore } from './conversation-store.ts';
import { makeCustomerStore } from './customer-store.ts';
import { makeDebugStore } from './debug-store.ts';
import { makeHealthStore } from './health-store.ts';
import { makeHelpdeskContactStore } from './helpdesk-contact-store.ts';
import { makeHelpdeskCopyStore } from './helpdesk-copy-store.ts';
import { makeIdempotencyStore } from './idempotency-store.ts';
import { makeInvoicePdfStore } from './invoice-pdf-store.ts';
import { makeInvoiceStore } from './invoice-store.ts';
import { makeJobStore } from './job-store.ts';
import { makeJournalStore } from './journal-store.ts';
import { makeMessageStore } from './message-store.ts';
import { makePurgeStore } from './purge-store.ts';
import { makeRegistrationStore } from './registration-store.ts';
import { makeServiceStore } from './service-store.ts';
import { makeSessionStore } from './session-store.ts';
import { makeThrottleStore } from './throttle-store.ts';
import { makeTicketStore } from './ticket-store.ts';
import { makeUserListStore } from './user-list-store.ts';
import { makeUserStore } from './user-store.ts';

export interface DatabaseAddress {
  resourceArn: string;
  secretArn: string;
  database: string;
}

type StoreMakers = {
  [Name in Exclude<keyof Database, 'transaction'>]: (db: Connection) => Database[Name];
};

const storeMakers: StoreMakers = {
  users: makeUserStore,
  userLists: makeUserListStore,
  registrations: makeRegistrationStore,
  customers: makeCustomerStore,
  sessions: makeSessionStore,
  services: makeServiceStore,
  invoices: makeInvoiceStore,
  invoicePdfs: makeInvoicePdfStore,
  jobs: makeJobStore,
  tickets: makeTicketStore,
  helpdeskCopy: makeHelpdeskCopyStore,
  helpdeskContacts: makeHelpdeskContactStore,
  messages: makeMessageStore,
  conversations: makeConversationStore,
  journal: makeJournalStore,
  throttle: makeThrottleStore,
  idempotency: makeIdempotencyStore,
  health: makeHealthStore,
  debug: makeDebugStore,
  purge: makePurgeStore,
};

/** A request uses two or three of the stores: each is made when it is first used. */
const withStores = (db: Connection, transaction: Database['transaction']): Database => {
  const database = { transaction };

  for (const [name, makeStore] of Object.entries<(db: Connection) => unknown>(storeMakers)) {
    let made: unknown;
    const get = () => {
      made ??= makeStore(db);

      return made;
    };
    Object.defineProperty(database, name, { enumerable: true, get });
  }

  return database as Database;
};

export const makeDatabase = (client: RDSDataClient, address: DatabaseAddress): Database => {
  const connection = drizzle(client, address);

  return withStores(connection, (run) =>
    connection.transaction((transaction) => {
      const joined = withStores(transaction, (runInside) => runInside(joined));

      return run(joined);
    }),
  );
};
