import { type SQL, sql } from 'drizzle-orm';
import { ledgerAllocations, ledgerEntries, ledgerItems } from '#functions/database/schema/ledger-tables.ts';

// By kind and not by id, because the planner knows how rare each kind is.
const beginsItem = sql`kind in ('invoice', 'refund', 'payment', 'credit-note')`;
const isDebt = sql`kind in ('invoice', 'refund')`;

/** What later entries changed of items that began before them. */
const laterChanges = (isLater: SQL): SQL => sql`
  select item.id, item.user_id, greatest(later.amount - item.amount, 0) - greatest(-item.amount, 0) as due,
    greatest(item.amount - later.amount, 0) - greatest(item.amount, 0) as free
  from (
    select item_id, sum(amount) as amount from ${ledgerEntries}
    where ${isLater} and not ${beginsItem} group by item_id
  ) as later join ${ledgerItems} as item on item.id = later.item_id`;

/**
 * The parts that sum up to what each item had due and free at the end of a day, read backwards: what it has now, and
 * what its later entries and allocations took from that or added to it. Accounts that were deleted since have nothing
 * now, so theirs are later rows alone. The rows are not grouped by item, because a sum of all accounts needs no groups;
 * only what changes an item later is, because a correction may turn an opening balance from a debt into a credit.
 */
export const itemPartsOn = (day: string, ofAccount: SQL = sql`true`): SQL => {
  const isLater = sql`date > ${day}::date and ${ofAccount}`;

  return sql`
    select id, user_id, due, 0::numeric as free from ${ledgerItems} where due > 0 and not is_retained and ${ofAccount}
    union all
    select id, user_id, 0::numeric, free from ${ledgerItems} where free > 0 and not is_retained and ${ofAccount}
    union all
    select id, user_id, case when ${isDebt} then amount else 0::numeric end,
      case when ${isDebt} then 0::numeric else -amount end
    from ${ledgerEntries} where ${isLater} and ${beginsItem}
    union all
    ${laterChanges(isLater)}
    union all
    select debt_id, user_id, amount, 0::numeric from ${ledgerAllocations} where ${isLater}
    union all
    select credit_id, user_id, 0::numeric, amount from ${ledgerAllocations} where ${isLater}`;
};

/** The items of living accounts that had something due or free at the end of a day. */
export const itemsOn = (day: string): SQL => sql`
  select item.id, item.user_id, item.date, item.age_date, part.due, part.free
  from (
    select id, sum(due) as due, sum(free) as free from (${itemPartsOn(day)}) as part
    group by id having sum(due) <> 0 or sum(free) <> 0
  ) as part join ${ledgerItems} as item using (id)
  where not item.is_retained`;

/** The parts of the accounts that were deleted since. They are few, so each is read by its own rows. */
export const partsOfDeletedOn = (day: string): SQL => sql`
  (select distinct user_id from ${ledgerItems} where is_retained) as deleted
  cross join lateral (${itemPartsOn(day, sql`user_id = deleted.user_id`)}) as part`;

/**
 * The sums of these parts over all accounts, and of them those of accounts that were deleted since. Each table is summed
 * once and without its accounts, which takes a fourth of the time for a day that is long ago.
 */
export const itemSumsOn = (day: string): SQL => {
  const isLater = sql`date > ${day}::date`;
  const all = sql`
    select sum(due) as due, sum(free) as free from (
      select sum(due) as due, 0::numeric as free from ${ledgerItems} where due > 0 and not is_retained
      union all
      select 0::numeric, sum(free) from ${ledgerItems} where free > 0 and not is_retained
      union all
      select sum(amount) filter (where ${isDebt}), -sum(amount) filter (where not ${isDebt})
      from ${ledgerEntries} where ${isLater} and ${beginsItem}
      union all
      select sum(due), sum(free) from (${laterChanges(isLater)}) as changes
      union all
      select sum(amount), sum(amount) from ${ledgerAllocations} where ${isLater}
    ) as part`;
  const ofDeleted = sql`
    select sum(part.due) as due, sum(part.free) as free from ${partsOfDeletedOn(day)}`;

  return sql`
    select coalesce(total.due, 0) as due, coalesce(total.free, 0) as free,
      coalesce(gone.due, 0) as "deletedDue", coalesce(gone.free, 0) as "deletedFree"
    from (${all}) as total, (${ofDeleted}) as gone`;
};
