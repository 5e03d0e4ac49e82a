/** The objects of helpdesk calls: a ticket, one of our messages, or the contact of an account. */
export type HelpdeskObjectKind = 'ticket' | 'message' | 'contact';

/**
 * The counter of all faults of calls about single objects, beside one for each object. Faults within its window count
 * as consecutive.
 */
export const HELPDESK_FAULTS = { name: 'helpdesk faults', limit: 1, windowSeconds: 60 };
export const helpdeskFaultOf = (kind: HelpdeskObjectKind) => `helpdesk fault of ${kind} `;
