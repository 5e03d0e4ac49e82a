import type { LinkProps } from '@tanstack/react-router';
import type { BANK_LINE_FILTERS } from '#shared/contract/bank/line-states.ts';
import { linkToAdmin } from '../../lib/address/admin-link.ts';

export type LineFilter = 'all' | (typeof BANK_LINE_FILTERS)[number];

/** Opens a file, by default at the lines to look at. */
export const linkToFile = (file: number, bankState?: LineFilter): LinkProps =>
  linkToAdmin({ section: 'bank', file, bankState });

/** Leads from a file that is gone, open or in the list, to the list. */
export const linkFromFile: LinkProps = {
  to: '/admin',
  search: ({ file, page }: { file?: number | undefined; page?: number | undefined }) => ({
    section: 'bank',
    ...(file === undefined && { page }),
  }),
};

export const linkToUnidentified = linkToAdmin({ section: 'bank', view: 'unidentified' });
