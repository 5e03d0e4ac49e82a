import { FIELD_LABELS } from '#shared/contract/labels.ts';
import type { AccountChange } from '#shared/contract/users.ts';

type Action = AccountChange['action'];

/** What was done, by the route that did it; any other one changed the fields that it names. */
const DEEDS: Partial<Record<Action, string>> = {
  'auth.register': 'Registered',
  'users.unblock': 'Cleared the sign-in block',
  'users.send-reset': 'Sent a reset link',
  'account.password': 'Changed the password',
  'account.change-email': 'Asked for another email address',
  'account.keep-email': 'Kept the present email address',
  'account.end-session': 'Ended a session',
  'account.end-sessions': 'Ended all other sessions',
  'links.request-reset': 'Asked for a reset link',
  'links.reset': 'Set a new password by a reset link',
  'links.verify': 'Verified the email address',
  'links.not-me': 'Said that the mail was not for them',
  'sessions.end': 'Ended a session',
  'sessions.end-all': 'Ended all sessions',
  'mails.unblock': 'Let mail go to the address again',
};

const LABELS: Readonly<Record<string, string>> = FIELD_LABELS;

/** Words a change; changed fields have the names of the forms, and the parts of a birth date count as one. */
export const wordChange = ({ action, fields }: AccountChange): string => {
  const words = fields.map((field) =>
    field.startsWith('User_DOB_') ? 'Date of birth' : (LABELS[field] ?? field),
  );

  return DEEDS[action] ?? `Changed ${[...new Set(words)].join(', ')}`;
};

/** Who did it, where nobody was signed in. */
const STRANGERS: Partial<Record<Action, string>> = {
  'links.not-me': 'The owner of the address',
  'links.request-reset': 'Somebody at the sign-in page',
};

export const wordActor = ({ byOwner, action }: AccountChange): string =>
  STRANGERS[action] ?? (byOwner ? 'The user' : 'An administrator');
