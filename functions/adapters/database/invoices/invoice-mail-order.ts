import { type SQL, sql } from 'drizzle-orm';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';

const SUBJECTS = { invoice: 'invoiceId', 'credit-note': 'creditNoteId' };

/**
 * Orders the mail of each document that the statement has just written as `inserted`; it gets its job with the PDF. The
 * kind of the mail is also the beginning of its key.
 */
export const orderMailOfInserted = (kind: keyof typeof SUBJECTS): SQL => sql`
  insert into ${mails} (id, user_id, kind, key, about, created_at)
  select gen_random_uuid(), inserted.user_id, ${kind}, ${`${kind}:`} || inserted.id,
    jsonb_build_object(${SUBJECTS[kind]}::text, inserted.id), inserted.created_at
  from inserted`;

/**
 * Queues the mail that waits for the PDF of a document, whose job the statement has just written as `completed`. A mail
 * with a job keeps that job, and a document that was issued without a mail gets none. The mail waits in the lane of the
 * PDF; one without a lane is to be sent at once.
 */
export const queueMailOfCompleted = (mailKey: string, now: string, notBefore: Date | null) => sql`
  insert into ${jobs} (kind, key, lane, not_before, payload, updated_at)
  select 'business-mail', mail.id::text, completed.lane, ${notBefore?.toISOString() ?? null}::timestamptz,
    jsonb_build_object('mailId', mail.id), ${now}::timestamptz
  from completed, ${mails} as mail
  where mail.key = ${mailKey} and mail.state = 'waiting'
  on conflict (kind, key) do nothing
  returning case when lane is null then key end as key`;
