import { sql } from 'drizzle-orm';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';

/** Orders the mail of the invoice that the statement has just written as `inserted`; it gets its job with the PDF. */
export const orderMailOfInserted = sql`
  insert into ${mails} (id, user_id, kind, key, about, created_at)
  select gen_random_uuid(), inserted.user_id, 'invoice', 'invoice:' || inserted.id,
    jsonb_build_object('invoiceId', inserted.id), inserted.created_at
  from inserted`;

/**
 * Queues the mail that waits for the PDF of an invoice, whose job the statement has just written as `completed`. A mail
 * with a job keeps that job, and an invoice that was issued without a mail gets none.
 */
export const queueMailOfCompleted = (invoiceId: number, now: string) => sql`
  insert into ${jobs} (kind, key, payload, updated_at)
  select 'business-mail', mail.id::text, jsonb_build_object('mailId', mail.id), ${now}::timestamptz
  from completed, ${mails} as mail
  where mail.key = ${`invoice:${invoiceId}`} and mail.state = 'waiting'
  on conflict (kind, key) do nothing
  returning key`;
