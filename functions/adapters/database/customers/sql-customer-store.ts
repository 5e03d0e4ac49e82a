import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { isClient } from '#functions/adapters/database/bank/who-counts.ts';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { isDue } from '#functions/adapters/database/payments/due-items.ts';
import { SERVICE_NUMBERS } from '#functions/adapters/database/services/service-numbers.ts';
import { type SearchedTable, selectMatches } from '#functions/adapters/database/sql/indexed-search.ts';
import { inLowerCase, inSearchForm } from '#functions/adapters/database/sql/like-pattern.ts';
import { auditingPage } from '#functions/adapters/database/system/audited-reads.ts';
import { CANARY_ID } from '#functions/adapters/database/system/canary-account.ts';
import { ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type {
  CustomerSearch,
  CustomerStore,
  PayerSearch,
} from '#functions/ports/database/customers/customer-store.ts';
import { PAYERS_SHOWN } from '#shared/contract/bank/bank-limits.ts';
import { SEARCH_RESULTS_MAX } from '#shared/contract/customers.ts';
import { centsFromDecimal, decimalFromCents } from '#shared/money.ts';

/** Each field has its own prefix index. */
export const PREFIX_FIELDS = [
  ...[users.search_name, users.search_surname, users.search_org].map(inSearchForm),
  ...[users.User_Email, users.OWNumber].map(inLowerCase),
];

const CUSTOMER_COLUMNS = {
  id: users.User_Id,
  firstName: users.User_Name,
  lastName: users.User_Surname,
  email: users.User_Email,
  owNumber: users.OWNumber,
  company: users.User_Org,
  phone: users.User_Mobile,
  status: users.User_Status,
};

const toCustomer = <Row extends { status: number }>({ status, ...customer }: Row) => ({
  ...customer,
  customerStatus: status === 1 ? ('Active' as const) : ('Inactive' as const),
});

const selectCustomers = ({ terms, onlyUserId }: CustomerSearch): SQL => {
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

  return selectMatches({
    terms,
    tables: [customers, customersByService],
    tablesOfShortTerms: [customers],
    resultsMax: SEARCH_RESULTS_MAX,
  });
};

const isMatch = sql`matches.found_id = ${users.User_Id}`;
const BY_MATCH = [sql`matches.rank`, users.search_name, users.search_surname, users.User_Id];

/** The search as one statement; call `toSQL()` on it to look at its plan. */
export const makeCustomerSearchQuery = (db: Pick<Connection, 'select'>, search: CustomerSearch) =>
  db
    .select(CUSTOMER_COLUMNS)
    .from(users)
    .innerJoin(sql`${selectCustomers(search)} as matches`, isMatch)
    .orderBy(...BY_MATCH)
    .limit(SEARCH_RESULTS_MAX);

/** Reads the index `ledger_items_due` alone; which of these debts are invoices is looked up for the few that it finds. */
const selectOwing = (amount: SQL): SQL => sql`(
  select ${ledgerItems.user_id} as found_id, 0 as rank from ${ledgerItems} where ${isDue}
  group by ${ledgerItems.user_id} having sum(${ledgerItems.due}) = ${amount} or bool_or(${ledgerItems.due} = ${amount}))`;

const makePayerQuery = (db: Pick<Connection, 'select'>, { amountCents, terms }: PayerSearch) => {
  const amount = sql`${decimalFromCents(amountCents)}::numeric`;
  const debt = sql`lateral (
    select coalesce(sum(${ledgerItems.due}), 0) as due,
      min(${ledgerItems.number}) filter (where ${ledgerItems.kind} = 'invoice' and ${ledgerItems.due} = ${amount}) as number
    from ${ledgerItems} where ${ledgerItems.user_id} = ${users.User_Id} and ${isDue}
  ) as debt`;
  const isAllDue = sql<boolean>`(debt.due = ${amount})`;
  const fits = sql`(${isAllDue} or debt.number is not null)`;

  return db
    .select({
      ...CUSTOMER_COLUMNS,
      dueCents: sql<number>`debt.due::text`.mapWith(centsFromDecimal),
      isAllDue,
      invoiceNumber: sql<string | null>`debt.number`,
    })
    .from(users)
    .innerJoin(sql`${terms ? selectCustomers({ terms }) : selectOwing(amount)} as matches`, isMatch)
    .innerJoin(debt, sql`true`)
    .where(and(isClient, terms ? undefined : fits))
    .orderBy(sql`${isAllDue} desc`, sql`${fits} desc`, ...BY_MATCH)
    .limit(terms ? SEARCH_RESULTS_MAX : PAYERS_SHOWN);
};

export const makeCustomerStore = (db: Connection): CustomerStore => ({
  search: async (search, audit) => {
    const rows = await makeCustomerSearchQuery(audit ? db.with(...auditingPage(db, audit)) : db, search);

    return rows.map(toCustomer);
  },

  findPayers: async (search, audit) =>
    (await makePayerQuery(db.with(...auditingPage(db, audit)), search)).map(toCustomer),
});
