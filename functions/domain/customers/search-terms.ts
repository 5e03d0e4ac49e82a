import type { SearchTerm } from '#functions/ports/database/customers/search-term.ts';
import { readOwNumber } from '#shared/portal-numbers.ts';
import { searchForm, searchWords } from '#shared/search-form.ts';
import { phoneSearchForm } from '#shared/south-africa.ts';
import { withoutInvisible } from '#shared/text.ts';

/** What a typed text means as it is stored, if it is a number: a part of a phone number, or an OW number. */
const NUMBER_READERS: readonly ((query: string) => string | undefined)[] = [phoneSearchForm, readOwNumber];

/** Returns each spelling of the typed text once. The parts of a number are found together, the words of a name each. */
export const searchTerms = (query: string): SearchTerm[] => {
  const typed = withoutInvisible(query);
  const numbers = NUMBER_READERS.map((read) => read(typed)).filter((number) => number !== undefined);

  return [typed, ...numbers]
    .map((spelling) => ({ typed: spelling, form: searchForm(spelling) }))
    .filter(({ form }, place, spellings) => spellings.findIndex((one) => one.form === form) === place)
    .map((one) => ({ ...one, words: numbers.length > 0 ? [one.form] : searchWords(one.typed) }));
};
