import { and, eq, not, type SQL, sql } from 'drizzle-orm';
import { isDue, isOverdueOn, isPastDueOn } from '#functions/adapters/database/payments/due-items.ts';
import { instantOf } from '#functions/database/instant.ts';
import { ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { UserFilter } from '#functions/ports/database/users/user-list-store.ts';
import { startOfMonth } from '#shared/months.ts';

/** Repeats the condition of the index `services_active` word for word. */
const isActive: SQL = sql`${services.status} = 'active'`;

const ofUser = {
  items: eq(ledgerItems.user_id, users.User_Id),
  services: eq(services.user_id, users.User_Id),
};

const hasItem = (condition: SQL): SQL =>
  sql`exists (select from ${ledgerItems} where ${and(ofUser.items, condition)})`;
const hasService: SQL = sql`exists (select from ${services} where ${and(ofUser.services, isActive)})`;

/** True if the account is in a group that the list can show alone. */
export const isInGroup = (group: NonNullable<UserFilter['only']>, now: Date): SQL =>
  ({
    owing: hasItem(isDue),
    overdue: hasItem(isOverdueOn(now)),
    'no-services': not(hasService),
    'new-this-month': sql`${users.User_Date} >= ${instantOf(startOfMonth(now))}`,
  })[group];

/** The sums by which the list can be sorted, for the accounts that have one, and the condition for all others. */
export const RANKINGS = {
  owed: {
    sums: sql`select ${ledgerItems.user_id} as user_id, sum(${ledgerItems.due}) as value from ${ledgerItems} where ${isDue} group by ${ledgerItems.user_id}`,
    hasNone: not(hasItem(isDue)),
  },
  services: {
    sums: sql`select ${services.user_id} as user_id, count(*) as value from ${services} where ${isActive} group by ${services.user_id}`,
    hasNone: not(hasService),
  },
} as const;

/** What each account of a page owes, and the overdue part of it, for a lateral join. */
export const debtOf = (now: Date) =>
  [
    sql`lateral (
      select coalesce(sum(due), 0) as owed, coalesce(sum(due) filter (where ${isPastDueOn(now)}), 0) as overdue
      from ${ledgerItems} where ${and(ofUser.items, isDue)}) as debt`,
    sql`true`,
  ] as const;

/** The sums of each account of a page: those of `debtOf`, and the number of its active services. */
export const sumColumns = {
  owed: sql<number>`debt.owed`.as('owed'),
  overdue: sql<number>`debt.overdue`.as('overdue'),
  services: sql<number>`(select count(*) from ${services} where ${and(ofUser.services, isActive)})`.as(
    'services',
  ),
};
