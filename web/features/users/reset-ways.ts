/** The ways to reset a password, as the address spells them; the first is the better one. */
export const RESET_WAYS = ['link', 'password'] as const;
export type ResetWay = (typeof RESET_WAYS)[number];
