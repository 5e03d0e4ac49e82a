import { and, asc, desc, eq, or, type SQL, sql, type WithSubquery } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { isBlocked } from '#functions/adapters/database/mails/mail-blocks.ts';
import { isOfPerson } from '#functions/adapters/database/system/canary-account.ts';
import { userCounts, users } from '#functions/database/schema/users-tables.ts';
import type { UserFilter, UserPage } from '#functions/ports/database/users/user-list-store.ts';
import { ROLES, USER_STATUSES } from '#shared/contract/limits.ts';
import { matchesTerm } from './matches-term.ts';
import { rowColumns } from './user-columns.ts';
import { debtOf, isInGroup, RANKINGS, sumColumns } from './user-sums.ts';

type Group = Pick<UserFilter, 'role' | 'status'>;
type Status = (typeof USER_STATUSES)[number];

const codeOf = (status: Status): number => (status === 'active' ? 1 : 0);

export const matching = ({ role, status, only, mail, terms, now }: UserFilter): SQL =>
  sql`${and(
    isOfPerson,
    role ? eq(users.user_role, role) : undefined,
    status ? eq(users.User_Status, codeOf(status)) : undefined,
    only && isInGroup(only, now),
    mail && isBlocked(users.User_Id, users.User_Email),
    or(...terms.map(matchesTerm)),
  )}`;

const hasStoredCount = ({ terms, only, mail }: UserFilter): boolean => terms.length === 0 && !only && !mail;

/** Counts accounts by the stored counts, which are as current for a statement as the accounts themselves. */
export const countAccounts = ({ role, status }: Group = {}): SQL<number> => sql`(
  select coalesce(sum(${userCounts.accounts}), 0) from ${userCounts}
  where ${and(
    sql`true`,
    role ? eq(userCounts.role, role) : undefined,
    status ? eq(userCounts.status, codeOf(status)) : undefined,
  )})`;

/** The counts above the list, of all accounts. */
const storedCounts = sql`(
  select coalesce(sum(accounts), 0) as total,
    coalesce(sum(accounts) filter (where status = ${codeOf('active')}), 0) as active,
    coalesce(sum(accounts) filter (where role = 'admin'), 0) as admins
  from ${userCounts}) as stored_counts`;

/** Counts the accounts that match, by the stored counts if these know the filter. */
export const countMatching = (filter: UserFilter): SQL<number> =>
  hasStoredCount(filter)
    ? countAccounts(filter)
    : sql`(select count(*) from ${users} where ${matching(filter)})`;

/** Lists all accounts of a group by their User_Id, which PostgreSQL reads from an index alone and in order. */
const listInOrder = ({ role, status }: Group, direction: SQL): SQL => {
  if (!role && !status) {
    return sql`select ${users.User_Id} from ${users} where ${isOfPerson} order by ${users.User_Id} ${direction}`;
  }

  const parts = (role ? [role] : ROLES).flatMap((role) =>
    (status ? [status] : USER_STATUSES).map(
      (status) => sql`(
        select ${users.User_Id} as id from ${users}
        where ${users.user_role} = ${role} and ${users.User_Status} = ${codeOf(status)} and ${isOfPerson}
        order by ${users.User_Id} ${direction})`,
    ),
  );

  return sql`select id from (${sql.join(parts, sql` union all `)}) as parts order by id ${direction}`;
};

interface Slice {
  offset: number;
  limit: number;
  isAscending: boolean;
}

/** Counts the accounts of a group and selects the ids of one page, read from the nearer end of the list. */
const findByKey = (group: Group, { offset, limit, isAscending }: Slice): SQL => {
  const [forwards, backwards] = isAscending ? [sql`asc`, sql`desc`] : [sql`desc`, sql`asc`];

  return sql`
  with counted as materialized (select ${countAccounts(group)} as filtered)
  select filtered,
    case when ${offset} <= filtered / 2
      then array(${listInOrder(group, forwards)} offset ${offset} limit ${limit})
      else array(${listInOrder(group, backwards)}
        offset greatest(filtered - ${offset} - ${limit}, 0)
        limit greatest(least(filtered - ${offset}, ${limit}), 0))
    end as ids
  from counted`;
};

