import { AppError } from '#shared/errors.ts';

/** A file that a mail carries. */
export interface MailAttachment {
  name: string;
  contentType: string;
  bytes: Uint8Array;
}

export interface OutgoingMail {
  /** The id of its row in `mails`, which the vendor's events repeat. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  attachments: readonly MailAttachment[];
}

/**
 * What a failed call means (D45). 'lost': the vendor may have taken the mail; 'account': the vendor takes none of our
 * mails now; 'mail': the vendor refuses this one.
 */
export type MailFaultKind = 'lost' | 'account' | 'mail';

/**
 * The failure of a call. Its message is our own wording of the vendor's fault, which the log takes from its cause. Only
 * 'mail' is a refusal for good.
 */
export class MailFault extends AppError {
  readonly kind: MailFaultKind;

  constructor(kind: MailFaultKind, message: string) {
    super(kind === 'mail' ? 'unprocessable' : 'unavailable', message, { cause: new Error(message) });
    this.name = 'MailFault';
    this.kind = kind;
  }
}

export interface Mailer {
  /** Sends a mail without retrying. Rejects with a `MailFault`. */
  send(mail: OutgoingMail): Promise<void>;
}

/** The state of our account at the mail vendor. */
export interface MailAccountState {
  /** False as long as mail may only go to addresses of our own. */
  isInProduction: boolean;
  isSending: boolean;
  sentIn24Hours: number;
  /** Mails in 24 hours. */
  quota: number;
  ratePerSecond: number;
}

export interface MailAccount {
  read(): Promise<MailAccountState>;
}
