import { or, type SQL, sql } from 'drizzle-orm';
import { PREFIX_FIELDS } from '#functions/adapters/database/customers/sql-customer-store.ts';
import {
  hasTrigram,
  holdsTermByIndex,
  prefixPattern,
} from '#functions/adapters/database/sql/like-pattern.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { SearchTerm } from '#functions/ports/database/customers/search-term.ts';

/** True if an account contains a term that somebody typed into the search of a list. */
export const matchesTerm = ({ typed }: SearchTerm): SQL | undefined =>
  hasTrigram(typed)
    ? holdsTermByIndex(users.search_text, typed)
    : or(...PREFIX_FIELDS.map((field) => sql`lower(${field}) like ${prefixPattern(typed)}`));