/** As `findByKey`, for other filters: all matches must be found to be counted, and the page is a slice of them. */
const findByFilter = (filter: UserFilter, { offset, limit, isAscending }: Slice): SQL => {
  // Beyond the last page the offset may be too large for the index of an array.
  const start = sql`least(${offset}::bigint, cardinality(ids))::int`;
  const direction = isAscending ? sql`asc` : sql`desc`;

  return sql`
    with found as materialized (
      select array(select ${users.User_Id} from ${users} where ${matching(filter)} order by ${users.User_Id} ${direction}) as ids)
    select cardinality(ids) as filtered, ids[${start} + 1 : ${start} + ${limit}::int] as ids from found`;
};

/** As `findByFilter`, in the order of the names. */
const findByName = (filter: UserFilter, { offset, limit, isAscending }: Slice): SQL => {
  const direction = isAscending ? sql`asc` : sql`desc`;

  return sql`
    select ${countMatching(filter)} as filtered, array(
      select ${users.User_Id} from ${users} where ${matching(filter)}
      order by ${users.search_name} ${direction}, ${users.search_surname} ${direction}, ${users.User_Id} ${direction}
      offset ${offset} limit ${limit}) as ids`;
};

/**
 * As `findByFilter`, in the order of a sum. Most accounts have no sum, so only those with one are sorted; the others
 * are read by their User_Id after or before them.
 */
const findByRank = (
  filter: UserFilter,
  { sums, hasNone }: (typeof RANKINGS)[keyof typeof RANKINGS],
  { offset, limit, isAscending }: Slice,
): SQL => {
  const direction = isAscending ? sql`asc` : sql`desc`;
  // The numbers of ranked and of other accounts before the page.
  const ranked = isAscending ? sql`(${offset} - filtered + cardinality(ranked))` : sql`${offset}`;
  const others = isAscending ? sql`${offset}` : sql`(${offset} - cardinality(ranked))`;
  const rankedPage = sql`ranked[greatest(${ranked}, 0)::int + 1 : (${ranked} + ${limit})::int]`;
  const otherPage = sql`array(
    select ${users.User_Id} from ${users} where ${matching(filter)} and ${hasNone}
    order by ${users.User_Id} ${direction}
    offset greatest(${others}, 0) limit greatest(least(${others} + ${limit}, ${limit}), 0))`;

  return sql`
    with found as materialized (
      select ${countMatching(filter)} as filtered, array(
        select ${users.User_Id} from (${sums}) as sums join ${users} on ${users.User_Id} = sums.user_id
        where ${matching(filter)}
        order by sums.value ${direction}, ${users.User_Id} ${direction}) as ranked)
    select filtered, ${isAscending ? sql`${otherPage} || ${rankedPage}` : sql`${rankedPage} || ${otherPage}`} as ids
    from found`;
};

const findPage = (filter: UserFilter, { page, limit, sort, order }: UserPage): SQL => {
  const slice = { offset: (page - 1) * limit, limit, isAscending: order === 'asc' };
  if (sort === 'name') {
    return findByName(filter, slice);
  }
  if (sort !== 'joined') {
    return findByRank(filter, RANKINGS[sort], slice);
  }

  return hasStoredCount(filter) ? findByKey(filter, slice) : findByFilter(filter, slice);
};

/** The list as one statement; call `toSQL()` on it to look at its plan. */
export const makeUserListQuery = (
  db: Pick<Connection, 'with' | '$with' | 'select'>,
  filter: UserFilter,
  page: UserPage,
  before: readonly WithSubquery[] = [],
) => {
  const found = db
    .$with('page', { filtered: sql<number>`filtered`.as('filtered'), ids: sql`ids`.as('ids') })
    .as(findPage(filter, page));
  const inOrder = page.order === 'asc' ? asc : desc;

  const listed = db
    .select({
      ...rowColumns,
      User_Date: users.User_Date,
      mailComesBack: isBlocked(users.User_Id, users.User_Email).as('mailComesBack'),
      ...sumColumns,
    })
    .from(users)
    .leftJoin(...debtOf(filter.now))
    .where(sql`${users.User_Id} = any((select ids from ${found})::int[])`)
    .as('listed');

  // An empty page needs the counts, too.
  return db
    .with(...before, found)
    .select({
      // Few values a row: the SDK decodes each value of an answer by itself.
      counts: sql<string>`json_build_object('total', total, 'active', active, 'admins', admins, 'filtered', filtered)`,
      user: sql<string | null>`to_json(listed)`,
    })
    .from(found)
    .crossJoin(storedCounts)
    .leftJoin(listed, sql`true`)
    .orderBy(
      page.sort === 'joined' ? inOrder(listed.User_Id) : sql`array_position(${found.ids}, ${listed.User_Id})`,
    );
};
