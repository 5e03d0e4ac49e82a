import type { SearchTerm } from '#functions/ports/database/customers/search-term.ts';
import { searchForm, searchWords, withoutInvisible } from '#shared/search-form.ts';
import { phoneSearchForm } from '#shared/south-africa.ts';

/** The typed text and what else it may mean, as it is stored: a part of a phone number. */
const SPELLINGS: readonly ((query: string) => string | undefined)[] = [(query) => query, phoneSearchForm];

const toTerm = (typed: string): SearchTerm => ({
  typed,
  form: searchForm(typed),
  words: searchWords(typed),
});

/** Returns each spelling of the typed text once. */
export const searchTerms = (query: string): SearchTerm[] =>
  [...new Set(SPELLINGS.map((spell) => spell(withoutInvisible(query))))]
    .filter((typed) => typed !== undefined)
    .map(toTerm);
