import type { BrakedShare } from '#shared/mails/mail-shares.ts';

/** The mails of a share that stand still because too many came back (D45). */
export interface PausedMails {
  share: BrakedShare;
  since: string;
  waiting: number;
}

/** The reads and writes of `npm run resume-mail`; no route uses it. */
export interface PausedMailStore {
  list(): Promise<PausedMails[]>;
  /**
   * Lets the mails of a share go on, one due after the other, and audits that; their brake counts from zero. Does
   * nothing if they go on already.
   */
  goOn(share: BrakedShare, everyMs: number, now: Date): Promise<void>;
}
