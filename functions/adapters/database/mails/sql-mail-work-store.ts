import { and, eq, exists, isNull, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { heldBy, LEASE_OVER, released } from '#functions/adapters/database/jobs/job-parts.ts';
import { hasOpenReset } from '#functions/adapters/database/links/open-reset.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { hasSignedIn } from '#functions/adapters/database/users/signed-in.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { linkTokens, mailPace, mails } from '#functions/database/schema/mails-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { MailToSend, MailWorkStore } from '#functions/ports/database/mails/mail-work-store.ts';
import { mail as storedMail } from '#shared/contract/mails.ts';
import { MAIL_BLOCK_KEYS, MAIL_KINDS, mailKinds } from '#shared/mails/mail-kinds.ts';
import { accountNow } from './account-now.ts';
import { blockReasonOf } from './mail-blocks.ts';
import { makeMailContents } from './mail-contents.ts';
import { GIVEN_UP, recipientAtEnd, stateAfterFailure, stateWhenGivenUp } from './mail-jobs.ts';
import { takePaceMoment } from './pace-moments.ts';

const BUSINESS_KINDS = sql.join(
  MAIL_KINDS.filter((kind) => mailKinds[kind].job === 'business-mail').map((kind) => sql`${kind}`),
  sql`, `,
);

/** A business mail goes to the address that the account has now, however often it was tried. */
const address = sql<
  string | null
>`case when ${mails.kind} in (${BUSINESS_KINDS}) then ${users.User_Email} else ${mails.recipient} end`;

const shareOfKind = sql`case ${mails.kind} ${sql.join(
  MAIL_KINDS.map((kind) => sql`when ${kind} then ${mailKinds[kind].share}`),
  sql` `,
)} end`;

const isPaused = sql<boolean>`exists (
  select from ${mailPace} where ${mailPace.paused_at} is not null and ${mailPace.share} = ${shareOfKind})`;

/** The audit log keeps each sign-in, and activities and sessions do not. */
const needsNoInvitation = sql<boolean>`(${mails.kind} = 'invite' and ${hasSignedIn(users.User_Id)})`;

const blockedBy = z.enum(MAIL_BLOCK_KEYS).nullable();

const columns = {
  mailId: mails.id,
  kind: mails.kind,
  about: mails.about,
  address: address.as('address'),
  blockedBy: blockReasonOf(mails.user_id, address).as('blocked_by'),
  state: mails.state,
  isPaused: isPaused.as('is_paused'),
  createdAt: mails.created_at,
  triedAt: mails.tried_at,
  account: { ...accountNow, needsNoInvitation: needsNoInvitation.as('needs_no_invitation') },
};

type Row = Pick<MailToSend, 'mailId' | 'about' | 'address' | 'isPaused'> & {
  kind: string;
  state: string;
  blockedBy: string | null;
  createdAt: string;
  triedAt: string | null;
  account: MailToSend['account'] | null;
};

const readMail = ({
  kind,
  state,
  blockedBy: blocked,
  createdAt,
  triedAt,
  account,
  ...row
}: Row): MailToSend => ({
  ...row,
  blockedBy: blockedBy.parse(blocked),
  kind: storedMail.shape.kind.parse(kind),
  state: storedMail.shape.state.parse(state),
  createdAt: new Date(createdAt),
  triedAt: triedAt === null ? null : new Date(triedAt),
  account: account ?? undefined,
});

export const makeMailWorkStore = (db: Connection): MailWorkStore => {
  const find: MailWorkStore['find'] = async (mailId) => {
    const [row] = await db
      .select(columns)
      .from(mails)
      .leftJoin(users, eq(users.User_Id, mails.user_id))
      .where(eq(mails.id, mailId));

    return row && readMail(row);
  };

  return {
    ...makeMailContents(db),
    find,

    // The mail is read in a statement of its own: one that waited for the lock would not see what was written meanwhile.
    findLocked: async ({ mailId, account }) => {
      if (account) {
        const ofAccount = eq(users.User_Id, account.userId);
        await db.select({ id: users.User_Id }).from(users).where(ofAccount).for('no key update');
      }

      return find(mailId);
    },

    hasOpenReset: async (userId, now) => {
      const [row] = await db.select({ isOpen: hasOpenReset(sql`${userId}::int`, now) }).from(ONE_ROW);

      return row?.isOpen === true;
    },

    takeMoment: (share, times) => takePaceMoment(db, share, times),

    begin: async (held, { mail, address, subject, links }) => {
      const isHeld = exists(db.select({ id: jobs.id }).from(jobs).where(heldBy(held)));
      const triedBefore = mail.triedAt
        ? eq(mails.tried_at, mail.triedAt.toISOString())
        : isNull(mails.tried_at);
      const begun = await db
        .update(mails)
        .set({
          state: 'uncertain',
          reason: null,
          recipient: address,
          subject,
          tried_at: held.now.toISOString(),
        })
        .where(and(eq(mails.id, mail.mailId), eq(mails.state, mail.state), triedBefore, isHeld))
        .returning({ userId: mails.user_id });
      const userId = begun[0]?.userId;
      if (links.length > 0 && userId) {
        await db.insert(linkTokens).values(
          links.map((link) => ({
            token_hash: link.tokenHash,
            user_id: userId,
            purpose: link.purpose,
            address: link.address,
            expires_at: new Date(held.now.getTime() + link.holdsSeconds * 1000).toISOString(),
          })),
        );
      }

      return begun.length === 1;
    },

    finish: async (held, { mailId, state, reason }) => {
      const now = held.now.toISOString();
      const completed = db.$with('completed').as(
        db
          .update(jobs)
          .set({ ...LEASE_OVER, state: 'completed', error: null, updated_at: now })
          .where(heldBy(held))
          .returning({ id: jobs.id }),
      );
      const noted = db.$with('noted').as(
        db
          .update(mails)
          .set({
            state,
            reason,
            recipient: recipientAtEnd,
            ...(state === 'sent' && { sent_at: now }),
          })
          .where(and(eq(mails.id, mailId), exists(db.select({ id: completed.id }).from(completed))))
          .returning({ id: mails.id }),
      );
      const rows = await db.with(completed, noted).select().from(completed);

      return rows.length === 1;
    },

    release: async (held, release, { mailId, state, reason }) => {
      const isGivenUp = release.state === 'failed';
      const left = db
        .$with('left')
        .as(db.update(jobs).set(released(release, held.now)).where(heldBy(held)).returning({ id: jobs.id }));
      const next = state ? sql`${state}` : stateAfterFailure;
      const noted = db.$with('noted').as(
        db
          .update(mails)
          .set({
            state: isGivenUp ? stateWhenGivenUp(next) : next,
            reason: reason ?? (isGivenUp ? GIVEN_UP : null),
            ...(isGivenUp && { recipient: recipientAtEnd }),
          })
          .where(and(eq(mails.id, mailId), exists(db.select({ id: left.id }).from(left))))
          .returning({ id: mails.id }),
      );
      const rows = await db.with(left, noted).select().from(left);

      return rows.length === 1;
    },
  };
};
