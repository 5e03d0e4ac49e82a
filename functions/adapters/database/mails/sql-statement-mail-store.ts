import { inArray, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { instantOf } from '#functions/database/instant.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { StatementMailStore } from '#functions/ports/database/mails/statement-mail-store.ts';
import { MAIL_BLOCK_KEYS } from '#shared/mails/mail-kinds.ts';
import { accountNow } from './account-now.ts';
import { blockReasonOf } from './mail-blocks.ts';
import { queueOrdered } from './mail-jobs.ts';

const blockedBy = z.enum(MAIL_BLOCK_KEYS).nullable();

const orderedRow = z.object({ userId: z.number(), isOrdered: z.boolean(), wasToday: z.boolean() });

export const makeStatementMailStore = (db: Connection): StatementMailStore => ({
  lockAccounts: async (userIds) => {
    const rows = await db
      .select({ ...accountNow, blocked: blockReasonOf(users.User_Id, users.User_Email).as('blocked') })
      .from(users)
      .where(inArray(users.User_Id, [...userIds]))
      .orderBy(users.User_Id)
      .for('no key update');

    return rows.map(({ blocked, ...account }) => ({
      blockedBy: blockedBy.parse(blocked),
      account: { ...account, needsNoInvitation: false },
    }));
  },

  order: async ({ userIds, period: { from, to }, dayBegan, audit, now }) => {
    const { rows } = await db.execute(sql`
      with client as (
        select value::int as user_id, exists (
          select from ${mails} as earlier
          where earlier.user_id = value::int and earlier.kind = 'statement'
            and earlier.created_at >= ${instantOf(dayBegan)}) as was_today
        from jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb)
      ), ordered as (
        insert into ${mails} (id, user_id, kind, key, about, created_at)
        select gen_random_uuid(), user_id, 'statement',
          'statement:' || user_id || ':' || ${from}::text || ':' || ${to}::text,
          jsonb_build_object('from', ${from}::text, 'to', ${to}::text), ${instantOf(now)}
        from client where not was_today
        on conflict (key) do nothing
        returning id, user_id
      ), audited as (
        ${insertAuditRows(audit, { record: sql`'statement of user ' || user_id`, from: sql`ordered` })}
      ), queued as (${queueOrdered('business-mail', now)})
      select client.user_id as "userId", ordered.id is not null as "isOrdered", was_today as "wasToday"
      from client left join ordered using (user_id)`);

    return rows.map((row) => orderedRow.parse(row));
  },
});
