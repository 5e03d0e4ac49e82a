import type { HelpdeskGroup } from '#functions/ports/helpdesk.ts';
import { BROADBAND_UNIT_NAME } from '#shared/brand.ts';

const OFFERED = ['Administration', 'Billing', 'Hosting Support', 'Resellers', BROADBAND_UNIT_NAME].map(
  (name) => name.toLowerCase(),
);

/**
 * Returns the groups that a client may write to: those whose name contains one of the specification's names (section
 * 5).
 */
export const offeredGroups = (groups: readonly HelpdeskGroup[]): HelpdeskGroup[] =>
  groups.filter(({ name }) => OFFERED.some((offered) => name.toLowerCase().includes(offered)));
