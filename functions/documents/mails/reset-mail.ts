import { PRODUCT_NAME } from '#shared/brand.ts';
import { type MailContent, paragraph } from './mail-parts.ts';

/** The mail with the link for a new password. It carries nothing that somebody typed (D58). */
export const writeResetMail = ({
  link,
  notMeLink,
  holds,
}: {
  link: string;
  notMeLink: string;
  holds: string;
}): MailContent => ({
  subject: `Choose a new password for ${PRODUCT_NAME}`,
  preheader: `The link holds for ${holds}. Nothing changes until you use it.`,
  title: 'Choose a new password',
  parts: [
    paragraph(`Somebody asked for a new password for your account at ${PRODUCT_NAME}.`),
    { button: { label: 'Choose a new password', address: link } },
    { note: `The link holds for ${holds} and works once. We never ask for your password by mail or phone.` },
    {
      note: 'This was not you? Your password stays as it is. Open this address, and we send no such mail for a day:',
      address: notMeLink,
    },
  ],
  footer: `You get this mail because your account at ${PRODUCT_NAME} has this address.`,
});
