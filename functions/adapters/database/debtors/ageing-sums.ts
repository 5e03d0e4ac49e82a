import { type SQL, sql } from 'drizzle-orm';
import type { AgeingCents } from '#functions/ports/database/debtors/statement-store.ts';
import { centsFromDecimal } from '#shared/money.ts';

/** The columns of D64: days since something was due, with both ends. An item is not overdue on its due day. */
const BUCKETS: Record<keyof AgeingCents, (age: SQL) => SQL> = {
  notDue: (age) => sql`${age} <= 0`,
  days30: (age) => sql`${age} between 1 and 30`,
  days60: (age) => sql`${age} between 31 and 60`,
  days90: (age) => sql`${age} between 61 and 90`,
  older: (age) => sql`${age} > 90`,
};

const NAMES = Object.keys(BUCKETS) as (keyof AgeingCents)[];

/** Sums what is due in each bucket on a day. */
export const ageingColumns = ({ due, ageDate }: { due: SQL; ageDate: SQL }, day: string): SQL =>
  sql.join(
    NAMES.map(
      (name) =>
        sql`coalesce(sum(${due}) filter (where ${BUCKETS[name](sql`(${day}::date - ${ageDate})`)}), 0) as ${sql.identifier(name)}`,
    ),
    sql`, `,
  );

export const ageingNames: SQL = sql.join(
  NAMES.map((name) => sql.identifier(name)),
  sql`, `,
);

/** Sums those columns of several accounts. */
export const ageingTotals: SQL = sql.join(
  NAMES.map((name) => sql`coalesce(sum(${sql.identifier(name)}), 0) as ${sql.identifier(name)}`),
  sql`, `,
);

/** The most overdue of `owing`: what is the oldest counts first, and in each age the larger amount. */
export const MOST_OVERDUE: SQL = sql`
  owing.older desc, owing.days90 desc, owing.days60 desc, owing.days30 desc, owing.due desc`;

export const readAgeing = (row: Record<string, unknown>): AgeingCents =>
  Object.fromEntries(
    NAMES.map((name) => [name, centsFromDecimal(String(row[name]))]),
  ) as unknown as AgeingCents;
