import { type SQL, sql } from 'drizzle-orm';
import { ledgerAllocations, ledgerEntries, ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import type { Settlement } from '#functions/ports/database/payments/ledger-store.ts';
import { namedItems } from './named-items.ts';

/**
 * The order in which items are paid: the oldest first, then the opening balance, invoices by number, refunds (D62).
 * Invoices get their ids in the order of their numbers.
 */
export const payingOrder = (item: SQL): SQL =>
  sql`${item}.age_date, array_position(array['opening', 'invoice', 'refund'], ${item}.kind), ${item}.invoice_id, ${item}.id`;

/**
 * The day from which an item is open at its present amount: its own, that of the last allocation of it that ended, or
 * that of the last entry that raised what is due: a correction, an undone write-off, a recovery (D65). An earlier payment
 * pays it on that day, so that on no day more is paid than was owed.
 */
const openFrom = (item: SQL, raised: SQL): SQL => sql`greatest(
  ${item}.date,
  ${raised}.date,
  (select max(ended.date) from ${ledgerAllocations} as ended where ended.debt_id = ${item}.id and ended.ends is not null))`;

/**
 * Writes the allocations that pay the open items of accounts from their free credit. Credits and debts are laid side by
 * side, each in its order: an allocation is what two of them have in common. The ids of the allocations follow that
 * order, because a correction ends the newest first.
 *
 * @param accounts a query with a column `user_id`
 */
export const settleAccounts = (accounts: SQL, { on, named }: Settlement): SQL => {
  const names = namedItems(accounts, named?.invoices ?? []);

  return sql`
    with named as (
      select ${named?.creditId ?? null}::bigint as credit_id, item_id as debt_id, amount from (${names}) as name
    ), raised as (
      select item_id, max(date) as date from ${ledgerEntries}
      where user_id in (${accounts}) and item_id <> id and amount < 0 group by item_id
    ), debts as (
      select item.id, item.user_id, ${openFrom(sql`item`, sql`raised`)} as date, item.due - coalesce(named.amount, 0) as amount,
        sum(item.due - coalesce(named.amount, 0))
          over (partition by item.user_id order by ${payingOrder(sql`item`)}) as until
      from ${ledgerItems} as item
      left join named on named.debt_id = item.id
      left join raised on raised.item_id = item.id
      where item.user_id in (${accounts}) and item.due > 0 and not item.is_retained
    ), credits as (
      select item.id, item.user_id, item.date, item.free - coalesce(taken.amount, 0) as amount,
        sum(item.free - coalesce(taken.amount, 0)) over (partition by item.user_id order by item.date, item.id) as until
      from ${ledgerItems} as item
      left join (select credit_id, sum(amount) as amount from named group by credit_id) as taken
        on taken.credit_id = item.id
      where item.user_id in (${accounts}) and item.free > 0 and not item.is_retained
    ), planned as (
      select debts.user_id, credits.id as credit_id, debts.id as debt_id,
        least(credits.until, debts.until) - greatest(credits.until - credits.amount, debts.until - debts.amount)
          as amount, credits.date as credit_date, debts.date as debt_date, debts.until as debt_until,
        credits.until as credit_until
      from debts join credits on credits.user_id = debts.user_id
        and credits.until - credits.amount < debts.until and debts.until - debts.amount < credits.until
      union all
      select debt.user_id, named.credit_id, named.debt_id, named.amount, credit.date, debt.date, 0, 0
      from named
      join debts as debt on debt.id = named.debt_id
      join ${ledgerItems} as credit on credit.id = named.credit_id
    )
    insert into ${ledgerAllocations} (user_id, credit_id, debt_id, amount, date)
    select user_id, credit_id, debt_id, sum(amount), coalesce(${on}::date, greatest(credit_date, debt_date))
    from planned where amount > 0
    group by user_id, credit_id, debt_id, credit_date, debt_date
    order by max(debt_until), max(credit_until)
    returning debt_id, amount`;
};
