/** The tabs of one's own account besides the first, as the address spells them. */
export const ACCOUNT_TABS = ['security', 'mails'] as const;
export type AccountTab = (typeof ACCOUNT_TABS)[number] | undefined;
