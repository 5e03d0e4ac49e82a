export const TICKETS_KEY = ['tickets'] as const;
