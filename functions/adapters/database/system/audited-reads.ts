import { type SQL, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { countIn } from '#functions/adapters/database/system/sql-throttle-store.ts';
import { instantOf } from '#functions/database/instant.ts';
import { throttleCounters } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { PageAudit, ReadAudit } from '#functions/ports/database/system/journal-store.ts';
import { usedSince } from '#functions/ports/session-limits.ts';
import { insertAuditRows } from './audit-rows.ts';

/**
 * A condition that holds, or fails the whole statement. As a subquery without a reference it is evaluated once, and also
 * if there is no row to which it could apply.
 */
const isLive = ({ userId, role, sessionId, levelMin, checkedAt }: SessionUser): SQL =>
  sql`(select require_live_session(${sessionId}::uuid, ${userId}::int, ${role}, ${levelMin}::int,
    ${instantOf(usedSince(role, checkedAt))}, ${instantOf(checkedAt)}))`;

/**
 * The text of the first part of a reading statement, which the statement calls `audited`: its audit row is written if
 * and only if the read succeeds, for a session that is live. `from` has a row if `condition` holds for something to
 * read. Without an audit nothing is written.
 */
export const auditRow = (
  audit: ReadAudit | undefined,
  { record, from, condition = sql`true` }: { record: SQL; from: SQL; condition?: SQL },
): SQL =>
  audit
    ? insertAuditRows(audit, { record, from: sql`${from} where ${isLive(audit.reader)} and ${condition}` })
    : sql`select`;

export const auditingRead = (
  db: Connection,
  audit: ReadAudit | undefined,
  row: { record: SQL; from: SQL; condition?: SQL },
) => db.$with('audited', {}).as(auditRow(audit, row));

/** As `auditRow`, for one account's records. */
export const auditRowOf = (userId: number, audit: ReadAudit | undefined): SQL =>
  auditRow(audit, {
    record: sql`'user ' || ${users.User_Id}`,
    from: sql`${users}`,
    condition: sql`${users.User_Id} = ${userId}`,
  });

export const auditingReadOf = (db: Connection, userId: number, audit: ReadAudit | undefined) =>
  db.$with('audited', {}).as(auditRowOf(userId, audit));

/**
 * As `auditingRead`, for a page of a list: only the first page of a window writes a row, and only if the condition
 * holds. The session must be live for each page.
 */
export const auditingPage = (db: Connection, audit: PageAudit, condition = sql`true`) => {
  const { bucket, now, reader } = audit;
  const isNoted = sql`exists (
    select from ${throttleCounters}
    where ${throttleCounters.bucket} = ${bucket.name} and ${throttleCounters.window_ends_at} > ${instantOf(now)})`;
  // Only a case fixes the order (PostgreSQL manual, 4.2.14): the session comes first, whatever the rest says.
  const mayCount = sql`case when ${isLive(reader)} then not ${isNoted} and ${condition} end`;
  const counted = db.$with('counted', {}).as(countIn(bucket, now, mayCount));
  const audited = db.$with('audited', {}).as(
    insertAuditRows(audit, {
      record: sql`null`,
      // Of two simultaneous pages, the second is counted beyond the limit.
      from: sql`${counted} where count <= "limit"`,
    }),
  );

  return [counted, audited];
};
