import type { LinkProps } from '@tanstack/react-router';
import type { BANK_LINE_FILTERS } from '#shared/contract/limits.ts';
import { linkToAdmin } from '../../lib/admin-link.ts';

export type LineFilter = (typeof BANK_LINE_FILTERS)[number];

export const linkToFile = (file: number, bankState?: LineFilter): LinkProps =>
  linkToAdmin({ section: 'bank', file, bankState });

export const linkToUnidentified = linkToAdmin({ section: 'bank', view: 'unidentified' });
