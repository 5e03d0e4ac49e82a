import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { AwsDataApiPgDatabase } from 'drizzle-orm/aws-data-api/pg';
import * as z from 'zod';
import { LEASE_OVER } from '#functions/adapters/database/jobs/job-parts.ts';
import { isBlocked } from '#functions/adapters/database/mails/mail-blocks.ts';
import { recipientAtEnd } from '#functions/adapters/database/mails/mail-jobs.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { instantOf } from '#functions/database/instant.ts';
import { passkeys, recoveryCodes, sessions, totpFactors } from '#functions/database/schema/auth-tables.ts';
import { bankFiles, bankLines } from '#functions/database/schema/bank-tables.ts';
import { billingRuns } from '#functions/database/schema/billing-tables.ts';
import { documentCounters, invoices } from '#functions/database/schema/invoices-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { ledgerEntries } from '#functions/database/schema/ledger-tables.ts';
import { linkTokens, mailBlocks, mails } from '#functions/database/schema/mails-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { helpdeskMessages } from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { MAIL_NEWS_STATES } from '#functions/ports/database/mails/mail-event-store.ts';
import { NAMED_RECORDS, type RestoreStore } from '#functions/ports/database/operations/restore-store.ts';
import { job } from '#shared/contract/jobs.ts';

const ACTION = 'operations.after-restore';

/** More ids than a portal assigns in the 35 days that a restore can take back. */
const IDS_AHEAD = 1_000_000;

const HELD = 'Held after a restore.';

const MAIL_JOBS = sql`('account-mail', 'business-mail')`;
const NEWS_STATES = sql.join(
  MAIL_NEWS_STATES.map((state) => sql`${state}`),
  sql`, `,
);

const recordOf = (moment: Date) => `database of ${moment.toISOString()}`;

const counted = z.array(z.object({ kind: job.shape.kind, count: z.coerce.number() }));

const namedRecord = z.object({ kind: z.enum(NAMED_RECORDS), id: z.number(), name: z.string().nullable() });

const settledFactors = z.array(
  z.object({
    userId: z.number(),
    removed: z.number(),
    codes: z.number(),
    left: z.number(),
    hasNewer: z.boolean(),
  }),
);

const ofOwner = sql`coalesce(' of ' || client."OWNumber", '')`;
const owning = sql`left join ${users} as client on client."User_Id"`;

