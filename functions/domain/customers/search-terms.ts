import type { SearchTerm } from '#functions/ports/database/customers/search-term.ts';
import { searchForm, searchWords } from '#shared/search-form.ts';
import { phoneSearchForm } from '#shared/south-africa.ts';
import { withoutInvisible } from '#shared/text.ts';

/** What a typed text means as it is stored, if it is a number: a part of a phone number. */
const NUMBER_READERS: readonly ((query: string) => string | undefined)[] = [phoneSearchForm];

/** Returns each spelling of the typed text once. The parts of a number are found together, the words of a name each. */
export const searchTerms = (query: string): SearchTerm[] => {
  const typed = withoutInvisible(query);
  const numbers = NUMBER_READERS.map((read) => read(typed)).filter((number) => number !== undefined);

  return [...new Set([typed, ...numbers])].map((spelling) => {
    const form = searchForm(spelling);

    return { typed: spelling, form, words: numbers.length > 0 ? [form] : searchWords(spelling) };
  });
};
