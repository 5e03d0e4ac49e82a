/**
 * The shares of the rate at which mails are sent: every mail waits for its moment among all, and before that a business
 * mail among the business mails, and an invitation among the invitations (D45, D46).
 */
export const PACE_SHARES = ['all', 'business', 'invite'] as const;
export type PaceShare = (typeof PACE_SHARES)[number];

/** The shares that stop by themselves when too many of their mails come back (D45). */
export const BRAKED_SHARES = ['business', 'invite'] as const satisfies PaceShare[];
export type BrakedShare = (typeof BRAKED_SHARES)[number];

/** What the screens and the operator's command say of a share that stands still (D45). */
export const PAUSED_WORDS = {
  business: 'Business mail is paused',
  invite: 'Invitations are paused',
} as const satisfies Record<BrakedShare, string>;

/** Invitations that leave in an hour, unless a deployment's settings say another number (D46). */
export const INVITES_PER_HOUR = 50;
