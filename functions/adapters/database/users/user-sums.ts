import { and, eq, not, type SQL, sql } from 'drizzle-orm';
import { isOpen, isOverdueOn } from '#functions/adapters/database/invoices/open-invoices.ts';
import { instantOf } from '#functions/database/instant.ts';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { UserFilter } from '#functions/ports/database/users/user-list-store.ts';
import { startOfMonth } from '#shared/dates.ts';

/** Repeats the condition of the index `services_active` word for word. */
const isActive: SQL = sql`${services.status} = 'active'`;

const ofUser = {
  invoices: eq(invoices.user_id, users.User_Id),
  services: eq(services.user_id, users.User_Id),
};

const hasInvoice = (condition: SQL): SQL =>
  sql`exists (select from ${invoices} where ${and(ofUser.invoices, condition)})`;
const hasService: SQL = sql`exists (select from ${services} where ${and(ofUser.services, isActive)})`;

/** True if the account is in a group that the list can show alone. */
export const isInGroup = (group: NonNullable<UserFilter['only']>, now: Date): SQL =>
  ({
    owing: hasInvoice(isOpen),
    overdue: hasInvoice(isOverdueOn(now)),
    'no-services': not(hasService),
    'new-this-month': sql`${users.User_Date} >= ${instantOf(startOfMonth(now))}`,
  })[group];

/** What the list can be sorted by: the sums of the accounts that have one, and the condition for all others. */
export const RANKINGS = {
  owed: {
    sums: sql`select ${invoices.user_id} as user_id, sum(${invoices.total_amount}) as value from ${invoices} where ${isOpen} group by ${invoices.user_id}`,
    hasNone: not(hasInvoice(isOpen)),
  },
  services: {
    sums: sql`select ${services.user_id} as user_id, count(*) as value from ${services} where ${isActive} group by ${services.user_id}`,
    hasNone: not(hasService),
  },
} as const;

const sumOf = (condition: SQL): SQL<string> =>
  sql`(select coalesce(sum(${invoices.total_amount}), 0) from ${invoices} where ${and(ofUser.invoices, condition)})`;

/** What each account of a page owes, and the number of its active services. */
export const sumColumns = (now: Date) => ({
  owed: sumOf(isOpen).as('owed'),
  overdue: sumOf(isOverdueOn(now)).as('overdue'),
  services: sql<number>`(select count(*) from ${services} where ${and(ofUser.services, isActive)})`.as(
    'services',
  ),
});

/** Sums arrive as decimal strings. */
export const readSums = <Row extends { owed: string; overdue: string }>(row: Row) => ({
  ...row,
  owed: Number(row.owed),
  overdue: Number(row.overdue),
});
