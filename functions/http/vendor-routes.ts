import type { Capability, Route } from '#shared/contract/route.ts';

const OF_VENDORS: readonly Capability[] = ['helpdesk', 'invoiceFiles', 'driveConsole', 'mailAccount'];

/** True if a route calls a vendor. Its 503 is usually the vendor's and wakes nobody (ADR 53). */
export const callsVendor = ({ uses }: Pick<Route, 'uses'>): boolean =>
  uses.some((capability) => OF_VENDORS.includes(capability));
