import { count, desc, eq, isNotNull, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { blockEnd, countIn } from '#functions/adapters/database/system/sql-throttle-store.ts';
import {
  creditNotes,
  invoices,
  replacedFiles,
  retainedCreditNotes,
  retainedInvoices,
} from '#functions/database/schema/invoices-tables.ts';
import { debugResults, health as healthTable } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { DebugStore } from '#functions/ports/database/debug/debug-store.ts';
import { keptDebugResult } from '#shared/contract/debug.ts';

const facts = z.object({ version: z.string(), migrations: z.number(), now: z.coerce.date() });

/** 'PostgreSQL 17.4 on aarch64-unknown-linux-gnu, compiled by …': nobody needs the part from ' on ' on. */
const shortVersion = (version: string) => version.replace(/ on .*/s, '');

type DocumentTable =
  | typeof invoices
  | typeof retainedInvoices
  | typeof replacedFiles
  | typeof creditNotes
  | typeof retainedCreditNotes;

const filesOf = (table: DocumentTable, db: Connection) =>
  db
    .select({ fileId: table.google_drive_file_id, checkedAt: table.permissions_checked_at })
    .from(table)
    .where(isNotNull(table.google_drive_file_id));

/** The files of clients' documents, of those whose client is deleted, and those that a void replaced. */
const allFiles = (db: Connection) =>
  filesOf(invoices, db)
    .unionAll(filesOf(retainedInvoices, db))
    .unionAll(filesOf(replacedFiles, db))
    .unionAll(filesOf(creditNotes, db))
    .unionAll(filesOf(retainedCreditNotes, db))
    .as('files');

export const makeDebugStore = (db: Connection): DebugStore => ({
  startRun: async (test, bucket, audit, now) => {
    const taken = db.$with('taken', {}).as(countIn(bucket, now, sql`true`));
    const audited = db.$with('audited', {}).as(
      insertAuditRows(audit, {
        record: sql`${`test ${test}`}::text`,
        from: sql`taken where count <= "limit"`,
      }),
    );
    const [row] = await db
      .with(taken, audited)
      .select({ blockedUntil: blockEnd })
      .from(sql`taken`)
      .where(sql`count > "limit"`);

    return row?.blockedUntil ? new Date(row.blockedUntil) : undefined;
  },

  readFacts: async () => {
    const { rows } = await db.execute(sql`
      select version(), (select count(*) from drizzle.__drizzle_migrations) as migrations,
        to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`);
    const read = facts.parse(rows[0]);

    return { ...read, version: shortVersion(read.version) };
  },

  countFiles: async () => {
    const [row] = await db.select({ count: count() }).from(allFiles(db));

    return row?.count ?? 0;
  },

  listUnchecked: async (limit, before) => {
    const files = allFiles(db);
    const isDue = sql`${files.checkedAt} is null or ${files.checkedAt} < ${before.toISOString()}::timestamptz`;
    const rows = await db
      .select({ fileId: files.fileId, due: sql<number>`count(*) filter (where ${isDue}) over ()`.as('due') })
      .from(files)
      .orderBy(sql`${files.checkedAt} nulls first`, files.fileId)
      .limit(limit);

    return { fileIds: rows.flatMap(({ fileId }) => fileId ?? []), due: rows[0]?.due ?? 0 };
  },

  markChecked: async (fileIds, now) => {
    const checked = sql`(select value from jsonb_array_elements_text(${JSON.stringify(fileIds)}::jsonb))`;
    const checkedAt = sql`${now.toISOString()}::timestamptz`;
    const mark = (table: DocumentTable) => sql`
      update ${table} set permissions_checked_at = ${checkedAt} where google_drive_file_id in ${checked}`;
    await Promise.all([
      db.execute(sql`
        with of_clients as (${mark(invoices)}), replaced as (${mark(replacedFiles)}) ${mark(retainedInvoices)}`),
      db.execute(sql`with of_clients as (${mark(creditNotes)}) ${mark(retainedCreditNotes)}`),
    ]);
  },

  keepResult: async ({ test, userId, result, health }, now) => {
    const rows = health.map(({ name, state, checkedAt }) => ({ name, state, checked_at: checkedAt }));
    const healthy = sql`
      insert into ${healthTable} (name, state, checked_at)
      select name, state, checked_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (name text, state text, checked_at timestamptz)
      on conflict (name) do update set state = excluded.state, checked_at = excluded.checked_at`;
    await db.execute(sql`
      with healthy as (${healthy})
      insert into ${debugResults} (test, user_id, ran_at, result)
      select ${test}, (select ${users.User_Id} from ${users} where ${users.User_Id} = ${userId}::int),
        ${now.toISOString()}::timestamptz, ${JSON.stringify(result)}::jsonb
      on conflict (test) do update
        set user_id = excluded.user_id, ran_at = excluded.ran_at, result = excluded.result`);
  },

  listResults: async () => {
    const rows = await db
      .select({
        test: debugResults.test,
        who: sql<string | null>`trim(${users.User_Name} || ' ' || ${users.User_Surname})`,
        when: debugResults.ran_at,
        result: debugResults.result,
      })
      .from(debugResults)
      .leftJoin(users, eq(users.User_Id, debugResults.user_id))
      .orderBy(desc(debugResults.ran_at));

    // A result that another version of the portal stored is left out.
    return rows.flatMap(({ result, ...row }) => {
      const kept = keptDebugResult.safeParse({ ...z.record(z.string(), z.unknown()).parse(result), ...row });

      return kept.success ? [kept.data] : [];
    });
  },
});
