import { aliasedTable, and, asc, eq, getTableColumns, ne, or, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { factorCounts } from '#functions/adapters/database/factors/factor-counts.ts';
import { secondStepWays } from '#functions/adapters/database/factors/second-step-ways.ts';
import { isBlocked } from '#functions/adapters/database/mails/mail-blocks.ts';
import { isMailOf } from '#functions/adapters/database/mails/mail-jobs.ts';
import { isFieldOf, listChanges } from '#functions/adapters/database/sql/changed-fields.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { auditingRead } from '#functions/adapters/database/system/audited-reads.ts';
import {
  contactFingerprint,
  isMessageOf,
  queueContactJob,
} from '#functions/adapters/database/tickets/helpdesk-contact-job.ts';
import { openTicketsOfUser } from '#functions/adapters/database/tickets/ticket-counts.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { throttleCounters } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { OwnAccount, UserStore } from '#functions/ports/database/users/user-store.ts';
import { EMAIL_TAKEN } from '#shared/contract/auth.ts';
import { userEdit } from '#shared/contract/users/user-edit.ts';
import { AppError } from '#shared/errors.ts';
import { isEmailTaken } from './email-taken.ts';
import { mailsAreOn, ownColumns, readUserRow } from './user-columns.ts';

/**
 * Selects when the block ends that keeps the account from signing in after repeated failures, from one address or
 * from all.
 */
const blockEnd = (now: Date) =>
  sql<string | null>`(
    select max(${throttleCounters.window_ends_at}) from ${throttleCounters}
    where ${throttleCounters.user_id} = ${users.User_Id}
      and ${throttleCounters.count} >= ${throttleCounters.limit}
      and ${throttleCounters.window_ends_at} > ${now.toISOString()}::timestamptz
  )`
    .mapWith(throttleCounters.window_ends_at)
    .as('sign_in_blocked_until');

const detailColumns = (now: Date) => ({
  ...ownColumns,
  signInBlockedUntil: blockEnd(now),
  supportContactId: users.User_Support_Id,
  openTickets: openTicketsOfUser.as('open_tickets'),
  factors: factorCounts.as('factors'),
});

const isEditedField = isFieldOf(userEdit.extend({ mailsAreOn: z.boolean() }));

/** The fields of a client that the helpdesk stores. */
const CONTACT_FIELDS = ['User_Name', 'User_Surname', 'User_Email'] as const;

/** Keeps an address verified if only its spelling changes. */
const keepVerified = (newEmail: string) =>
  sql`case when lower(${users.User_Email}) = lower(${newEmail}) then ${users.email_verified_at} end`;

export const makeUserStore = (db: Connection): UserStore => ({
  find: async (userId, now) => {
    const [row] = await db.select(detailColumns(now)).from(users).where(eq(users.User_Id, userId));

    return row && readUserRow(row);
  },

  read: async (userId, audit, now) => {
    const found = db
      .$with('found')
      .as(db.select(detailColumns(now)).from(users).where(eq(users.User_Id, userId)));
    const row = { record: sql`'user ' || ${found.User_Id}`, from: sql`${found}` };
    const audited = auditingRead(db, audit, row);
    const [user] = await db.with(found, audited).select().from(found);

    return user && readUserRow(user);
  },

  findCredentials: async (identifier) => {
    const [row] = await db
      .select({ ...ownColumns, passwordHash: users.User_Pass_Bkp, ways: secondStepWays.as('ways') })
      .from(users)
      .where(
        or(
          sql`lower(${users.User_Email}) = ${identifier.toLowerCase()}`,
          sql`upper(${users.OWNumber}) = ${identifier.toUpperCase()}`,
        ),
      );
    if (!row) {
      return undefined;
    }

    const { passwordHash, ways, ...user } = row;

    return { user: readUserRow(user) satisfies OwnAccount, passwordHash, ways };
  },

  renewPasswordHash: async (userId, { outdated, renewed }) => {
    await db
      .update(users)
      .set({ User_Pass_Bkp: renewed })
      .where(and(eq(users.User_Id, userId), eq(users.User_Pass_Bkp, outdated)));
  },

  lockWithAdmins: async (userId) => {
    const isActiveAdmin = and(eq(users.user_role, 'admin'), eq(users.User_Status, 1));
    // In the same order everywhere, so that two transactions never wait for each other.
    const locked = await db
      .select({ userId: users.User_Id, isActiveAdmin: sql<boolean>`${isActiveAdmin}` })
      .from(users)
      .where(or(eq(users.User_Id, userId), isActiveAdmin))
      .orderBy(asc(users.User_Id))
      .for('no key update');
    const user = locked.find((row) => row.userId === userId);

    return (
      user && {
        isActiveAdmin: user.isActiveAdmin,
        otherActiveAdmins: locked.filter((row) => row.isActiveAdmin && row !== user).length,
      }
    );
  },

  edit: async (userId, edit, { version, queuesContact, contactDelaySeconds, audit, now }) => {
    const { mailsAreOn: switchedOn, ...fields } = edit;
    const old = aliasedTable(users, 'old');
    const before = { ...getTableColumns(old), mailsAreOn: sql`coalesce(${old.User_Mailer_Email}, true)` };
    const after = { ...getTableColumns(users), mailsAreOn };

    try {
      const edited = db.$with('edited').as(
        db
          .update(users)
          .set({
            ...fields,
            ...(switchedOn !== undefined && { User_Mailer_Email: switchedOn }),
            ...(edit.User_Email !== undefined && { email_verified_at: keepVerified(edit.User_Email) }),
            version: sql`${users.version} + 1`,
          })
          .where(
            and(eq(users.User_Id, userId), version === undefined ? undefined : eq(users.version, version)),
          )
          // The old values come from the update itself: a lock before it can end in a deadlock with others that wait.
          .returning({
            ...detailColumns(now),
            contactKey: users.contact_key,
            contactHad: contactFingerprint({
              name: sql`old."User_Name"`,
              surname: sql`old."User_Surname"`,
              email: sql`old."User_Email"`,
              isEmailVerified: sql`old.email_verified_at is not null`,
            }).as('contact_had'),
            formerEmail: sql<string>`old."User_Email"`.as('former_email'),
            isRegistered: sql<boolean>`${users.origin} = 'registered'`.as('is_registered'),
            wasVerified: sql<boolean>`old.email_verified_at is not null`.as('was_verified'),
            changed: listChanges(Object.keys(edit).filter(isEditedField), before, after).as('changed'),
            isNewToHelpdesk: sql<boolean>`${listChanges(CONTACT_FIELDS, before, users)} <> ''`.as(
              'is_new_to_helpdesk',
            ),
          }),
      );
      const ofContact = sql`select ${edited.User_Id}, ${edited.contactKey}, ${edited.contactHad} from ${edited} where ${edited.isNewToHelpdesk} and ${edited.supportContactId} is not null and ${queuesContact}`;
      const queued = db.$with('queued', {}).as(queueContactJob(ofContact, now, contactDelaySeconds));
      const changes = sql`(select coalesce(jsonb_object_agg(name, null), '{}') from unnest(string_to_array(${edited.changed}, ',')) as name)`;
      const auditRow = { record: sql`'user ' || ${edited.User_Id}`, from: sql`${edited}`, changes };
      const audited = db.$with('audited', {}).as(audit ? insertAuditRows(audit, auditRow) : sql`select`);
      const [row] = await db.with(edited, queued, audited).select().from(edited);
      if (!row) {
        return undefined;
      }

      const {
        changed,
        isNewToHelpdesk: _,
        contactKey: __,
        contactHad: ___,
        isRegistered,
        formerEmail,
        wasVerified,
        ...user
      } = row;

      return {
        user: readUserRow(user),
        isRegistered,
        changed: changed.split(',').filter(isEditedField),
        former: { User_Email: formerEmail, emailVerified: wasVerified },
      };
    } catch (error) {
      if (!isEmailTaken(error)) {
        throw error;
      }
      throw new AppError('conflict', EMAIL_TAKEN, { cause: error, fields: { User_Email: EMAIL_TAKEN } });
    }
  },

  setPasswordHash: async (userId, { passwordHash, isTemporary }, now) => {
    const [row] = await db
      .update(users)
      .set({ User_Pass_Bkp: passwordHash, must_change_password: isTemporary })
      .where(eq(users.User_Id, userId))
      .returning(detailColumns(now));

    return row && readUserRow(row);
  },

  delete: async (userId, { queuesContact, now }) => {
    const messages = db.$with('messages').as(
      db
        .delete(jobs)
        .where(or(and(isMessageOf(userId), ne(jobs.state, 'running')), isMailOf(userId)))
        .returning({ id: jobs.id }),
    );
    const account = sql`select ${users.User_Id}, ${users.contact_key}, null::text from ${users} where ${users.User_Id} = ${userId} and ${queuesContact}`;
    const queued = db.$with('queued', {}).as(queueContactJob(account, now));
    // Foreign keys delete everything else that belongs to the account.
    const [deleted] = await db
      .with(messages, queued)
      .delete(users)
      .where(eq(users.User_Id, userId))
      .returning({
        OWNumber: users.OWNumber,
        User_Date: users.User_Date,
        addressToTell: sql<string | null>`case
          when ${users.email_verified_at} is not null and not ${isBlocked(users.User_Id, users.User_Email, { except: 'complaint' })}
          then ${users.User_Email} end`,
      });

    return deleted;
  },
});
