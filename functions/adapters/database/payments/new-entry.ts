import { type SQL, sql } from 'drizzle-orm';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { isoFromDataApi } from '#functions/database/instant.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { entryNotes } from '#functions/database/schema/ledger-tables.ts';
import type { AuditEntry } from '#functions/ports/database/system/journal-store.ts';
import { ledgerEntry } from '#shared/contract/payments/ledger-entries.ts';

/** Parts of a statement that has written an entry as `entry`: each writes a row only if there is one. */

export const noteOfEntry = ({
  reference = null,
  note = null,
  reason = null,
  collection = null,
}: {
  reference?: string | null;
  note?: string | null;
  reason?: string | null;
  collection?: string | null;
}): SQL => sql`
  insert into ${entryNotes} (entry_id, reference, note, reason, collection)
  select id, ${reference}, ${note}, ${reason}, ${collection} from entry`;

export const auditOfEntry = (
  audit: Parameters<typeof insertAuditRows>[0] & Pick<AuditEntry, 'changes'>,
  record: SQL,
  isAudited = true,
): SQL =>
  insertAuditRows(audit, {
    record,
    changes: sql`${JSON.stringify(audit.changes ?? {})}::jsonb || jsonb_build_object('amount', amount)`,
    from: sql`entry where ${isAudited}`,
  });

/** Adds an entry to the client's activities, if there is a text for it. */
export const activityOfEntry = (text: string | SQL | null): SQL => sql`
  insert into ${activities} (user_id, activity_type, description)
  select user_id, 'payment', ${text} from entry where ${text !== null}`;

/** The columns of `entry` that `readEntry` reads, beside its reason. */
export const returnedEntry = sql`
  id, user_id as "userId", kind, date::text, bank_date::text as "bankDate", amount, method, created_at,
  written_by_name as "writtenBy"`;

export const readEntry = (row: Record<string, unknown>) =>
  ledgerEntry.parse({
    ...row,
    amount: Number(row.amount),
    createdAt: isoFromDataApi(String(row.created_at)),
  });
