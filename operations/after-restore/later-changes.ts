import { MAIL_NEWS_STATES, type MailNews } from '#functions/ports/database/mails/mail-event-store.ts';
import type { MailBlockReason } from '#shared/mails/mail-kinds.ts';
import { type LaterChange, type LaterFactors, noteFactors } from './later-factors.ts';
import type { RequestLine } from './request-lines.ts';

export interface LaterChanges {
  deletions: (LaterChange & { madeAt: string })[];
  /** The last role and status that an account was given. */
  rights: (LaterChange & { role: string | undefined; status: number | undefined })[];
  passwords: LaterChange[];
  /** Accounts whose email address is another one since. */
  addresses: LaterChange[];
  /** Accounts to whose address, which is still theirs, mail was stopped. */
  blocks: (LaterChange & { reason: MailBlockReason })[];
  /** Accounts whose second factors or recovery codes changed. */
  factors: LaterFactors[];
  /** Mails that the vendor took. */
  mails: MailNews[];
  /** The highest number of each year. */
  invoiceNumbers: { year: number; lastNumber: number }[];
  creditNoteNumbers: { year: number; lastNumber: number }[];
}

type Block = LaterChanges['blocks'][number];

/** Notes what a line says of mail to an account's own address. Only an administrator lifts what its owner asked for. */
const noteBlock = (
  blocks: Map<number, Block>,
  change: LaterChange,
  ownAddress: NonNullable<RequestLine['account']>['ownAddress'],
): void => {
  const { userId } = change;
  const isRefused = blocks.get(userId)?.reason === 'not-me';
  if (ownAddress === 'unblocked' || (ownAddress === 'verified' && !isRefused)) {
    blocks.delete(userId);
  } else if (ownAddress && ownAddress !== 'verified' && !isRefused) {
    blocks.set(userId, { ...change, reason: ownAddress });
  }
};

/** Notes what the vendor said of a mail; the lines come in any order. */
const noteMail = (
  mails: Map<string, MailNews>,
  { id, state }: NonNullable<RequestLine['mail']>,
  at: Date,
): void => {
  const known = mails.get(id);
  const rank = MAIL_NEWS_STATES.indexOf(state);
  if (!known || rank > MAIL_NEWS_STATES.indexOf(known.state)) {
    mails.set(id, { mailId: id, state, at: known?.at ?? at });
  }
};

const NUMBER = /^(?:INV|CN)-(\d{4})-(\d+)$/;

/** Keeps the highest number of each year. */
const noteNumber = (highest: Map<number, number>, number: string | undefined) => {
  const [, year, last] = NUMBER.exec(number ?? '') ?? [];
  if (year !== undefined) {
    highest.set(Number(year), Math.max(highest.get(Number(year)) ?? 0, Number(last)));
  }
};

const toList = (highest: Map<number, number>) =>
  [...highest].map(([year, lastNumber]) => ({ year, lastNumber }));

/**
 * Collects the changes that requests made after the moment to which a database was restored; each list has an account
 * once.
 */
export const collectLaterChanges = (lines: readonly RequestLine[]): LaterChanges => {
  const deletions = new Map<number, LaterChanges['deletions'][number]>();
  const rights = new Map<number, LaterChanges['rights'][number]>();
  const passwords = new Map<number, LaterChange>();
  const addresses = new Map<number, LaterChange>();
  const blocks = new Map<number, Block>();
  const factors = new Map<number, LaterFactors>();
  const mails = new Map<string, MailNews>();
  const invoiceNumbers = new Map<number, number>();
  const creditNoteNumbers = new Map<number, number>();

  for (const { message, timestamp: at, account, invoice, creditNote, mail, billingRun } of lines) {
    // A number that may be given is not given again.
    noteNumber(invoiceNumbers, invoice?.number);
    for (const [, last] of billingRun?.numbers ?? []) {
      noteNumber(invoiceNumbers, last);
    }
    noteNumber(creditNoteNumbers, creditNote?.number);
    if (message === 'request failed') {
      continue;
    }
    if (mail) {
      noteMail(mails, mail, new Date(at));
    }
    if (account) {
      const { id: userId, owNumber, changed = {}, deletedMadeAt, ownAddress, factors: ofFactors } = account;
      const change = { userId, owNumber, at };
      if (deletedMadeAt !== undefined) {
        deletions.set(userId, { ...change, madeAt: deletedMadeAt });
      }
      if ('User_Pass_Bkp' in changed) {
        passwords.set(userId, change);
      }
      if (ofFactors) {
        noteFactors(factors, change, ofFactors);
      }
      if ('User_Email' in changed) {
        addresses.set(userId, change);
      }
      // A later block is about the new address, which this database does not have.
      if (!addresses.has(userId)) {
        noteBlock(blocks, change, ownAddress);
      }
      if ('user_role' in changed || 'User_Status' in changed) {
        const before = rights.get(userId);
        const role = typeof changed.user_role === 'string' ? changed.user_role : before?.role;
        const status = typeof changed.User_Status === 'number' ? changed.User_Status : before?.status;
        rights.set(userId, { ...change, role, status });
      }
    }
  }
  const isKept = ({ userId }: LaterChange) => !deletions.has(userId);

  return {
    deletions: [...deletions.values()],
    rights: [...rights.values()].filter(isKept),
    passwords: [...passwords.values()].filter(isKept),
    addresses: [...addresses.values()].filter(isKept),
    blocks: [...blocks.values()].filter(isKept),
    factors: [...factors.values()].filter(isKept),
    mails: [...mails.values()],
    invoiceNumbers: toList(invoiceNumbers),
    creditNoteNumbers: toList(creditNoteNumbers),
  };
};
