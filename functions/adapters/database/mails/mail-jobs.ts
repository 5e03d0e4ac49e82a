import { eq, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { JobAbout } from '#functions/adapters/database/jobs/job-parts.ts';
import { instantOf } from '#functions/database/instant.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import type { JobKind } from '#shared/job-kinds.ts';
import { type FailureReason, MAIL_KINDS, mailKinds } from '#shared/mails/mail-kinds.ts';

const ofMail = eq(mails.id, sql`(${jobs.payload} ->> 'mailId')::uuid`);

const labels = sql.join(
  MAIL_KINDS.map((kind) => sql`when ${kind} then ${mailKinds[kind].label}`),
  sql` `,
);

/** Names the kind of the mail and not its subject, which may hold what only its recipient may know. */
export const mailAbout: JobAbout = {
  text: sql`coalesce((select case ${mails.kind} ${labels} else 'A mail' end from ${mails} where ${ofMail}), 'A mail of a deleted account')`,
  userId: sql`(select ${mails.user_id} from ${mails} where ${ofMail})`,
};

/** Why the mail of a job was skipped: a code. Null for every other job. */
export const skipReason = sql<
  string | null
>`(select ${mails.reason} from ${mails} where ${ofMail} and ${mails.state} = 'skipped')`;

/** True for the job of a mail of this account. */
export const isMailOf = (userId: number) =>
  sql`(${jobs.kind} in ('account-mail', 'business-mail') and ${jobs.key} in (
    select ${mails.id}::text from ${mails} where ${mails.user_id} = ${userId}))`;

/** Builds the end of a statement that queues the job of each mail that its part `ordered` wrote. */
export const queueOrdered = (kind: JobKind, now: Date): SQL => sql`
  insert into ${jobs} (kind, key, payload, updated_at)
  select ${kind}, id::text, jsonb_build_object('mailId', id), ${instantOf(now)} from ordered
  returning key`;

const orderedJobs = z.array(z.object({ key: z.string() }));

/** Returns the ids of the mails that a statement ordered. */
export const readOrdered = (rows: unknown): string[] => orderedJobs.parse(rows).map(({ key }) => key);

/** The reason of a mail whose job was given up. */
export const GIVEN_UP: FailureReason = 'given-up';

/** The state of a mail after a failure that says nothing about it: a parked mail whose job was restarted waits again. */
export const stateAfterFailure = sql`case when ${mails.state} in ('failed', 'rejected') then 'waiting' else ${mails.state} end`;

/** The state of a mail whose job is given up: one that may have been sent stays uncertain. */
export const stateWhenGivenUp = (state: SQL): SQL =>
  sql`case when ${state} = 'waiting' then 'failed' else ${state} end`;

/** The address of a mail whose job has ended: one without an account loses it at once (D58). */
export const recipientAtEnd = sql`case when ${mails.user_id} is not null then ${mails.recipient} end`;
