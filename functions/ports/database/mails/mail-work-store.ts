import type { Held, Release } from '#functions/ports/database/jobs/job-store.ts';
import type { CreditNoteReason } from '#shared/contract/credit-notes.ts';
import type { BankAccount } from '#shared/invoices/issued-invoice.ts';
import type { AccountNow } from '#shared/invoices/still-payable.ts';
import type {
  FailureReason,
  LinkPurpose,
  MAIL_STATES,
  MailBlockReason,
  MailKind,
  SkipReason,
} from '#shared/mails/mail-kinds.ts';
import type { PaceShare } from '#shared/mails/mail-shares.ts';

export type MailState = (typeof MAIL_STATES)[number];

/** The account of a mail, as it is now. */
export interface MailAccountNow {
  userId: number;
  name: string;
  surname: string;
  email: string;
  isEmailVerified: boolean;
  isActive: boolean;
  isAdmin: boolean;
  pendingEmail: string | null;
  /** The client's switch for business mails. */
  mailsAreOn: boolean;
  /** For an invitation, true if somebody has ever signed in to the account; false for any other mail. */
  needsNoInvitation: boolean;
}

/** A mail that a worker is to send. */
export interface MailToSend {
  mailId: string;
  kind: MailKind;
  /** Ids, in the shape of the kind. */
  about: unknown;
  /** The address of the order; for a business mail the one that the account has now. */
  address: string | null;
  /** Why the account does not get every mail at this address; null if it does. */
  blockedBy: MailBlockReason | null;
  state: MailState;
  /** True while the mails of its share stand still (D45). */
  isPaused: boolean;
  createdAt: Date;
  /** When it was last handed to the vendor. */
  triedAt: Date | null;
  account: MailAccountNow | undefined;
}

/** A link that a mail contains; only the mail has its token. */
export interface MailedLink {
  tokenHash: string;
  purpose: LinkPurpose;
  address: string;
  /** Its time begins when the mail is handed to the vendor. */
  holdsSeconds: number;
}

/** A mail that is handed to the vendor next. */
export interface MailTry {
  /** The mail as the worker read it. */
  mail: MailToSend;
  address: string;
  subject: string;
  links: readonly MailedLink[];
}

/** The state in which a mail comes to rest. */
export interface MailOutcome {
  state: MailState;
  reason: SkipReason | FailureReason | null;
}

/** What a worker notes of a mail together with the end of its try. */
export interface MailNote extends Omit<MailOutcome, 'state'> {
  mailId: string;
  /** Undefined after a failure that says nothing about the mail: it waits, unless it may have been sent. */
  state: MailState | undefined;
}

/** What the mail of an invoice says about it. */
export interface MailedInvoice {
  userId: number;
  invoiceNumber: string;
  status: string;
  totalCents: number;
  /** What its credit notes took off it. */
  creditedCents: number;
  /** What is still owed of it. */
  dueCents: number;
  /** What of it is written off and still payable. */
  writtenOffCents: number;
  /** What the client owes in all. */
  owedCents: number;
  /** The client's payment reference (D61). */
  reference: string;
  dueDate: string;
  bank: BankAccount;
  supplierEmail: string;
  /** Null while there is no PDF. */
  file: { name: string; id: string; driveId: string | null } | null;
}

/** What the mail of a credit note says about it. */
export interface MailedCreditNote {
  userId: number;
  creditNoteNumber: string;
  invoiceNumber: string;
  totalCents: number;
  reason: CreditNoteReason;
  explanation: string;
  account: AccountNow;
  supplierEmail: string;
  /** Null while there is no PDF. */
  file: MailedInvoice['file'];
}

/** What the mail of a new sign-in says about it. */
export interface MailedSession {
  createdAt: string;
  browser: string | null;
  system: string | null;
  /** Cut as in the audit log. */
  address: string | null;
}

/** What the workers that send mail read and write, in addition to what those of every job do. */
export interface MailWorkStore {
  find(mailId: string): Promise<MailToSend | undefined>;
  /**
   * Locks the account of a mail until the transaction ends, so that neither its address nor its links can change, and
   * then reads the mail again.
   */
  findLocked(mail: Pick<MailToSend, 'mailId' | 'account'>): Promise<MailToSend | undefined>;
  /** True if a link for a new password holds for an account. It is asked after `findLocked`. */
  hasOpenReset(userId: number, now: Date): Promise<boolean>;
  /**
   * Takes the next free moment if it is near enough, and returns how long it is until then. Otherwise nothing is taken,
   * and the wait is the time until the next free moment.
   */
  takeMoment(
    share: PaceShare,
    times: { everyMs: number; withinMs: number },
  ): Promise<{ isTaken: boolean; waitMs: number }>;
  /**
   * Notes that the mail may be at the vendor from now on, and stores its links; false if another worker has taken the
   * job, or the mail has changed since it was read.
   */
  begin(held: Held, tried: MailTry): Promise<boolean>;
  /**
   * Ends the job with the last state of its mail, in one statement; false if another worker has taken it. A mail without
   * an account loses its address whenever its job ends.
   */
  finish(held: Held, end: MailOutcome & Pick<MailNote, 'mailId'>): Promise<boolean>;
  /**
   * Releases the job and notes the state of its mail, in one statement; false if another worker has taken it. The mail
   * of a job that is given up has failed, unless it was refused or may have been sent.
   */
  release(held: Held, release: Release, note: MailNote): Promise<boolean>;

  findInvoice(invoiceId: number): Promise<MailedInvoice | undefined>;
  findCreditNote(creditNoteId: number): Promise<MailedCreditNote | undefined>;
  /** Undefined once the session has ended. */
  findSession(sessionId: string): Promise<MailedSession | undefined>;
  findPerson(userId: number): Promise<{ name: string; surname: string; owNumber: string } | undefined>;
  /** The subject of a ticket of this account in our copy. */
  findTicketSubject(userId: number, ticketId: number): Promise<string | undefined>;
}
