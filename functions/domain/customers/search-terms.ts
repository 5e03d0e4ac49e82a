import type { SearchTerm } from '#functions/ports/database/customers/search-term.ts';
import { readEmail } from '#shared/email-address.ts';
import { readOwNumber } from '#shared/portal-numbers.ts';
import { phoneSearchForm } from '#shared/south-africa.ts';
import { searchForm, searchWords } from '#shared/text/search-form.ts';
import { withoutInvisible } from '#shared/text/text.ts';

const readAddress = (query: string): string | undefined => {
  const address = readEmail(query);

  return /^[^\s@]+@[^\s@]+$/.test(address) ? address : undefined;
};

/** What a typed text means as it is stored: a part of a phone number, an OW number, or an address. */
const READERS: readonly ((query: string) => string | undefined)[] = [
  phoneSearchForm,
  readOwNumber,
  readAddress,
];

/**
 * Returns each spelling of the typed text once. The parts of a number or an address are found together, the words of a
 * name each.
 */
export const searchTerms = (query: string): SearchTerm[] => {
  const typed = withoutInvisible(query);
  const read = READERS.map((reader) => reader(typed)).filter((spelling) => spelling !== undefined);

  return [typed, ...read]
    .map((spelling) => ({ typed: spelling, form: searchForm(spelling) }))
    .filter(({ form }, place, spellings) => spellings.findIndex((one) => one.form === form) === place)
    .map((one) => ({ ...one, words: read.length > 0 ? [one.form] : searchWords(one.typed) }));
};
