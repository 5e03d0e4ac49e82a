import type { RegistrationStore } from './auth/registration-store.ts';
import type { SessionListStore } from './auth/session-list-store.ts';
import type { SessionStore } from './auth/session-store.ts';
import type { SignInStore } from './auth/sign-in-store.ts';
import type { BankFileChangeStore } from './bank/bank-file-change-store.ts';
import type { BankFileStore } from './bank/bank-file-store.ts';
import type { BankLineStore } from './bank/bank-line-store.ts';
import type { BankMatchStore } from './bank/bank-match-store.ts';
import type { BankOrderStore } from './bank/bank-order-store.ts';
import type { BankSummaryStore } from './bank/bank-summary-store.ts';
import type { BillingDraftStore } from './billing-runs/billing-draft-store.ts';
import type { BillingRunStore } from './billing-runs/billing-run-store.ts';
import type { BillingWorkStore } from './billing-runs/billing-work-store.ts';
import type { BankReconciliationStore } from './books/bank-reconciliation-store.ts';
import type { ClosingStore } from './books/closing-store.ts';
import type { LedgerBookStore } from './books/ledger-book-store.ts';
import type { LedgerCheckStore } from './books/ledger-check-store.ts';
import type { VatReportStore } from './books/vat-report-store.ts';
import type { CreditNoteStore } from './credit-notes/credit-note-store.ts';
import type { CustomerStore } from './customers/customer-store.ts';
import type { DebtorStore } from './debtors/debtor-store.ts';
import type { StatementStore } from './debtors/statement-store.ts';
import type { DebugStore } from './debug/debug-store.ts';
import type { FactorStore } from './factors/factor-store.ts';
import type { FigureStore } from './figures/figure-store.ts';
import type { InvoicePdfStore } from './invoices/invoice-pdf-store.ts';
import type { InvoiceStore } from './invoices/invoice-store.ts';
import type { JobStore } from './jobs/job-store.ts';
import type { LinkStore } from './links/link-store.ts';
import type { InvitationStore } from './mails/invitation-store.ts';
import type { MailEventStore } from './mails/mail-event-store.ts';
import type { MailHistoryStore } from './mails/mail-history-store.ts';
import type { MailStore } from './mails/mail-store.ts';
import type { MailWorkStore } from './mails/mail-work-store.ts';
import type { StatementMailStore } from './mails/statement-mail-store.ts';
import type { TicketMailStore } from './mails/ticket-mail-store.ts';
import type { PaletteStore } from './palette/palette-store.ts';
import type { LedgerStore } from './payments/ledger-store.ts';
import type { PaymentStore } from './payments/payment-store.ts';
import type { BilledServiceStore } from './services/billed-service-store.ts';
import type { ServiceStore } from './services/service-store.ts';
import type { HealthStore } from './system/health-store.ts';
import type { IdempotencyStore } from './system/idempotency-store.ts';
import type { JournalStore } from './system/journal-store.ts';
import type { PurgeStore } from './system/purge-store.ts';
import type { ThrottleStore } from './system/throttle-store.ts';
import type { ConversationStore } from './tickets/conversation-store.ts';
import type { HelpdeskContactStore } from './tickets/helpdesk-contact-store.ts';
import type { HelpdeskCopyStore } from './tickets/helpdesk-copy-store.ts';
import type { MessageStore } from './tickets/message-store.ts';
import type { TicketStore } from './tickets/ticket-store.ts';
import type { OwnAccountStore } from './users/own-account-store.ts';
import type { TimelineStore } from './users/timeline-store.ts';
import type { UserListStore } from './users/user-list-store.ts';
import type { UserStore } from './users/user-store.ts';
import type { UserSummaryStore } from './users/user-summary-store.ts';

/** Every store, by its name in `ports.database`. */
export interface Stores {
  users: UserStore;
  userLists: UserListStore;
  userSummaries: UserSummaryStore;
  timelines: TimelineStore;
  ownAccounts: OwnAccountStore;
  registrations: RegistrationStore;
  customers: CustomerStore;
  palette: PaletteStore;
  sessions: SessionStore;
  signIns: SignInStore;
  sessionLists: SessionListStore;
  factors: FactorStore;
  services: ServiceStore;
  invoices: InvoiceStore;
  invoicePdfs: InvoicePdfStore;
  creditNotes: CreditNoteStore;
  bankFileChanges: BankFileChangeStore;
  bankFiles: BankFileStore;
  billedServices: BilledServiceStore;
  bankLines: BankLineStore;
  bankMatches: BankMatchStore;
  bankOrders: BankOrderStore;
  bankSummaries: BankSummaryStore;
  bankReconciliation: BankReconciliationStore;
  billingDrafts: BillingDraftStore;
  billingRuns: BillingRunStore;
  billingWork: BillingWorkStore;
  ledger: LedgerStore;
  payments: PaymentStore;
  statements: StatementStore;
  debtors: DebtorStore;
  ledgerBook: LedgerBookStore;
  ledgerChecks: LedgerCheckStore;
  closings: ClosingStore;
  vatReports: VatReportStore;
  jobs: JobStore;
  mails: MailStore;
  mailHistory: MailHistoryStore;
  invitations: InvitationStore;
  statementMails: StatementMailStore;
  ticketMails: TicketMailStore;
  mailWork: MailWorkStore;
  mailEvents: MailEventStore;
  links: LinkStore;
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
  figures: FigureStore;
}

export type StoreName = keyof Stores;

/** A database of the named stores, and no others. */
export type DatabaseOf<Name extends StoreName> = Pick<Stores, Name> & {
  /**
   * All or nothing. Inside another transaction it joins that one. `atOneMoment` lets all that it reads be of one moment,
   * and lets it write nothing.
   */
  transaction<T>(
    run: (database: DatabaseOf<Name>) => Promise<T>,
    options?: { atOneMoment: boolean },
  ): Promise<T>;
};

export type Database = DatabaseOf<StoreName>;
