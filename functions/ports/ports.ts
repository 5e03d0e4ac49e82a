import type { Capability } from '#shared/contract/route.ts';
import type { Provider, Seller } from '#shared/invoices/issued-invoice.ts';
import type { DataPlaces } from '#shared/privacy.ts';
import type { Canary } from './canary-client.ts';
import type { CommonPasswords } from './common-passwords.ts';
import type { DatabaseOf, StoreName, Stores } from './database/database.ts';
import type { DatabaseOwner } from './database/migrate/database-owner.ts';
import type { DeadLetterCounts, DeadLetters } from './dead-letters.ts';
import type { DriveConsole } from './drive-console.ts';
import type { FactorKey } from './factor-key.ts';
import type { FactorSettings } from './factor-settings.ts';
import type { Helpdesk } from './helpdesk.ts';
import type { InvoiceFiles } from './invoice-files.ts';
import type { JobQueues, JobSender, QueueChecks } from './job-queue.ts';
import type { MailPace, MailSettings } from './mail-settings.ts';
import type { MailAccount, Mailer } from './mailer.ts';
import type { PasskeyDomain, Passkeys } from './passkey-checks.ts';
import type { Passwords } from './passwords.ts';
import type { PdfPrinter } from './pdf-printer.ts';
import type { BankAccounts } from './receiving-accounts.ts';
import type { RegionCopies } from './region-copies.ts';
import type { SessionTokens } from './session-tokens.ts';
import type { SupportSettings } from './support-settings.ts';
import type { UserAgents } from './user-agents.ts';
import type { VatSettings } from './vat-settings.ts';

/** The port of each capability that the contract names, except for the database. */
export interface Ports {
  databaseOwner: DatabaseOwner;
  sessionTokens: SessionTokens;
  passkeys: Passkeys;
  passkeyDomain: PasskeyDomain;
  factorKey: FactorKey;
  factorSettings: FactorSettings;
  passwords: Passwords;
  userAgents: UserAgents;
  commonPasswords: CommonPasswords;
  provider: Provider;
  vendors: DataPlaces;
  supplier: Seller;
  vatSettings: VatSettings;
  bankAccounts: BankAccounts;
  invoicePdfQueue: JobSender;
  jobQueues: JobQueues;
  queueChecks: QueueChecks;
  deadLetters: DeadLetters;
  deadLetterCounts: DeadLetterCounts;
  invoiceFiles: InvoiceFiles;
  driveConsole: DriveConsole;
  pdfPrinter: PdfPrinter;
  /** Undefined where no helpdesk is configured. */
  helpdesk: Helpdesk | undefined;
  supportSettings: SupportSettings;
  helpdeskMessageQueue: JobSender;
  helpdeskContactQueue: JobSender;
  canary: Canary;
  mailSettings: MailSettings;
  accountMailQueue: JobSender;
  businessMailQueue: JobSender;
  bankBookingQueue: JobSender;
  billingRunQueue: JobSender;
  /** Undefined without a configured sender, as `businessMailer` and `mailAccount`. */
  accountMailer: Mailer | undefined;
  businessMailer: Mailer | undefined;
  mailAccount: MailAccount | undefined;
  mailPace: MailPace;
  /** Undefined where no copy leaves the region. */
  regionCopies: RegionCopies | undefined;
}

type OtherPorts<Used extends Capability> = Pick<Ports, Extract<Used, keyof Ports>>;

/** What a function supplies for its capabilities: their ports, and the database with the stores that it uses. */
export type GivenPorts<Used extends Capability, Name extends StoreName> = OtherPorts<Used> &
  ('database' extends Used ? { database: DatabaseOf<Name> } : unknown);

/**
 * The ports that a function's work gets. Only a function that uses `transactions` gets a database that can begin one.
 */
export type PortsOf<Used extends Capability, Name extends StoreName> = OtherPorts<Used> &
  ('database' extends Used
    ? { database: 'transactions' extends Used ? DatabaseOf<Name> : Pick<Stores, Name> }
    : unknown);
