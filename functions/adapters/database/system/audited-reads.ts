import { type SQL, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { countIn } from '#functions/adapters/database/system/sql-throttle-store.ts';
import { instantOf } from '#functions/database/instant.ts';
import { throttleCounters } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { PageAudit, RouteAudit } from '#functions/ports/database/system/journal-store.ts';
import { insertAuditRows } from './audit-rows.ts';

const auditRow = (audit: RouteAudit | undefined, row: { record: SQL; from: SQL }): SQL =>
  audit ? insertAuditRows(audit, row) : sql`select`;

/**
 * The first part of a reading statement: its audit row is written if and only if the read succeeds. `from` has a row
 * if there is something to read. Without an audit nothing is written.
 */
export const auditingRead = (
  db: Connection,
  audit: RouteAudit | undefined,
  row: { record: SQL; from: SQL },
) => db.$with('audited', {}).as(auditRow(audit, row));

/** As `auditingRead`, for one account's records; the text of a part that the statement calls `audited`. */
export const auditRowOf = (userId: number, audit: RouteAudit | undefined): SQL =>
  auditRow(audit, {
    record: sql`'user ' || ${users.User_Id}`,
    from: sql`${users} where ${users.User_Id} = ${userId}`,
  });

export const auditingReadOf = (db: Connection, userId: number, audit: RouteAudit | undefined) =>
  db.$with('audited', {}).as(auditRowOf(userId, audit));

/**
 * As `auditingRead`, for a page of a list: only the first page of a window writes a row, and only if the condition
 * holds.
 */
export const auditingPage = (db: Connection, audit: PageAudit, condition = sql`true`) => {
  const { bucket, now } = audit;
  const isNoted = sql`exists (
    select from ${throttleCounters}
    where ${throttleCounters.bucket} = ${bucket.name} and ${throttleCounters.window_ends_at} > ${instantOf(now)})`;
  const counted = db.$with('counted', {}).as(countIn(bucket, now, sql`not ${isNoted} and ${condition}`));
  const audited = db.$with('audited', {}).as(
    insertAuditRows(audit, {
      record: sql`null`,
      // Of two simultaneous pages, the second is counted beyond the limit.
      from: sql`${counted} where count <= "limit"`,
    }),
  );

  return [counted, audited];
};
