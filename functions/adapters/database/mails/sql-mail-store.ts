import { sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { instantOf } from '#functions/database/instant.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import type { MailStore } from '#functions/ports/database/mails/mail-store.ts';
import { mailKinds } from '#shared/mail-kinds.ts';

export const makeMailStore = (db: Connection): MailStore => ({
  order: async ({ id, kind, key, userId, recipient, about = {} }, now) => {
    const queued = await db.execute(sql`
      with ordered as (
        insert into ${mails} (id, kind, key, user_id, recipient, about, created_at)
        values (${id}::uuid, ${kind}, ${key}, ${userId}::int, ${recipient}, ${JSON.stringify(about)}::jsonb,
          ${instantOf(now)})
        on conflict (key) do nothing
        returning id
      )
      insert into ${jobs} (kind, key, payload, updated_at)
      select ${mailKinds[kind].job}, id::text, jsonb_build_object('mailId', id), ${instantOf(now)} from ordered
      returning id`);

    return queued.rows.length === 1;
  },
});
