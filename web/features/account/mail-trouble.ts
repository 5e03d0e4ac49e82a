import { useState } from 'react';
import type { OwnUser } from '#shared/contract/auth.ts';
import { readStoredDraft, storeDraft } from '../../lib/forms/stored-drafts.ts';
import { useUserIfKnown } from '../../lib/session/session.ts';

/** Kept like a draft: it outlives a reload, and ends when this person logs out. */
const HIDDEN = 'hidden-mail-note';

export type MailTrouble = 'blocked' | 'pending' | 'unverified';

const findTrouble = ({ mail, emailVerified, pendingEmail }: OwnUser): MailTrouble | undefined => {
  if (mail === 'blocked') {
    return 'blocked';
  }
  if (mail === 'off' || emailVerified) {
    return undefined;
  }

  return pendingEmail === null ? 'unverified' : 'pending';
};

/** Each trouble in a few words, for a place without room. */
export const MAIL_TROUBLES: Record<MailTrouble, string> = {
  unverified: 'Verify your email address',
  pending: 'Verify your new email address',
  blocked: 'Our mail to you came back',
};

/** Why mail does not reach the user, if so, and whether they have hidden the note about it. */
export const useMailTrouble = () => {
  const user = useUserIfKnown();
  const [hidden, setHidden] = useState<MailTrouble>();
  const trouble = user && findTrouble(user);

  return (
    trouble && {
      user,
      trouble,
      isHidden: hidden === trouble || readStoredDraft(user.User_Id, HIDDEN) === trouble,
      hide: () => {
        storeDraft(user.User_Id, HIDDEN, trouble);
        setHidden(trouble);
      },
    }
  );
};
