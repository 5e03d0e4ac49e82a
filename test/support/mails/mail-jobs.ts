import { eq } from 'drizzle-orm';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import type { EventType } from '#local/ses/event-types.ts';
import { describeEvent } from '#local/ses/mail-events.ts';
import type { StoredMail } from '#local/ses/mail-store.ts';
import { type MailKind, mailKinds } from '#shared/mails/mail-kinds.ts';
import { storeFile } from '#test/support/contract/route-requests.ts';
import { makeTerms } from '#test/support/invoices/invoices.ts';
import { addInvoices } from '#test/support/ledger/add-invoices.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';
import { PROVIDER } from '#test/support/provider.ts';

interface Order {
  kind: MailKind;
  userId: number | null;
  recipient?: string | null;
  about?: Record<string, string | number>;
  createdAt?: Date;
}

/** Orders a mail as a request does, without sending its job; returns its id. */
export const orderMail = async (
  _: TestPortal,
  { kind, userId, recipient = null, about = {}, createdAt = new Date() }: Order,
): Promise<string> => {
  const { database } = await import('#local/seed/whole-database.ts');
  const id = crypto.randomUUID();
  await database.mails.order({ id, kind, key: `${kind}:${id}`, userId, recipient, about }, createdAt);

  return id;
};

/** Runs the job of a mail with its message, as the queue does; returns its failure. */
export const runMailJob = async (portal: TestPortal, mailId: string): Promise<unknown> => {
  const [row] = await portal.connection.select({ kind: mails.kind }).from(mails).where(eq(mails.id, mailId));
  const kind = mailKinds[(row?.kind ?? 'verify') as MailKind].job;

  return portal
    .runTask(kind, { Records: [{ body: JSON.stringify({ key: mailId }) }] })
    .then(() => undefined)
    .catch((error: unknown) => error);
};

export const readMail = async ({ connection }: TestPortal, mailId: string) => {
  const [row] = await connection.select().from(mails).where(eq(mails.id, mailId));

  return row;
};

export const readMailJob = async ({ connection }: TestPortal, mailId: string) => {
  const [row] = await connection.select().from(jobs).where(eq(jobs.key, mailId));

  return row;
};

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

/** Lets ten minutes pass for a mail whose answer was lost. */
export const endUncertainWait = async ({ connection }: TestPortal, mailId: string) => {
  await connection
    .update(mails)
    .set({ tried_at: ago(11 * 60_000) })
    .where(eq(mails.id, mailId));
  await connection.update(jobs).set({ not_before: null }).where(eq(jobs.key, mailId));
};

/** Lists the mails of this id that SES took. */
export const listTaken = (portal: TestPortal, mailId: string): StoredMail[] =>
  portal.ses.listMails().filter(({ tags }) => tags.some(({ value }) => value === mailId));

/** Hands the portal an event of a mail that SES took. */
export const tellEvent = async (portal: TestPortal, mail: StoredMail, type: EventType) =>
  portal.runTask('mail-events', {
    Records: [{ body: JSON.stringify(describeEvent(mail, type, new Date(), 'af-south-1')) }],
  });

/** Adds an account whose address is verified. */
export const addVerified = async (
  portal: TestPortal,
  user: Parameters<typeof addUser>[1] = {},
): Promise<{ userId: number; email: string }> => {
  const email = `${crypto.randomUUID()}@example.com`;
  const userId = await addUser(portal, {
    User_Email: email,
    email_verified_at: new Date().toISOString(),
    ...user,
  });

  return { userId, email };
};

/** A statement for the Data API has at most 65,536 characters. */
const INVOICES_A_STATEMENT = 200;

/** Adds invoices with one PDF for all of them, and returns their ids. */
export const addPrintedInvoices = async (
  portal: TestPortal,
  userId: number,
  count = 1,
): Promise<number[]> => {
  const google_drive_file_id = await storeFile();
  const { DRIVE_ID: drive_id } = process.env;
  const ids: number[] = [];
  while (ids.length < count) {
    const length = Math.min(INVOICES_A_STATEMENT, count - ids.length);
    const added = await addInvoices(
      portal,
      userId,
      Array.from({ length }, () => ({
        total_amount: '863.00',
        supplier: { ...PROVIDER, vatNumber: null, complaints: null },
        terms: { ...makeTerms(), dueDate: '2026-11-30' },
        due_date: '2026-11-30',
        file_name: 'invoice.pdf',
        google_drive_file_id,
        drive_id,
      })),
    );
    ids.push(...added);
  }

  return ids;
};
