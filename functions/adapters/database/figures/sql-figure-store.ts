import { and, eq, type SQL, sql } from 'drizzle-orm';
import {
  bankStanding,
  openLines,
  readOpenLines,
  readStanding,
  unidentifiedSum,
} from '#functions/adapters/database/bank/bank-standing.ts';
import {
  openRun,
  readOpenRun,
  unbilledMonth,
} from '#functions/adapters/database/billing-runs/unbilled-month.ts';
import { allEntries } from '#functions/adapters/database/books/purged-sums.ts';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { isOfKnownKind } from '#functions/adapters/database/jobs/job-parts.ts';
import { pausedMails, readPausedMails } from '#functions/adapters/database/mails/paused-mails.ts';
import { isDue, isOverdueOn, isPastDueOn } from '#functions/adapters/database/payments/due-items.ts';
import { ONE_ROW, readOneRow } from '#functions/adapters/database/sql/one-row.ts';
import { isOfPerson } from '#functions/adapters/database/system/canary-account.ts';
import { openTickets } from '#functions/adapters/database/tickets/ticket-counts.ts';
import { instantOf } from '#functions/database/instant.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { bookClosings, ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { mailBlocks } from '#functions/database/schema/mails-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { FigureStore, MonthSpan } from '#functions/ports/database/figures/figure-store.ts';

const isOnDayOf = ({ month }: MonthSpan): SQL => {
  const firstDay = sql`${`${month}-01`}::date`;

  return sql`date >= ${firstDay} and date < ${firstDay} + interval '1 month'`;
};

/**
 * Sums what the ledger has on the days of a month, also of deleted clients. Of reversals those of invoices are credits,
 * and those of payments are debts.
 */
const ledgerSumsOf = (span: MonthSpan): SQL => sql`
  select coalesce(-sum(amount) filter (where kind = 'invoice'), 0) as invoiced,
    coalesce(sum(amount) filter (where kind = 'reversal' and amount > 0), 0) as voided,
    coalesce(sum(amount) filter (where kind = 'credit-note'), 0) as credited,
    coalesce(-sum(amount) filter (where kind = 'reversal' and amount < 0), 0) as returned
  from ${allEntries} where kind in ('invoice', 'reversal', 'credit-note') and ${isOnDayOf(span)}`;

/** A statement of its own, because payments have an index of their own. */
const receivedIn = (span: MonthSpan): SQL => sql`
  (select coalesce(sum(amount), 0) from ${allEntries} where kind = 'payment' and ${isOnDayOf(span)})`;

const newClientsIn = ({ from, until }: MonthSpan): SQL<number> => sql`
  (select count(*) from ${users}
    where ${users.User_Date} >= ${instantOf(from)} and ${users.User_Date} < ${instantOf(until)}
      and ${users.user_role} = 'client' and ${isOfPerson})`;

export const makeFigureStore = (db: Connection): FigureStore => ({
  readCounts: async (now, accounts, month) => {
    const rows = await db
      .select({
        overdueClients: sql<number>`(select count(distinct ${ledgerItems.user_id}) from ${ledgerItems} where ${isOverdueOn(now)})`,
        openTickets,
        failedJobs: sql<number>`(select count(*) from ${jobs} where ${and(eq(jobs.state, 'failed'), isOfKnownKind)})`,
        blockedAddresses: sql<number>`(
          select count(*) from ${mailBlocks} join ${users}
            on ${users.User_Id} = ${mailBlocks.user_id} and lower(${users.User_Email}) = ${mailBlocks.address}
          where ${isOfPerson})`,
        pausedMails,
        standing: sql<string>`${bankStanding(accounts)}`,
        unidentified: sql<string>`${unidentifiedSum}`,
        toBook: openLines,
        unbilledMonth: unbilledMonth(month),
        run: openRun,
        closedUntil: sql<string | null>`(
          select max(${bookClosings.last_day})::text from ${bookClosings} where ${bookClosings.opened_at} is null)`,
      })
      .from(ONE_ROW);
    const {
      pausedMails: paused,
      standing,
      unidentified,
      toBook,
      unbilledMonth: unbilled,
      run,
      ...counts
    } = readOneRow(rows);

    return {
      ...counts,
      pausedMails: readPausedMails(paused),
      bank: {
        ...readStanding(standing),
        unidentified: Number(unidentified),
        toBook: readOpenLines(toBook),
      },
      billing: { unbilledMonth: unbilled, run: readOpenRun(run) },
    };
  },

  readMoney: async (month, now) => {
    const owed = sql`
      select coalesce(sum(${ledgerItems.due}), 0) as outstanding,
        coalesce(sum(${ledgerItems.due}) filter (where ${isPastDueOn(now)}), 0) as overdue
      from ${ledgerItems} where ${isDue}`;
    const [row] = await db
      .select({
        outstanding: sql<string>`outstanding`,
        overdue: sql<string>`overdue`,
        invoiced: sql<string>`invoiced`,
        voided: sql<string>`voided`,
        credited: sql<string>`credited`,
      })
      .from(sql`(${owed}) as owed, (${ledgerSumsOf(month)}) as sums`);

    return {
      outstanding: Number(row?.outstanding ?? 0),
      overdue: Number(row?.overdue ?? 0),
      invoicedThisMonth: Number(row?.invoiced ?? 0),
      voidedThisMonth: Number(row?.voided ?? 0),
      creditedThisMonth: Number(row?.credited ?? 0),
    };
  },

  readMonths: async (months) => {
    // One subquery for each range, so that each reads its part of the index alone.
    const rows = months.map(
      (span) =>
        sql`select ${span.month} as month, sums.*, ${receivedIn(span)} as received, ${newClientsIn(span)} as clients from (${ledgerSumsOf(span)}) as sums`,
    );
    const found = await db
      .select({
        month: sql<string>`month`,
        invoiced: sql<string>`invoiced`,
        voided: sql<string>`voided`,
        credited: sql<string>`credited`,
        received: sql<string>`received`,
        returned: sql<string>`returned`,
        newClients: sql<number>`clients`,
      })
      .from(sql`(${sql.join(rows, sql` union all `)}) as months`)
      .orderBy(sql`month`);

    return found.map(({ month, newClients, ...sums }) => ({
      month,
      newClients,
      invoiced: Number(sums.invoiced),
      voided: Number(sums.voided),
      credited: Number(sums.credited),
      received: Number(sums.received),
      returned: Number(sums.returned),
    }));
  },
});
