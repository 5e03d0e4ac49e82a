import type { LinkProps, RegisteredRouter } from '@tanstack/react-router';

type SearchOfAdmin = Extract<
  LinkProps<'a', RegisteredRouter, string, '/admin'>['search'],
  { section?: string | undefined }
>;

/** Returns a link of the admin panel. A literal link would also take the parameters of other sections and pages. */
export const linkToAdmin = (search: SearchOfAdmin): LinkProps => ({ to: '/admin', search });

/** Leads to the line of the bank's file that booked a payment. */
export const linkToLine = (line: number): LinkProps => linkToAdmin({ section: 'bank', line });
