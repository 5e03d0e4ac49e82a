import type { RDSDataClient } from '@aws-sdk/client-rds-data';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import type { Database } from '#functions/ports/database/database.ts';
import { makeRegistrationStore } from './auth/sql-registration-store.ts';
import { makeSessionStore } from './auth/sql-session-store.ts';
import { makeThrottleStore } from './auth/sql-throttle-store.ts';
import type { Connection } from './connection.ts';
import { makeCustomerStore } from './customers/sql-customer-store.ts';
import { makeDebugStore } from './debug/sql-debug-store.ts';
import { makeInvoicePdfStore } from './invoices/sql-invoice-pdf-store.ts';
import { makeInvoiceStore } from './invoices/sql-invoice-store.ts';
import { makeJobStore } from './jobs/sql-job-store.ts';
import { makePaletteStore } from './palette/sql-palette-store.ts';
import { makeServiceStore } from './services/sql-service-store.ts';
import { makeHealthStore } from './system/sql-health-store.ts';
import { makeIdempotencyStore } from './system/sql-idempotency-store.ts';
import { makeJournalStore } from './system/sql-journal-store.ts';
import { makePurgeStore } from './system/sql-purge-store.ts';
import { makeConversationStore } from './tickets/sql-conversation-store.ts';
import { makeHelpdeskContactStore } from './tickets/sql-helpdesk-contact-store.ts';
import { makeHelpdeskCopyStore } from './tickets/sql-helpdesk-copy-store.ts';
import { makeMessageStore } from './tickets/sql-message-store.ts';
import { makeTicketStore } from './tickets/sql-ticket-store.ts';
import { makeUserListStore } from './users/sql-user-list-store.ts';
import { makeUserStore } from './users/sql-user-store.ts';
import { makeUserSummaryStore } from './users/sql-user-summary-store.ts';

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
  userSummaries: makeUserSummaryStore,
  registrations: makeRegistrationStore,
  customers: makeCustomerStore,
  palette: makePaletteStore,
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

/** A request uses two or three of the stores, so each is made at its first use. */
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
