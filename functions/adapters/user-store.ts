import { and, desc, eq, or, sql as raw, type SQL } from 'drizzle-orm';
import { throttleCounters, users } from '#functions/database/schema.ts';
import type { UserStore } from '#functions/ports/user-store.ts';
import type { User } from '#shared/contract/auth.ts';
import { role } from '#shared/contract/fields.ts';
import type { UserListFilters } from '#shared/contract/users.ts';
import type { Sql } from './sql.ts';

const rowColumns = {
  User_Id: users.User_Id,
  User_Name: users.User_Name,
  User_Surname: users.User_Surname,
  User_Email: users.User_Email,
  User_Mobile: users.User_Mobile,
  OWNumber: users.OWNumber,
  user_role: users.user_role,
  User_Org: users.User_Org,
  User_Status: users.User_Status,
  User_Debit: users.User_Debit,
  emailVerified: raw<boolean>`${users.email_verified_at} is not null`.as('email_verified'),
};

const userColumns = {
  ...rowColumns,
  User_RegNo: users.User_RegNo,
  User_Address: users.User_Address,
  User_Town: users.User_Town,
  User_Code: users.User_Code,
  User_State: users.User_State,
  User_Country: users.User_Country,
  User_VAT: users.User_VAT,
  User_Ref: users.User_Ref,
  User_DOB_Day: users.User_DOB_Day,
  User_DOB_Month: users.User_DOB_Month,
  User_DOB_Year: users.User_DOB_Year,
};

/** Until when repeated failures keep the account from signing in, from one address or all. */
const blockEnd = (now: Date) =>
  raw<string | null>`(
    select max(${throttleCounters.window_ends_at}) from ${throttleCounters}
    where ${throttleCounters.user_id} = ${users.User_Id}
      and ${throttleCounters.count} >= ${throttleCounters.limit}
      and ${throttleCounters.window_ends_at} > ${now.toISOString()}::timestamptz
  )`.mapWith(throttleCounters.window_ends_at);

/** Amounts arrive as decimal strings, and the role as any text. */
const readRow = <Row extends { user_role: string; User_Debit: string }>(row: Row) => ({
  ...row,
  user_role: role.parse(row.user_role),
  User_Debit: Number(row.User_Debit),
});

/** Escapes what LIKE would read as a pattern. */
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

const filterBy = ({ search, role: wantedRole, status }: UserListFilters): SQL | undefined =>
  and(
    search ? raw`${users.search_text} like ${`%${escapeLike(search.toLowerCase())}%`}` : undefined,
    wantedRole ? eq(users.user_role, wantedRole) : undefined,
    status ? eq(users.User_Status, status === 'active' ? 1 : 0) : undefined,
  );

export const makeUserStore = (sql: Sql): UserStore => ({
  find: async (userId, now) => {
    const [row] = await sql
      .select({ ...userColumns, version: users.version, signInBlockedUntil: blockEnd(now) })
      .from(users)
      .where(eq(users.User_Id, userId));

    return row && readRow(row);
  },

  findCredentials: async (identifier) => {
    const [row] = await sql
      .select({ ...userColumns, passwordHash: users.User_Pass_Bkp })
      .from(users)
      .where(
        or(
          raw`lower(${users.User_Email}) = lower(${identifier})`,
          raw`upper(${users.OWNumber}) = upper(${identifier})`,
        ),
      );
    if (!row) return undefined;

    const { passwordHash, ...user } = row;

    return { user: readRow(user) satisfies User, passwordHash };
  },

  list: async (filters, { page, limit }) => {
    const where = filterBy(filters);
    const counts = sql.$with('counts').as(
      sql
        .select({
          total: raw<number>`count(*)`.as('total'),
          active: raw<number>`count(*) filter (where ${users.User_Status} = 1)`.as('active'),
          admins: raw<number>`count(*) filter (where ${users.user_role} = 'admin')`.as('admins'),
          filtered: raw<number>`count(*) filter (where ${where ?? raw`true`})`.as('filtered'),
        })
        .from(users),
    );
    const rows = sql.$with('page').as(
      sql
        .select(rowColumns)
        .from(users)
        .where(where)
        .orderBy(desc(users.User_Id))
        .limit(limit)
        .offset((page - 1) * limit),
    );

    // The counts are there on an empty page, too.
    const found = await sql
      .with(counts, rows)
      .select()
      .from(counts)
      .leftJoin(rows, raw`true`)
      .orderBy(raw`${rows.User_Id} desc`);

    return {
      users: found.flatMap((row) => (row.page ? [readRow(row.page)] : [])),
      counts: found[0]?.counts ?? { total: 0, active: 0, admins: 0, filtered: 0 },
    };
  },

  replacePasswordHash: async (userId, passwordHash) => {
    await sql.update(users).set({ User_Pass_Bkp: passwordHash }).where(eq(users.User_Id, userId));
  },
});
