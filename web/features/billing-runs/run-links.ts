import type { LinkProps } from '@tanstack/react-router';
import { linkToAdmin } from '../../lib/address/admin-link.ts';

/** Opens a run. */
export const linkToRun = (run: number): LinkProps => linkToAdmin({ section: 'billing-run', run });

/** The choice of a month and the list of runs. */
export const linkToRuns = linkToAdmin({ section: 'billing-run' });
