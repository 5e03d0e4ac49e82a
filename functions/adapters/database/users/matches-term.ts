import { or, type SQL, sql } from 'drizzle-orm';
import { PREFIX_FIELDS } from '#functions/adapters/database/customers/sql-customer-store.ts';
import { holdsTermByIndex, isFoundAnywhere } from '#functions/adapters/database/sql/like-pattern.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { SearchTerm } from '#functions/ports/database/customers/search-term.ts';

/** True if an account contains a term that somebody typed into the search of a list. */
export const matchesTerm = (term: SearchTerm): SQL | undefined => {
  if (term.form === '') {
    return sql`false`;
  }

  return isFoundAnywhere(term)
    ? holdsTermByIndex(users.search_text, term)
    : or(...PREFIX_FIELDS.map(({ startsWith }) => startsWith(term)));
};
