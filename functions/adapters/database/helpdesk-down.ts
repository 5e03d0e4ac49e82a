import { sql } from 'drizzle-orm';
import { health } from '#functions/database/schema/system.ts';
import { HELPDESK, HELPDESK_DOWN_SECONDS } from '#functions/ports/database/health-store.ts';

/** Whether the helpdesk counts as down, because a call met an outage a moment ago (D21). */
export const isHelpdeskDown = (now: Date) => {
  const since = new Date(now.getTime() - HELPDESK_DOWN_SECONDS * 1000).toISOString();

  return sql<boolean>`exists (select from ${health} where ${health.name} = ${HELPDESK} and ${health.state} = 'Down' and ${health.checked_at} > ${since}::timestamptz)`;
};