/** `owner` is a connection as the role that owns the sequences; the application may only take numbers from them. */
export const makeRestoreStore = (owner: AwsDataApiPgDatabase): RestoreStore => ({
  readState: async (moment) => {
    const [row] = await owner
      .select({
        newestAt: sql<string | null>`(select max(${auditLog.at}) from ${auditLog})`.mapWith(auditLog.at),
        isSettled: sql<boolean>`exists (
          select from ${auditLog} where ${auditLog.action} = ${ACTION} and ${auditLog.record} = ${recordOf(moment)})`,
      })
      .from(ONE_ROW);
    const newestAt = row?.newestAt ?? null;

    return { newestAt: newestAt === null ? null : new Date(newestAt), isSettled: row?.isSettled === true };
  },

  settle: (moment) =>
    owner.transaction(async (transaction) => {
      const ended = await transaction.delete(sessions).returning({ id: sessions.id });
      // The restored database has links that were used or ended after the backup.
      await transaction.delete(linkTokens);
      await transaction.execute(sql`
        select setval(format('public.%I', sequencename)::regclass, coalesce(last_value, start_value) + ${IDS_AHEAD}::bigint)
        from pg_sequences where schemaname = 'public'`);
      const held = transaction.$with('held').as(
        transaction
          .update(jobs)
          .set({ ...LEASE_OVER, state: 'failed', error: HELD })
          .where(inArray(jobs.state, ['queued', 'running']))
          .returning({ kind: jobs.kind }),
      );
      const rows = await transaction
        .with(held)
        .select({ kind: held.kind, count: sql`count(*)` })
        .from(held)
        .groupBy(held.kind);
      await transaction.execute(sql`
        update ${mails} set state = 'uncertain'
        where ${mails.state} = 'waiting' and ${mails.id}::text in (
          select ${jobs.key} from ${jobs} where ${jobs.kind} in ${MAIL_JOBS} and ${jobs.error} = ${HELD})`);
      // The message may have arrived since the backup, which this database does not know.
      await transaction.execute(sql`
        update ${helpdeskMessages} set uncertain_since = created_at
        where ${helpdeskMessages.helpdesk_id} is null and ${helpdeskMessages.uncertain_since} is null`);
      await transaction.execute(
        insertAuditRows(
          { actorId: null, action: ACTION, address: 'terminal' },
          { record: sql`${recordOf(moment)}`, from: ONE_ROW },
        ),
      );

      return {
        sessions: ended.length,
        held: Object.fromEntries(counted.parse(rows).map(({ kind, count }) => [kind, count])),
      };
    }),

  settleMails: async (news) => {
    const rank = (state: SQL) => sql`coalesce(array_position(array[${NEWS_STATES}]::text[], ${state}), 0)`;
    const { rows } = await owner.execute(sql`
      with news as (
        select * from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as news ("mailId" uuid, state text, at timestamptz)
      ), ended as (
        update ${jobs} set state = 'completed', error = null from news
        where ${jobs.kind} in ${MAIL_JOBS} and ${jobs.key} = news."mailId"::text and ${jobs.state} <> 'completed'
      )
      update ${mails} set state = news.state, reason = null, recipient = ${recipientAtEnd},
        sent_at = coalesce(${mails.sent_at}, news.at)
      from news
      where ${mails.id} = news."mailId" and ${rank(sql`${mails.state}`)} < ${rank(sql`news.state`)}
      returning ${mails.id}`);

    return rows.length;
  },

  blockAddresses: async (blocks) => {
    const audit = { actorId: null, action: ACTION, address: 'terminal' };
    const record = sql`'user ' || user_id`;
    await owner.execute(sql`
      with blocked as (
        insert into ${mailBlocks} (user_id, address, reason)
        select ${users.User_Id}, lower(${users.User_Email}), block.reason
        from ${users}
        join jsonb_to_recordset(${JSON.stringify(blocks)}::jsonb) as block ("userId" int, reason text)
          on block."userId" = ${users.User_Id}
        on conflict do nothing
        returning user_id
      )
      ${insertAuditRows(audit, { record, from: sql`blocked`, changes: sql`'["mail"]'::jsonb` })}`);
  },

  settleFactors: (changes, moment) =>
    owner.transaction(async (transaction) => {
      const at = instantOf(moment);
      const { rows } = await transaction.execute(sql`
        with change as (
          select * from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
            as change ("userId" int, "passkeyIds" jsonb, "isTotpRemoved" boolean, "isAllRemoved" boolean)
        ), passkey as (
          delete from ${passkeys} using change
          where ${passkeys.user_id} = change."userId" and ${passkeys.created_at} <= ${at} and (change."isAllRemoved"
            or ${passkeys.id}::text in (select jsonb_array_elements_text(change."passkeyIds")))
          returning ${passkeys.user_id}
        ), totp as (
          delete from ${totpFactors} using change
          where ${totpFactors.user_id} = change."userId" and coalesce(${totpFactors.confirmed_at} <= ${at}, true)
            and (change."isAllRemoved" or change."isTotpRemoved")
          returning ${totpFactors.user_id}
        ), code as (
          delete from ${recoveryCodes} using change
          where ${recoveryCodes.user_id} = change."userId" and not exists (
            select from ${auditLog} where ${auditLog.actor_id} = change."userId" and ${auditLog.at} > ${at})
          returning ${recoveryCodes.user_id}
        ), had as (
          select change."userId", made_at from change
          join (
            select user_id, created_at as made_at from ${passkeys}
            union all select user_id, confirmed_at from ${totpFactors} where confirmed_at is not null
          ) as factor on factor.user_id = change."userId"
        ), figures as (
          select "userId",
            (select count(*)::int from passkey where passkey.user_id = change."userId")
              + (select count(*)::int from totp where totp.user_id = change."userId") as removed,
            (select count(*)::int from code where code.user_id = change."userId") as codes,
            (select count(*)::int from had where had."userId" = change."userId" and made_at <= ${at}) as had,
            exists (select from had where had."userId" = change."userId" and made_at > ${at}) as "hasNewer"
          from change
        )
        select "userId", removed, codes, had - removed as left, "hasNewer" from figures`);
      const settled = settledFactors.parse(rows);
      const changed = settled.filter(({ removed, codes }) => removed + codes > 0).map(({ userId }) => userId);
      const account = sql`jsonb_array_elements_text(${JSON.stringify(changed)}::jsonb) as account (id)`;
      await transaction.execute(sql`
        with ended as (
          delete from ${sessions} using ${account} where ${sessions.user_id} = account.id::int
        )
        ${insertAuditRows(
          { actorId: null, action: ACTION, address: 'terminal' },
          { record: sql`'user ' || account.id`, from: account, changes: sql`'["factors"]'::jsonb` },
        )}`);

      return settled;
    }),

  findAccounts: async (userIds) => {
    if (userIds.length === 0) {
      return [];
    }

    return owner
      .select({
        userId: users.User_Id,
        owNumber: users.OWNumber,
        madeAt: users.User_Date,
        role: users.user_role,
        status: users.User_Status,
        isBlocked: isBlocked(users.User_Id, users.User_Email),
      })
      .from(users)
      .where(
        sql`${users.User_Id} in (select value::int from jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb))`,
      );
  },

  nameRecords: async (records) => {
    const { rows } = await owner.execute(sql`
      select asked.kind, asked.id, case asked.kind
        when 'account' then (select ${users.OWNumber} from ${users} where ${users.User_Id} = asked.id)
        when 'invoice' then (
          select invoice.invoice_number || ${ofOwner} from ${invoices} as invoice ${owning} = invoice.user_id where invoice.id = asked.id)
        when 'payment' then (
          select 'payment ' || entry.id || ${ofOwner} from ${ledgerEntries} as entry ${owning} = entry.user_id where entry.id = asked.id)
        when 'service' then (
          select 'service ' || service.id || ${ofOwner} from ${services} as service ${owning} = service.user_id where service.id = asked.id)
        when 'bank file' then (
          select 'file ' || file.id || ' of ' || file.from_day || ' to ' || file.to_day from ${bankFiles} as file where file.id = asked.id)
        when 'bank line' then (
          select 'line of ' || line.date || ' in file ' || line.file_id from ${bankLines} as line where line.id = asked.id)
        when 'billing run' then (select 'the billing run of ' || run.month from ${billingRuns} as run where run.id = asked.id)
      end as name
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as asked (kind text, id bigint)`);

    return rows
      .map((row) => namedRecord.parse(row))
      .flatMap(({ name, ...record }) => (name === null ? [] : [{ ...record, name }]));
  },

  readCounters: async (series) => {
    const rows = await owner.select().from(documentCounters).where(eq(documentCounters.series, series));

    return new Map(rows.map(({ year, last_number }) => [year, last_number]));
  },

  raiseCounter: async (series, year, lastNumber) => {
    await owner
      .insert(documentCounters)
      .values({ series, year, last_number: lastNumber })
      .onConflictDoUpdate({
        target: [documentCounters.series, documentCounters.year],
        set: { last_number: sql`greatest(${documentCounters.last_number}, ${lastNumber}::int)` },
      });
  },
});
