import type { ConversationStore } from './conversation-store.ts';
import type { CustomerStore } from './customer-store.ts';
import type { DebugStore } from './debug-store.ts';
import type { HealthStore } from './health-store.ts';
import type { HelpdeskContactStore } from './helpdesk-contact-store.ts';
import type { HelpdeskCopyStore } from './helpdesk-copy-store.ts';
import type { IdempotencyStore } from './idempotency-store.ts';
import type { InvoicePdfStore } from './invoice-pdf-store.ts';
import type { InvoiceStore } from './invoice-store.ts';
import type { JobStore } from './job-store.ts';
import type { JournalStore } from './journal-store.ts';
import type { MessageStore } from './message-store.ts';
import type { PurgeStore } from './purge-store.ts';
import type { RegistrationStore } from './registration-store.ts';
import type { ServiceStore } from './service-store.ts';
import type { SessionStore } from './session-store.ts';
import type { ThrottleStore } from './throttle-store.ts';
import type { TicketStore } from './ticket-store.ts';
import type { UserListStore } from './user-list-store.ts';
import type { UserStore } from './user-store.ts';

export interface Database {
  users: UserStore;
  userLists: UserListStore;
  registrations: RegistrationStore;
  customers: CustomerStore;
  sessions: SessionStore;
  services: ServiceStore;
  invoices: InvoiceStore;
  invoicePdfs: InvoicePdfStore;
  jobs: JobStore;
  tickets: TicketStore;
  conversations: ConversationStore;
  helpdeskCopy: HelpdeskCopyStore;
  helpdeskContacts: HelpdeskContactStore;
  messages: MessageStore;
  journal: JournalStore;
  throttle: ThrottleStore;
  idempotency: IdempotencyStore;
  health: HealthStore;
  debug: DebugStore;
  purge: PurgeStore;
  /** All or nothing. Inside another transaction it joins that one. */
  transaction<T>(run: (database: Database) => Promise<T>): Promise<T>;
}
