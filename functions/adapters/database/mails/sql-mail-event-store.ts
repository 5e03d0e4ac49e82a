import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { LEASE_OVER } from '#functions/adapters/database/jobs/job-parts.ts';
import { recipientAtEnd } from '#functions/adapters/database/mails/mail-jobs.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { mailBlocks, mailPace, mails } from '#functions/database/schema/mails-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import {
  MAIL_NEWS_STATES,
  type MailEventStore,
  type MailNewsState,
} from '#functions/ports/database/mails/mail-event-store.ts';
import type { MailState } from '#functions/ports/database/mails/mail-work-store.ts';
import { brakeOf, MAIL_KINDS, MAIL_STATES } from '#shared/mails/mail-kinds.ts';
import type { BrakedShare } from '#shared/mails/mail-shares.ts';

/** States that any event replaces, because it shows that the vendor has the mail. */
const BEFORE: readonly MailState[] = ['waiting', 'uncertain', 'skipped', 'failed'];

const mailKind = z.enum(MAIL_KINDS);
const latelySent = z.object({
  since: z.string(),
  mails: z.array(z.object({ owNumber: z.string(), recipient: z.string(), state: z.enum(MAIL_STATES) })),
});

/** The kinds whose bounces and complaints a brake counts. */
const brakedKinds = (share: BrakedShare) =>
  sql.join(
    MAIL_KINDS.filter((kind) => brakeOf(kind) === share).map((kind) => sql`${kind}`),
    sql`, `,
  );

/** Holds for an account that counts: somebody who only registered, or paid a cent, does not (D45). */
const counts = sql`
  (exists (select from ${ledgerItems} as item where item.user_id = ${users.User_Id} and item.kind <> 'payment')
    or exists (select from ${services} as service where service.user_id = ${users.User_Id} and service.status = 'active'))
  and (${users.User_Status} = 1
    or exists (select from ${ledgerItems} as item where item.user_id = ${users.User_Id} and item.due > 0))`;

/** Returns the states that a state may replace, so that a late event moves no mail back. */
const statesBefore = (state: MailNewsState): MailState[] => [
  ...BEFORE,
  ...MAIL_NEWS_STATES.slice(0, MAIL_NEWS_STATES.indexOf(state)),
];

export const makeMailEventStore = (db: Connection): MailEventStore => ({
  block: async (mailId, addresses, reason, now) => {
    const lower = addresses.map((address) => address.toLowerCase());
    const owners = await db
      .select({
        userId: users.User_Id,
        owNumber: users.OWNumber,
        email: users.User_Email,
        pending: users.pending_email,
      })
      .from(mails)
      .innerJoin(users, eq(users.User_Id, mails.user_id))
      .where(
        and(
          eq(mails.id, mailId),
          or(
            inArray(sql`lower(${users.User_Email})`, lower),
            inArray(sql`lower(${users.pending_email})`, lower),
          ),
        ),
      )
      .for('share', { of: users });
    const blocks = owners.flatMap(({ userId, email, pending }) =>
      lower
        .filter((address) => [email, pending].some((own) => own?.toLowerCase() === address))
        .map((address) => ({ user_id: userId, address, reason, created_at: now.toISOString() })),
    );
    if (blocks.length > 0) {
      // A bounce outranks a complaint, and so does the refusal of the address's owner.
      await db
        .insert(mailBlocks)
        .values(blocks)
        .onConflictDoUpdate({
          target: [mailBlocks.user_id, mailBlocks.address],
          set: { reason: sql`excluded.reason` },
          setWhere: sql`${mailBlocks.reason} = 'complaint'`,
        });
    }
    const [own] = owners.filter(({ email }) => lower.includes(email.toLowerCase()));

    return own && { id: own.userId, owNumber: own.owNumber };
  },

  endJob: async (mailId, now) => {
    await db
      .update(jobs)
      .set({ ...LEASE_OVER, state: 'completed', error: null, updated_at: now.toISOString() })
      .where(
        and(
          inArray(jobs.kind, ['account-mail', 'business-mail']),
          eq(jobs.key, mailId),
          ne(jobs.state, 'completed'),
        ),
      );
  },

  move: async ({ mailId, state, at }) => {
    const moved = db.$with('moved').as(
      db
        .update(mails)
        .set({
          state,
          reason: null,
          recipient: recipientAtEnd,
          sent_at: sql`coalesce(${mails.sent_at}, ${at.toISOString()}::timestamptz)`,
        })
        .where(and(eq(mails.id, mailId), inArray(mails.state, statesBefore(state))))
        .returning({ id: mails.id }),
    );
    const [row] = await db.with(moved).select({ kind: mails.kind }).from(mails).where(eq(mails.id, mailId));

    return row && mailKind.parse(row.kind);
  },

  listLately: async (share, limit) => {
    const { rows } = await db.execute(sql`
      select pace.went_on_at::text as since, coalesce((
        select jsonb_agg(lately) from (
          select ${users.OWNumber} as "owNumber", coalesce(${mails.recipient}, ${users.User_Email}) as recipient, ${mails.state}
          from ${mails} join ${users} on ${users.User_Id} = ${mails.user_id}
          where ${mails.kind} in (${brakedKinds(share)}) and ${mails.tried_at} > pace.went_on_at
            and ${mails.state} not in ('waiting', 'skipped', 'failed', 'rejected')
            and ${share === 'business' ? counts : sql`true`}
          order by ${mails.tried_at} desc limit ${limit}
        ) as lately), '[]')::text as mails
      from ${mailPace} as pace where pace.share = ${share}`);
    const [row] = rows;

    return latelySent.parse({ since: row?.since, mails: JSON.parse(String(row?.mails)) });
  },

  pause: async (share, { since }, now) => {
    const paused = await db
      .update(mailPace)
      .set({ paused_at: now.toISOString() })
      .where(
        and(
          eq(mailPace.share, share),
          isNull(mailPace.paused_at),
          sql`${mailPace.went_on_at} = ${since}::timestamptz`,
        ),
      )
      .returning({ share: mailPace.share });

    return paused.length === 1;
  },
});
