import { sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { CANARY_ID } from '#functions/adapters/database/system/canary-account.ts';
import { countIn } from '#functions/adapters/database/system/sql-throttle-store.ts';
import { accountOrNone } from '#functions/adapters/database/users/account-or-none.ts';
import { instantOf } from '#functions/database/instant.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { MailStore } from '#functions/ports/database/mails/mail-store.ts';
import { mailKinds } from '#shared/mails/mail-kinds.ts';
import { queueOrdered, readOrdered } from './mail-jobs.ts';

export const makeMailStore = (db: Connection): MailStore => ({
  order: async ({ id, kind, key, userId, recipient, about = {}, atMost }, now) => {
    const counted = atMost ? countIn(atMost, now, sql`true`) : sql`select 1 as count, 1 as "limit"`;
    const owner = userId === null ? sql`select null::int as user_id` : accountOrNone(userId);
    const queued = await db.execute(sql`
      with owner as (${owner}), counted as (${counted}), ordered as (
        insert into ${mails} (id, kind, key, user_id, recipient, about, created_at)
        select ${id}::uuid, ${kind}, ${key}, owner.user_id, ${recipient}, ${JSON.stringify(about)}::jsonb,
          ${instantOf(now)}
        from owner, counted where count <= "limit"
        on conflict (key) do nothing
        returning id
      )
      ${queueOrdered(mailKinds[kind].job, now)}`);

    return queued.rows.length === 1;
  },

  orderToOtherAdmins: async (userId, { kind, about }, now) => {
    const { rows } = await db.execute(sql`
      with ordered as (
        insert into ${mails} (id, kind, key, user_id, recipient, about, created_at)
        select gen_random_uuid(), ${kind}::text, ${`${kind}:`}::text || gen_random_uuid(), ${users.User_Id},
          ${users.User_Email}, ${JSON.stringify(about)}::jsonb, ${instantOf(now)}
        from ${users}
        where ${users.user_role} = 'admin' and ${users.User_Status} = 1 and ${users.User_Id} <> ${userId}
        returning id
      )
      ${queueOrdered(mailKinds[kind].job, now)}`);

    return readOrdered(rows);
  },

  orderAboutRefused: async (userId, now) => {
    // A stranger who registers with own mailboxes and refuses each could otherwise fill the administrators' mailboxes.
    const bucket = { name: 'refused registrations', limit: 5, windowSeconds: 60 * 60 };
    const { rows } = await db.execute(sql`
      with counted as (${countIn(bucket, now, sql`true`)}), ordered as (
        insert into ${mails} (id, kind, key, user_id, recipient, about, created_at)
        select gen_random_uuid(), 'registration-refused', 'registration-refused:' || gen_random_uuid(),
          ${users.User_Id}, ${users.User_Email}, jsonb_build_object('userId', ${userId}::int), ${instantOf(now)}
        from ${users}, counted
        where ${users.user_role} = 'admin' and ${users.User_Status} = 1 and counted.count <= counted."limit"
        returning id
      )
      ${queueOrdered('account-mail', now)}`);

    return readOrdered(rows);
  },

  orderNewSignIn: async ({ sessionId, userId, recipient }, now) => {
    // The counter does not name the account, because a full counter of an account blocks its sign-in.
    const bucket = { name: `new sign-in of user ${userId}`, limit: 1, windowSeconds: 60 * 60 };
    const { rows } = await db.execute(sql`
      with owner as (${accountOrNone(userId)}),
      counted as (${countIn(bucket, now, sql`exists (select from owner) and ${userId}::int > ${CANARY_ID}::int`)}),
      ordered as (
        insert into ${mails} (id, kind, key, user_id, recipient, about, created_at)
        select ${crypto.randomUUID()}::uuid, 'new-sign-in', ${`sign-in:${sessionId}`}, owner.user_id, ${recipient},
          jsonb_build_object('sessionId', ${sessionId}::text), ${instantOf(now)}
        from owner, counted where count <= "limit"
        returning id
      )
      ${queueOrdered('account-mail', now)}`);

    return readOrdered(rows);
  },
});
