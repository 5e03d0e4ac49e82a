import { type SQL, sql } from 'drizzle-orm';
import { customType, numeric, text } from 'drizzle-orm/pg-core';
import { instant } from '../instant.ts';

/**
 * Columns have the names of the specification (section 3); columns that the decisions add are snake_case. Amounts
 * stay decimal strings here (the Data API binds them with the DECIMAL hint); see shared/money.ts.
 */

export const amount = (name: string) => numeric(name, { precision: 12, scale: 2 });

/** A text in the form of `search_form`, which sorts and begins alike in every database. */
export const comparedText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** The texts that a search looks into, in that form. A blank stands before each word, so also before the first. */
export const searchText = (texts: SQL) =>
  text('search_text').notNull().generatedAlwaysAs(sql`' ' || search_form(${texts})`);

export const createdAt = () => instant('created_at').notNull().default(sql`now()`);
export const updatedAt = () => instant('updated_at').notNull().default(sql`now()`);
