import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { isOfKnownKind } from '#functions/adapters/database/jobs/job-parts.ts';
import { isDue, isOverdueOn, isPastDueOn } from '#functions/adapters/database/ledger/due-items.ts';
import { pausedMails, readPausedMails } from '#functions/adapters/database/mails/paused-mails.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { isOfPerson } from '#functions/adapters/database/system/canary-account.ts';
import { openTickets } from '#functions/adapters/database/tickets/ticket-counts.ts';
import { instantOf } from '#functions/database/instant.ts';
import { invoices, retainedInvoices } from '#functions/database/schema/invoices-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { FigureStore, MonthSpan } from '#functions/ports/database/figures/figure-store.ts';

const sumIn = (table: typeof invoices | typeof retainedInvoices, { from, until }: MonthSpan): SQL => sql`
  (select coalesce(sum(${table.total_amount}), 0) from ${table}
    where ${table.created_at} >= ${instantOf(from)} and ${table.created_at} < ${instantOf(until)}
      and ${table.status} <> 'void')`;

/** Sums a month's invoices, including those of deleted clients. */
const invoicedIn = (month: MonthSpan): SQL<string> =>
  sql`${sumIn(invoices, month)} + ${sumIn(retainedInvoices, month)}`;

const newClientsIn = ({ from, until }: MonthSpan): SQL<number> => sql`
  (select count(*) from ${users}
    where ${users.User_Date} >= ${instantOf(from)} and ${users.User_Date} < ${instantOf(until)}
      and ${users.user_role} = 'client' and ${isOfPerson})`;

export const makeFigureStore = (db: Connection): FigureStore => ({
  readCounts: async (now) => {
    const [row] = await db
      .select({
        overdueClients: sql<number>`(select count(distinct ${ledgerItems.user_id}) from ${ledgerItems} where ${isOverdueOn(now)})`,
        openTickets,
        failedJobs: sql<number>`(select count(*) from ${jobs} where ${and(eq(jobs.state, 'failed'), isOfKnownKind)})`,
        pausedMails,
      })
      .from(ONE_ROW);
    const { pausedMails: paused = [], ...counts } = row ?? {
      overdueClients: 0,
      openTickets: 0,
      failedJobs: 0,
    };

    return { ...counts, pausedMails: readPausedMails(paused) };
  },

  readMoney: async (month, now) => {
    const [row] = await db
      .select({
        outstanding: sql<string>`coalesce(sum(${ledgerItems.due}), 0)`,
        overdue: sql<string>`coalesce(sum(${ledgerItems.due}) filter (where ${isPastDueOn(now)}), 0)`,
        invoicedThisMonth: invoicedIn(month),
      })
      .from(ledgerItems)
      .where(isDue);

    return {
      outstanding: Number(row?.outstanding ?? 0),
      overdue: Number(row?.overdue ?? 0),
      invoicedThisMonth: Number(row?.invoicedThisMonth ?? 0),
    };
  },

  readMonths: async (months) => {
    // One subquery for each range, so that each reads its part of the index alone.
    const rows = months.map(
      (span) =>
        sql`select ${span.month} as month, ${invoicedIn(span)} as invoiced, ${newClientsIn(span)} as clients`,
    );
    const found = await db
      .select({
        month: sql<string>`month`,
        invoiced: sql<string>`invoiced`,
        newClients: sql<number>`clients`,
      })
      .from(sql`(${sql.join(rows, sql` union all `)}) as months`)
      .orderBy(sql`month`);

    return found.map(({ invoiced, ...figures }) => ({ ...figures, invoiced: Number(invoiced) }));
  },
});
