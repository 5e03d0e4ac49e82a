import { phoneSearchForm } from '#shared/south-africa.ts';

/** Returns the typed text and, if it may be a part of a phone number, that part as it is stored. */
export const searchTerms = (query: string): string[] => {
  const phone = phoneSearchForm(query);

  return phone === undefined || phone === query ? [query] : [query, phone];
};
