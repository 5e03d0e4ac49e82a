/**
 * The event of a schedule's call, which keeps a function loaded (ADR 62). No request becomes such an event: API Gateway
 * writes the fields of its events itself.
 */
export const WARMING_CALL = { warming: true } as const;

/** Lambda keeps an idle function loaded for at least about this long; AWS promises no figure. */
export const WARMING_RATE = 'rate(5 minutes)';
