import type { Capability, Route } from './route.ts';

const OF_VENDORS: readonly Capability[] = ['helpdesk', 'invoiceFiles', 'driveConsole', 'mailAccount'];

/** True if a route calls a vendor: its 503 is usually the vendor's, for which nobody has to get up (ADR 53). */
export const callsVendor = ({ uses }: Pick<Route, 'uses'>): boolean =>
  uses.some((capability) => OF_VENDORS.includes(capability));
