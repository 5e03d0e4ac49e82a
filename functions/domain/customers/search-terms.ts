import { phoneSearchForm } from '#shared/south-africa.ts';

/** What was typed and, if it may be a part of a phone number, that part as it is stored. */
export const searchTerms = (query: string): string[] => {
  const phone = phoneSearchForm(query);

  return phone === undefined || phone === query ? [query] : [query, phone];
};
