import { PRODUCT_NAME } from '#shared/brand.ts';
import { formatDateTime } from '#shared/dates.ts';
import { type MailContent, type MailPart, paragraph, typed } from './mail-parts.ts';

export const SAFETY_FOOTER = `You get this mail because it is about the safety of your account at ${PRODUCT_NAME}.`;

/** Names the time zone, because the mail may be read in another one. */
export const inOurTime = (iso: string) => `${formatDateTime(iso)} (South African time)`;

export const newPassword = (portal: string, sentence: string): MailPart => ({
  note: sentence,
  address: `${portal}/forgot-password`,
});

export const writePasswordChangedMail = ({ portal, at }: { portal: string; at: string }): MailContent => ({
  subject: `Your password for ${PRODUCT_NAME} was changed`,
  preheader: 'If that was you, there is nothing to do.',
  title: 'Your password was changed',
  parts: [
    paragraph(
      `The password of your account at ${PRODUCT_NAME} was changed. If that was you, there is nothing to do.`,
    ),
    { facts: [['When', inOurTime(at)]] },
    newPassword(portal, 'That was not you? Choose a new password at once; it ends all sessions:'),
  ],
  footer: SAFETY_FOOTER,
});

export const writeNewSignInMail = ({
  portal,
  at,
  browser,
  system,
  address,
}: {
  portal: string;
  at: string;
  browser: string | null;
  system: string | null;
  /** Cut as in the audit log. */
  address: string | null;
}): MailContent => ({
  subject: `New sign-in to your account at ${PRODUCT_NAME}`,
  preheader: 'A browser that we did not know has signed in to your account.',
  title: 'New sign-in to your account',
  parts: [
    paragraph(
      'A browser that we did not know has signed in to your account. If that was you, there is nothing to do.',
    ),
    {
      facts: [
        ['When', inOurTime(at)],
        ...(browser ? [['Browser', typed(browser)] as const] : []),
        ...(system ? [['System', typed(system)] as const] : []),
        ...(address ? [['Network address', address] as const] : []),
      ],
    },
    newPassword(portal, 'That was not you? Choose a new password at once; it ends all sessions:'),
  ],
  footer: SAFETY_FOOTER,
});

const MASK = '•••';

/** Returns an address that its owner recognises and nobody else can use: 't•••@e•••.com'. */
export const maskAddress = (address: string): string => {
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const ending = domain.slice(domain.lastIndexOf('.'));
  const first = (text: string) => [...text][0] ?? '';

  return `${first(local)}${MASK}@${first(domain)}${MASK}${ending}`;
};

export const writeChangeAskedMail = ({
  newAddress,
  at,
  notMeLink,
}: {
  newAddress: string;
  at: string;
  notMeLink: string;
}): MailContent => ({
  subject: `A new address was asked for at ${PRODUCT_NAME}`,
  preheader: 'Your account is to get another address. If that was you, there is nothing to do.',
  title: 'A new address was asked for',
  parts: [
    paragraph(
      `Somebody who knows your password asked to change the address of your account at ${PRODUCT_NAME}. It changes once the new address is verified. If that was you, there is nothing to do here.`,
    ),
    {
      facts: [
        ['New address', typed(maskAddress(newAddress))],
        ['Asked for', inOurTime(at)],
      ],
    },
    { button: { label: 'This was not me', address: notMeLink } },
    { note: 'It ends the change. Then please choose a new password, because somebody knows yours.' },
  ],
  footer: SAFETY_FOOTER,
});

/** A notice whose reader may have to tell us something. */
interface NoticeToAnswer {
  at: string;
  contactEmail: string;
}

export const writeAddressChangedMail = ({ at, contactEmail }: NoticeToAnswer): MailContent => ({
  subject: `The address of your account at ${PRODUCT_NAME} was changed`,
  preheader: 'Mail of your account goes to the new address from now on.',
  title: 'Your address was changed',
  parts: [
    paragraph(
      `The address of your account at ${PRODUCT_NAME} was changed. You sign in with the new one from now on, and this address gets no more mail of the account.`,
    ),
    { facts: [['When', inOurTime(at)]] },
    { note: `That was not you? Please tell us at once, so that you get the account back: ${contactEmail}` },
  ],
  footer: SAFETY_FOOTER,
});

export const writeAccountClosedMail = ({ at, contactEmail }: NoticeToAnswer): MailContent => ({
  subject: `Your account at ${PRODUCT_NAME} was closed`,
  preheader: 'You can no longer sign in. We keep only what the law requires.',
  title: 'Your account was closed',
  parts: [
    paragraph(
      `Your account at ${PRODUCT_NAME} was closed, and you can no longer sign in. We keep only what the law requires, such as issued invoices.`,
    ),
    { facts: [['When', inOurTime(at)]] },
    { note: `You did not expect this? Please tell us: ${contactEmail}` },
  ],
  footer: `You get this last mail because your account at ${PRODUCT_NAME} had this address.`,
});

export const writeAdminResetUsedMail = ({
  admin,
  at,
}: {
  /** Undefined if the account is gone. */
  admin: { name: string; surname: string; owNumber: string } | undefined;
  at: string;
}): MailContent => ({
  subject: `An administrator of ${PRODUCT_NAME} has used a reset link`,
  preheader: 'If nobody of you asked for it, act at once.',
  title: 'An administrator has used a reset link',
  parts: [
    paragraph(
      'An administrator has chosen a new password by a link from a mail. Please ask them whether that was them: who has their mailbox can do this.',
    ),
    {
      facts: [
        ...(admin
          ? [
              ['Administrator', typed(`${admin.name} ${admin.surname}`.trim())] as const,
              ['OW number', admin.owNumber] as const,
            ]
          : []),
        ['When', inOurTime(at)],
      ],
    },
    {
      note: 'It was not them? Deactivate their account in the portal, and then choose a new password for it.',
    },
  ],
  footer: `You get this mail because you are an administrator of ${PRODUCT_NAME}.`,
});

export const writeRegistrationRefusedMail = ({
  portal,
  userId,
  owNumber,
  at,
}: {
  portal: string;
  userId: number;
  /** Undefined if the account is gone. */
  owNumber: string | undefined;
  at: string;
}): MailContent => ({
  subject: `A registration at ${PRODUCT_NAME} was refused by the owner of its address`,
  preheader: 'The account was deactivated and its address is free again.',
  title: 'A registration was refused',
  parts: [
    paragraph(
      'Somebody registered with an address that is not theirs, and its owner said so. The account was deactivated and its sessions have ended. Its address is free, so that the owner can register.',
    ),
    {
      facts: [...(owNumber ? [['OW number', owNumber] as const] : []), ['When', inOurTime(at)]],
    },
    { button: { label: 'See the account', address: `${portal}/admin?section=users&client=${userId}` } },
    { note: 'If the account has services or invoices, find out whose they are.' },
  ],
  footer: `You get this mail because you are an administrator of ${PRODUCT_NAME}.`,
});
