import type { Service } from '#shared/contract/services.ts';

/** Under which name the draft of a service is kept; apart from the form, which is loaded only when it opens. */
export const serviceDraft = (userId: number, service: Service | undefined) =>
  service ? `service-${service.id}` : `new-service-${userId}`;
