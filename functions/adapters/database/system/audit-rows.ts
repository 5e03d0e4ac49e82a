import { type SQL, sql } from 'drizzle-orm';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { cutAddress } from './cut-address.ts';

/** Builds the part of a statement that writes an audit row for each row `from` its other parts. */
export const insertAuditRows = (
  { actorId, action, address }: { actorId: number | SQL | null; action: string; address: string },
  { record, from, changes = sql`'[]'::jsonb` }: { record: SQL; from: SQL; changes?: SQL },
): SQL => sql`
  insert into ${auditLog} (actor_id, action, record, changes, address)
  select ${actorId}::int, ${action}, ${record}, ${changes}, ${cutAddress(address)} from ${from}`;
