import { type SQL, sql } from 'drizzle-orm';
import { instantOf, readInstant } from '#functions/database/instant.ts';
import { health, throttleCounters } from '#functions/database/schema/system-tables.ts';
import { HELPDESK, HELPDESK_DOWN_SECONDS } from '#functions/ports/database/system/health-store.ts';
import { HELPDESK_CALLS } from '#functions/ports/database/tickets/helpdesk-calls.ts';
import {
  HELPDESK_FAULTS,
  type HelpdeskObjectKind,
  helpdeskFaultOf,
} from '#functions/ports/database/tickets/helpdesk-faults.ts';

/** True if the helpdesk counts as down, because a call met an outage in the last 30 s (D21). */
export const isHelpdeskDown = (now: Date) => {
  const since = new Date(now.getTime() - HELPDESK_DOWN_SECONDS * 1000).toISOString();

  return sql<boolean>`exists (select from ${health} where ${health.name} = ${HELPDESK} and ${health.state} = 'Down' and ${health.checked_at} > ${since}::timestamptz)`;
};

/** When calls of the helpdesk are left again, if none is (D21). */
export const helpdeskBusyUntil = (now: Date) =>
  readInstant(sql`(
    select counter.window_ends_at from ${throttleCounters} as counter
    where counter.bucket = ${HELPDESK_CALLS.name} and counter.count >= counter."limit"
      and counter.window_ends_at > ${instantOf(now)})`);

const isCounted = (bucket: SQL, now: Date) => sql`exists (
  select from ${throttleCounters} as counter
  where counter.bucket = ${bucket} and counter.window_ends_at > ${instantOf(now)})`;

/** True if a call about another object met a fault in the last minute (D21). */
export const isHelpdeskSuspect = (kind: HelpdeskObjectKind, id: SQL, now: Date) =>
  sql<boolean>`(${isCounted(sql`${HELPDESK_FAULTS.name}`, now)}
    and not ${isCounted(sql`${helpdeskFaultOf(kind)} || ${id}`, now)})`;
