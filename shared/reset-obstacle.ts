/** What of an account decides whether it can get a link for a new password. */
interface ResetAccount {
  User_Status: number;
  user_role: string;
  emailVerified: boolean;
}

/** Says why no link for a new password can be sent to an account; undefined if one can. */
export const whyNoResetLink = (
  isMailOn: boolean,
  { User_Status, user_role, emailVerified }: ResetAccount,
): string | undefined => {
  if (!isMailOn) {
    return 'This portal sends no mail.';
  }
  if (User_Status !== 1) {
    return 'This account is not active.';
  }

  return user_role === 'admin' && !emailVerified
    ? 'An administrator gets a link only at a verified email address.'
    : undefined;
};
