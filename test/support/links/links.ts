import { asc, eq, isNull, sql } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { linkTokens, mails } from '#functions/database/schema/mails-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { hashLinkToken, makeLinkToken } from '#functions/domain/links/link-token.ts';
import type { LinkPurpose } from '#shared/mails/mail-kinds.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';

export const NEW_PASSWORD = 'A-chosen-password-2';

/** Adds an account, and returns its address, too. */
export const addAccount = async (portal: TestPortal, change: Parameters<typeof addUser>[1] = {}) => {
  const address = `${crypto.randomUUID()}@example.com`;

  return { userId: await addUser(portal, { User_Email: address, ...change }), address };
};

/** Adds the canary, of which a portal has one, and deletes it when the test ends; returns its address. */
export const addCanary = async (portal: TestPortal): Promise<string> => {
  const { address } = await addAccount(portal, { User_Id: 0, OWNumber: 'OW0' });
  onTestFinished(async () => {
    await portal.connection.delete(users).where(eq(users.User_Id, 0));
  });

  return address;
};

interface LinkOf {
  userId: number;
  address: string;
  /** May be in the past. */
  seconds?: number;
}

/** Writes a link as the worker of its mail does, and returns its token. */
export const addLink = async (
  { connection }: TestPortal,
  purpose: LinkPurpose,
  { userId, address, seconds = 600 }: LinkOf,
): Promise<string> => {
  const token = makeLinkToken();
  await connection.insert(linkTokens).values({
    token_hash: await hashLinkToken(token),
    user_id: userId,
    purpose,
    address,
    expires_at: new Date(Date.now() + seconds * 1000).toISOString(),
  });

  return token;
};

/** Writes a change of address that was asked for, and returns the token of its link. */
export const askForAddress = async (portal: TestPortal, userId: number, address: string): Promise<string> => {
  await portal.connection
    .update(users)
    .set({ pending_email: address, pending_email_at: new Date().toISOString() })
    .where(eq(users.User_Id, userId));

  return addLink(portal, 'change', { userId, address });
};

export const verifyEmail = async ({ connection }: TestPortal, userId: number): Promise<void> => {
  await connection
    .update(users)
    .set({ email_verified_at: new Date().toISOString() })
    .where(eq(users.User_Id, userId));
};

/** Lists the mails of an account, or those without one, with the state of their jobs. */
export const listMails = ({ connection }: TestPortal, userId: number | null) =>
  connection
    .select({ kind: mails.kind, recipient: mails.recipient, about: mails.about, job: jobs.state })
    .from(mails)
    .leftJoin(jobs, sql`${jobs.key} = ${mails.id}::text`)
    .where(userId === null ? isNull(mails.user_id) : eq(mails.user_id, userId))
    .orderBy(asc(mails.created_at), asc(mails.kind));

export const listAudit = ({ connection }: TestPortal, userId: number) =>
  connection
    .select({ action: auditLog.action, actor: auditLog.actor_id, changes: auditLog.changes })
    .from(auditLog)
    .where(eq(auditLog.record, `user ${userId}`))
    .orderBy(asc(auditLog.id));

export const readAccount = async ({ connection }: TestPortal, userId: number) => {
  const [row] = await connection.select().from(users).where(eq(users.User_Id, userId));

  return row;
};

/** The routes of links, by what a person does. */
export const linkCalls = ({ call }: TestPortal) => ({
  ask: (User_Email: unknown) => call('POST', '/api/password-reset', { body: { User_Email } }),
  checkReset: (token: unknown) => call('POST', '/api/password-reset/check', { body: { token } }),
  reset: (token: unknown, User_Pass_Bkp: unknown = NEW_PASSWORD) =>
    call('POST', '/api/password-reset/confirm', { body: { token, User_Pass_Bkp } }),
  checkVerification: (token: unknown) => call('POST', '/api/email-verification/check', { body: { token } }),
  verify: (token: unknown, cookie?: string) =>
    call('POST', '/api/email-verification', { body: { token }, ...(cookie && { cookie }) }),
  refuse: (token: unknown) => call('POST', '/api/not-me', { body: { token } }),
});
