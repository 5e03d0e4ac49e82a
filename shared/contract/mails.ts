import * as z from 'zod';
import { MAIL_BLOCK_REASONS, MAIL_KINDS, MAIL_STATES } from '#shared/mails/mail-kinds.ts';
import { id, idInPath, noContent, period, timestamp } from './fields.ts';
import { MAILS_MAX, STATEMENT_MAILS_DAY_MAX, STATEMENT_MAILS_MAX } from './limits.ts';
import { defineRoutes } from './route.ts';

/** A mail in the history of an account (D59), which keeps no text. */
export const mail = z.object({
  id: z.uuid(),
  kind: z.enum(MAIL_KINDS),
  subject: z.string(),
  /** Null until it is sent, for a mail to the account's address at the time of sending. */
  to: z.string().nullable(),
  state: z.enum(MAIL_STATES),
  /** The sentence that says why it was skipped, refused or given up. */
  reason: z.string().nullable(),
  createdAt: timestamp,
  sentAt: timestamp.nullable(),
});
export type Mail = z.infer<typeof mail>;

/** An address to which an account gets no mail, in lower case. */
export const mailBlock = z.object({
  address: z.string(),
  reason: z.enum(Object.keys(MAIL_BLOCK_REASONS) as [keyof typeof MAIL_BLOCK_REASONS]),
  since: timestamp,
});
export type MailBlock = z.infer<typeof mailBlock>;

/** The clients who are to get their statement of a period, each named once. */
const statementsBody = period.safeExtend({
  userIds: z
    .array(id)
    .min(1, 'Please choose a client')
    .max(STATEMENT_MAILS_MAX, `At most ${STATEMENT_MAILS_MAX} clients at a time`)
    .refine((ids) => new Set(ids).size === ids.length, 'Each client must be named once'),
});

/** Who of them gets none now, with the sentence that says why. */
export const orderedStatements = z.object({
  ordered: z.number().int(),
  skipped: z.array(z.object({ userId: id, reason: z.string() })),
});
export type OrderedStatements = z.infer<typeof orderedStatements>;

const userInPath = z.object({ User_Id: idInPath });

/** The mails of an account, for administrators. */
export const mails = defineRoutes('mails', {
  list: {
    method: 'GET',
    path: '/api/admin/users/{User_Id}/mails',
    summary: `The newest ${MAILS_MAX} mails of an account`,
    access: 'admin',
    uses: ['database'],
    params: userInPath,
    response: z.array(mail),
    readsBesideCheck: true,
  },
  resend: {
    method: 'POST',
    path: '/api/admin/mails/{id}/resend',
    summary: 'Send the mail of an invoice or a credit note again, as a new mail',
    access: 'admin',
    uses: ['database', 'transactions', 'mailSettings', 'businessMailQueue'],
    params: z.object({ id: z.uuid() }),
    response: mail,
    status: 202,
    refuses: ['conflict'],
  },
  statements: {
    method: 'POST',
    path: '/api/admin/statement-mails',
    summary: `Mail their statement of a period to clients, one a client and ${STATEMENT_MAILS_DAY_MAX} in all a day`,
    access: 'admin',
    uses: ['database', 'transactions', 'mailSettings'],
    body: statementsBody,
    response: orderedStatements,
    status: 202,
    refuses: ['conflict', 'unprocessable', 'too_many_requests'],
    keeps: 'answer',
  },
  unblock: {
    method: 'DELETE',
    path: '/api/admin/users/{User_Id}/mail-block',
    summary: 'Send mail again to an address to which it was stopped',
    access: 'admin',
    uses: ['database', 'transactions'],
    params: userInPath,
    response: noContent,
    status: 204,
  },
});
