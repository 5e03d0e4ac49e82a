import { eq, gt, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { SERVICE_NUMBERS } from '#functions/adapters/database/services/service-numbers.ts';
import { type SearchedTable, selectMatches } from '#functions/adapters/database/sql/indexed-search.ts';
import { inLowerCase, inSearchForm } from '#functions/adapters/database/sql/like-pattern.ts';
import { auditingPage } from '#functions/adapters/database/system/audited-reads.ts';
import { CANARY_ID } from '#functions/adapters/database/system/canary-account.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { CustomerSearch, CustomerStore } from '#functions/ports/database/customers/customer-store.ts';
import { SEARCH_RESULTS_MAX } from '#shared/contract/customers.ts';

/** Each field has its own prefix index. */
export const PREFIX_FIELDS = [
  ...[users.search_name, users.search_surname, users.search_org].map(inSearchForm),
  ...[users.User_Email, users.OWNumber].map(inLowerCase),
];

/** The search as one statement; call `toSQL()` on it to look at its plan. */
export const makeCustomerSearchQuery = (
  db: Pick<Connection, 'select'>,
  { terms, onlyUserId }: CustomerSearch,
) => {
  const isVisible = (userId: PgColumn) =>
    onlyUserId === undefined ? gt(userId, CANARY_ID) : eq(userId, onlyUserId);
  const customers: SearchedTable = {
    table: users,
    id: users.User_Id,
    found: users.User_Id,
    visible: isVisible(users.User_Id),
    text: users.search_text,
    fields: PREFIX_FIELDS,
    startRank: sql`0`,
    rowsMax: SEARCH_RESULTS_MAX,
  };
  const customersByService: SearchedTable = {
    ...SERVICE_NUMBERS,
    found: services.user_id,
    visible: isVisible(services.user_id),
    startRank: sql`1`,
    // A customer may have several services that start alike, but the search returns customers.
    rowsMax: 5 * SEARCH_RESULTS_MAX,
  };
  const matches = selectMatches({
    terms,
    tables: [customers, customersByService],
    tablesOfShortTerms: [customers],
    resultsMax: SEARCH_RESULTS_MAX,
  });

  return db
    .select({
      id: users.User_Id,
      firstName: users.User_Name,
      lastName: users.User_Surname,
      email: users.User_Email,
      owNumber: users.OWNumber,
      company: users.User_Org,
      phone: users.User_Mobile,
      status: users.User_Status,
    })
    .from(users)
    .innerJoin(sql`${matches} as matches`, sql`matches.found_id = ${users.User_Id}`)
    .orderBy(sql`matches.rank`, users.search_name, users.search_surname, users.User_Id)
    .limit(SEARCH_RESULTS_MAX);
};

export const makeCustomerStore = (db: Connection): CustomerStore => ({
  search: async (search, audit) => {
    const rows = await makeCustomerSearchQuery(audit ? db.with(...auditingPage(db, audit)) : db, search);

    return rows.map(({ status, ...customer }) => ({
      ...customer,
      customerStatus: status === 1 ? 'Active' : 'Inactive',
    }));
  },
});
