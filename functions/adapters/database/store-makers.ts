import { makeRegistrationStore } from './auth/sql-registration-store.ts';
import { makeSessionListStore } from './auth/sql-session-list-store.ts';
import { makeSessionStore } from './auth/sql-session-store.ts';
import { makeThrottleStore } from './auth/sql-throttle-store.ts';
import { makeCustomerStore } from './customers/sql-customer-store.ts';
import { makeDebugStore } from './debug/sql-debug-store.ts';
import { makeFigureStore } from './figures/sql-figure-store.ts';
import { makeInvoicePdfStore } from './invoices/sql-invoice-pdf-store.ts';
import { makeInvoiceStore } from './invoices/sql-invoice-store.ts';
import { makeJobStore } from './jobs/sql-job-store.ts';
import { makeDebtorStore } from './ledger/sql-debtor-store.ts';
import { makeLedgerBookStore } from './ledger/sql-ledger-book-store.ts';
import { makeLedgerCheckStore } from './ledger/sql-ledger-check-store.ts';
import { makeLedgerStore } from './ledger/sql-ledger-store.ts';
import { makePaymentStore } from './ledger/sql-payment-store.ts';
import { makeStatementStore } from './ledger/sql-statement-store.ts';
import { makeLinkStore } from './links/sql-link-store.ts';
import { makeMailEventStore } from './mails/sql-mail-event-store.ts';
import { makeMailHistoryStore } from './mails/sql-mail-history-store.ts';
import { makeMailStore } from './mails/sql-mail-store.ts';
import { makeMailWorkStore } from './mails/sql-mail-work-store.ts';
import { makeTicketMailStore } from './mails/sql-ticket-mail-store.ts';
import { makePaletteStore } from './palette/sql-palette-store.ts';
import { makeServiceStore } from './services/sql-service-store.ts';
import type { StoreMakers } from './sql-database.ts';
import { makeHealthStore } from './system/sql-health-store.ts';
import { makeIdempotencyStore } from './system/sql-idempotency-store.ts';
import { makeJournalStore } from './system/sql-journal-store.ts';
import { makePurgeStore } from './system/sql-purge-store.ts';
import { makeConversationStore } from './tickets/sql-conversation-store.ts';
import { makeHelpdeskContactStore } from './tickets/sql-helpdesk-contact-store.ts';
import { makeHelpdeskCopyStore } from './tickets/sql-helpdesk-copy-store.ts';
import { makeMessageStore } from './tickets/sql-message-store.ts';
import { makeTicketStore } from './tickets/sql-ticket-store.ts';
import { makeOwnAccountStore } from './users/sql-own-account-store.ts';
import { makeUserChangeStore } from './users/sql-user-change-store.ts';
import { makeUserListStore } from './users/sql-user-list-store.ts';
import { makeUserStore } from './users/sql-user-store.ts';
import { makeUserSummaryStore } from './users/sql-user-summary-store.ts';

/** All stores, for commands and tests. A function names the stores that it uses, so that its bundle has no others. */
export const storeMakers: StoreMakers = {
  users: makeUserStore,
  userLists: makeUserListStore,
  registrations: makeRegistrationStore,
  customers: makeCustomerStore,
  sessions: makeSessionStore,
  sessionLists: makeSessionListStore,
  services: makeServiceStore,
  invoices: makeInvoiceStore,
  invoicePdfs: makeInvoicePdfStore,
  ledger: makeLedgerStore,
  payments: makePaymentStore,
  statements: makeStatementStore,
  debtors: makeDebtorStore,
  ledgerBook: makeLedgerBookStore,
  ledgerChecks: makeLedgerCheckStore,
  jobs: makeJobStore,
  mails: makeMailStore,
  mailHistory: makeMailHistoryStore,
  ticketMails: makeTicketMailStore,
  mailWork: makeMailWorkStore,
  mailEvents: makeMailEventStore,
  links: makeLinkStore,
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
  figures: makeFigureStore,
  userSummaries: makeUserSummaryStore,
  userChanges: makeUserChangeStore,
  ownAccounts: makeOwnAccountStore,
  palette: makePaletteStore,
};
