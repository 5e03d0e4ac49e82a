import { PRODUCT_NAME } from '#shared/brand.ts';
import { type MailContent, type MailPart, paragraph, typed } from './mail-parts.ts';
import { inOurTime, newPassword, SAFETY_FOOTER } from './notice-mails.ts';

/** What happened to the second factors of an account, as the subject of its owner's mail says it. */
export const FACTOR_CHANGES = {
  'passkey-added': 'A passkey was added to your account',
  'passkey-removed': 'A passkey was removed from your account',
  'app-added': 'An authenticator app was added to your account',
  'app-removed': 'The authenticator app was removed from your account',
  'codes-renewed': 'Your account got new recovery codes',
  'all-removed': 'All second factors were removed from your account',
} as const;
export type FactorChange = keyof typeof FACTOR_CHANGES;

const ENDED: Readonly<Record<FactorChange, string>> = {
  'passkey-added': 'All other sessions have ended.',
  'passkey-removed': 'All other sessions have ended.',
  'app-added': 'All other sessions have ended.',
  'app-removed': 'All other sessions have ended.',
  'codes-renewed': 'The old codes no longer work, and all other sessions have ended.',
  'all-removed':
    'We did this, as for somebody who lost their factors. All sessions have ended, and your password alone signs you in.',
};

interface Notice {
  at: string;
  contactEmail: string;
}

const tellUs = (contactEmail: string): MailPart => ({
  note: `That was not you? Choose a new password at once, and tell us: ${contactEmail}`,
});

export const writeFactorChangedMail = ({
  change,
  at,
  contactEmail,
}: Notice & { change: FactorChange }): MailContent => ({
  subject: `${FACTOR_CHANGES[change]} at ${PRODUCT_NAME}`,
  preheader: 'If that was you, there is nothing to do.',
  title: FACTOR_CHANGES[change],
  parts: [
    paragraph(`${FACTOR_CHANGES[change]} at ${PRODUCT_NAME}. ${ENDED[change]}`),
    { facts: [['When', inOurTime(at)]] },
    change === 'all-removed'
      ? { note: `You did not ask for this? Please tell us at once: ${contactEmail}` }
      : tellUs(contactEmail),
  ],
  footer: SAFETY_FOOTER,
});

/** Undefined if the account is gone. */
type Person = { name: string; surname: string; owNumber: string } | undefined;

const nameOf = ({ name, surname }: NonNullable<Person>) => typed(`${name} ${surname}`.trim());

export const writeAdminFactorChangedMail = ({
  account,
  removedBy,
  isFirst,
  at,
}: {
  account: Person;
  removedBy: Person;
  /** True if an administrator set up their first factor; otherwise the factors of an account were removed. */
  isFirst: boolean;
  at: string;
}): MailContent => ({
  subject: isFirst
    ? `An administrator of ${PRODUCT_NAME} has set up a second factor`
    : `The second factors of an account at ${PRODUCT_NAME} were removed`,
  preheader: isFirst ? 'If it was not them, act at once.' : 'If nobody of you did it, act at once.',
  title: isFirst ? 'An administrator has set up a second factor' : 'Second factors were removed',
  parts: [
    paragraph(
      isFirst
        ? 'An administrator has set up a second factor for the first time. Their password alone was enough for this. Please ask them whether that was them.'
        : 'The second factors of an account were removed, as for somebody who lost them. A password alone signs in there until a new factor is set up.',
    ),
    {
      facts: [
        ...(account
          ? [
              [isFirst ? 'Administrator' : 'Account', nameOf(account)] as const,
              ['OW number', account.owNumber] as const,
            ]
          : []),
        ...(removedBy ? [['Removed by', nameOf(removedBy)] as const] : []),
        ['When', inOurTime(at)],
      ],
    },
    {
      note: isFirst
        ? 'It was not them? Deactivate their account in the portal, remove its factors, and choose a new password for it.'
        : 'You do not know why? Please ask who removed them; the audit log has the reason.',
    },
  ],
  footer: `You get this mail because you are an administrator of ${PRODUCT_NAME}.`,
});

export const writeSecondStepRefusedMail = ({ portal, at }: { portal: string; at: string }): MailContent => ({
  subject: `Wrong codes after your password for ${PRODUCT_NAME}`,
  preheader: 'Somebody who knows your password did not get in.',
  title: 'Somebody knows your password',
  parts: [
    paragraph(
      `Somebody entered the right password of your account at ${PRODUCT_NAME}, and then five wrong codes in an hour. They did not get in. If that was you, there is nothing to do.`,
    ),
    { facts: [['When', inOurTime(at)]] },
    newPassword(portal, 'That was not you? Choose a new password at once; it ends all sessions:'),
  ],
  footer: SAFETY_FOOTER,
});

export const writeRecoveryCodeUsedMail = ({
  codesLeft,
  at,
  contactEmail,
}: Notice & { codesLeft: number }): MailContent => ({
  subject: `A recovery code of your account at ${PRODUCT_NAME} was used`,
  preheader: 'If that was you, there is nothing to do.',
  title: 'A recovery code was used',
  parts: [
    paragraph(
      codesLeft > 0
        ? `Somebody signed in to your account at ${PRODUCT_NAME} with your password and a recovery code. If that was you, there is nothing to do.`
        : `Somebody signed in to your account at ${PRODUCT_NAME} with your password and its last recovery code. If that was you, please make new ones under Sign-in and security.`,
    ),
    {
      facts: [
        ['When', inOurTime(at)],
        ['Codes left', String(codesLeft)],
      ],
    },
    tellUs(contactEmail),
  ],
  footer: SAFETY_FOOTER,
});
