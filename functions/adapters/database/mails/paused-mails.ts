import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { mailPace, mails } from '#functions/database/schema/mails-tables.ts';
import type { PausedMails } from '#functions/ports/database/operations/paused-mail-store.ts';
import { MAIL_KINDS, mailKinds } from '#shared/mails/mail-kinds.ts';
import { BRAKED_SHARES, type BrakedShare } from '#shared/mails/mail-shares.ts';

/** True for a mail of a share; `share` may be a column. */
const isOfShare = (share: SQL): SQL => {
  const kindsOf = (braked: BrakedShare) =>
    sql.join(
      MAIL_KINDS.filter((kind) => mailKinds[kind].share === braked).map((kind) => sql`${kind}`),
      sql`, `,
    );

  return sql.join(
    BRAKED_SHARES.map((braked) => sql`(${share} = ${braked} and ${mails.kind} in (${kindsOf(braked)}))`),
    sql` or `,
  );
};

/** The jobs of a share's mails that wait, from the earliest on. */
export const waitingJobs = (share: SQL): SQL => sql`
  select ${jobs.id}, ${jobs.not_before} from ${jobs} join ${mails} on ${mails.id}::text = ${jobs.key}
  where ${jobs.kind} = 'business-mail' and ${jobs.state} in ('queued', 'running') and (${isOfShare(share)})`;

/** The shares that stand still, as JSON; hardly ever one does, and nothing else is read then. */
export const pausedMails = sql<unknown>`(
  select coalesce(jsonb_agg(jsonb_build_object('share', pace.share, 'since', pace.paused_at,
    'waiting', (select count(*) from (${waitingJobs(sql`pace.share`)}) as waiting)) order by pace.share), '[]')
  from ${mailPace} as pace where pace.paused_at is not null)`;

const paused = z.array(
  z.object({
    share: z.enum(BRAKED_SHARES),
    since: z.string().transform((at) => new Date(at).toISOString()),
    waiting: z.number(),
  }),
);

/** Reads the value of `pausedMails`, which the Data API returns as a text. */
export const readPausedMails = (value: unknown): PausedMails[] =>
  paused.parse(typeof value === 'string' ? JSON.parse(value) : value);
