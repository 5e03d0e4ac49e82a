import { dayAfter, formatDay } from './dates.ts';
import { PAUSED_WORDS } from './mails/mail-shares.ts';

/** Days for which a client who was invited is not invited again (D46). */
export const INVITE_AGAIN_DAYS = 7;

/** Why a client is not invited now (D46); the first that is true counts. */
const OBSTACLES = {
  'no-mail': 'This portal sends no mail.',
  admin: 'Only clients are invited.',
  inactive: 'This account is not active.',
  'signed-in': 'This client has already signed in.',
  verified: 'This address is verified. Send a reset link instead.',
  registered: 'This client registered and has a password. Send a reset link instead.',
  blocked: 'Mail to this address is blocked.',
  invited: `A client is invited once in ${INVITE_AGAIN_DAYS} days.`,
  paused: `${PAUSED_WORDS.invite}, because too many came back.`,
} as const;
export type InviteObstacle = keyof typeof OBSTACLES;
export const INVITE_OBSTACLES = Object.keys(OBSTACLES) as [InviteObstacle, ...InviteObstacle[]];

/** 'Invited today' or 'Invited 28 Nov'. */
export const wordInvited = (invitedAt: string, now: Date): string => {
  const day = dayAfter(new Date(invitedAt), 0);

  return `Invited ${day === dayAfter(now, 0) ? 'today' : formatDay(day, now)}`;
};

/** Says why a client is not invited now; undefined if they may be. */
export const whyNotInvited = (
  { obstacle, invitedAt }: { obstacle: InviteObstacle | null; invitedAt: string | null },
  now: Date,
): string | undefined => {
  if (obstacle === null) {
    return undefined;
  }
  const why = OBSTACLES[obstacle];

  return obstacle === 'invited' && invitedAt ? `${wordInvited(invitedAt, now)}. ${why}` : why;
};
