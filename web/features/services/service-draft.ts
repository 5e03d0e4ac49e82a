import type { Service } from '#shared/contract/services.ts';

/** Returns the name of a service's draft. Separate from the form, which is loaded only when it opens. */
export const serviceDraft = (userId: number, service: Service | undefined) =>
  service ? `service-${service.id}` : `new-service-${userId}`;
