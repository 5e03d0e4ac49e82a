import { type SQL, sql } from 'drizzle-orm';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { entryNotes } from '#functions/database/schema/ledger-tables.ts';
import type { AuditEntry } from '#functions/ports/database/system/journal-store.ts';

/** Parts of a statement that has written an entry as `entry`: each writes a row only if there is one. */

export const noteOfEntry = ({
  reference = null,
  note = null,
  reason = null,
}: {
  reference?: string | null;
  note?: string | null;
  reason?: string | null;
}): SQL => sql`
  insert into ${entryNotes} (entry_id, reference, note, reason)
  select id, ${reference}, ${note}, ${reason} from entry`;

export const auditOfEntry = (
  audit: Parameters<typeof insertAuditRows>[0] & Pick<AuditEntry, 'changes'>,
  record: SQL,
): SQL =>
  insertAuditRows(audit, {
    record,
    changes: sql`${JSON.stringify(audit.changes ?? {})}::jsonb || jsonb_build_object('amount', amount)`,
    from: sql`entry`,
  });

export const activityOfEntry = (text: string): SQL => sql`
  insert into ${activities} (user_id, activity_type, description)
  select user_id, 'payment', ${text} from entry`;
