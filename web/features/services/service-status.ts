import { SERVICE_STATUSES } from '#shared/contract/limits.ts';

export type ServiceStatus = (typeof SERVICE_STATUSES)[number];

export const SERVICE_STATUS_LABELS = {
  active: 'Active',
  inactive: 'Inactive',
  pending: 'Pending',
  suspended: 'Suspended',
} as const satisfies Record<ServiceStatus, string>;

/** Returns the status; an unknown stored value counts as inactive. */
export const serviceStatusOf = (stored: string): ServiceStatus =>
  SERVICE_STATUSES.find((status) => status === stored) ?? 'inactive';
