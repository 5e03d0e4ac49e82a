import { PRODUCT_NAME } from '#shared/brand.ts';
import { type MailContent, paragraph } from './mail-parts.ts';

interface PasswordLinks {
  link: string;
  notMeLink: string;
  /** Such as '30 minutes'. */
  holds: string;
}

const wordSafety = (holds: string): string =>
  `The link holds for ${holds} and works once. We never ask for your password by mail or phone.`;
const FOOTER = `You get this mail because your account at ${PRODUCT_NAME} has this address.`;

/** The mail with the link for a new password. It carries nothing that somebody typed (D58). */
export const writeResetMail = ({ link, notMeLink, holds }: PasswordLinks): MailContent => ({
  subject: `Choose a new password for ${PRODUCT_NAME}`,
  preheader: `The link holds for ${holds}. Nothing changes until you use it.`,
  title: 'Choose a new password',
  parts: [
    paragraph(`Somebody asked for a new password for your account at ${PRODUCT_NAME}.`),
    { button: { label: 'Choose a new password', address: link } },
    { note: wordSafety(holds) },
    {
      note: 'This was not you? Your password stays as it is. Open this address, and we send no such mail for a day:',
      address: notMeLink,
    },
  ],
  footer: FOOTER,
});

/** The mail that invites an imported client to choose the first password (D46). It carries nothing that somebody typed. */
export const writeInviteMail = ({ link, notMeLink, holds }: PasswordLinks): MailContent => ({
  subject: `Choose your password for ${PRODUCT_NAME}`,
  preheader: `Your account is ready. The link holds for ${holds}.`,
  title: 'Choose your password',
  parts: [
    paragraph(
      `You have an account at ${PRODUCT_NAME}, the portal in which our clients see their services, invoices and tickets. Choose a password to sign in with this address.`,
    ),
    { button: { label: 'Choose your password', address: link } },
    { note: wordSafety(holds) },
    {
      note: 'This was not you? Open this address, and we send nothing more to you for that account:',
      address: notMeLink,
    },
  ],
  footer: FOOTER,
});
