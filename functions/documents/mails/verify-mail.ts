import { PRODUCT_NAME } from '#shared/brand.ts';
import { type MailContent, paragraph } from './mail-parts.ts';

/**
 * The mail with the link that verifies an address, after a registration or before a change of address. Nobody has shown
 * yet whose address it is, so it carries nothing that somebody typed (D58).
 */
export const writeVerifyMail = ({
  isChange,
  link,
  notMeLink,
  holds,
}: {
  /** True if an account that exists is to get the address. */
  isChange: boolean;
  link: string;
  notMeLink: string;
  /** Such as '24 hours'. */
  holds: string;
}): MailContent => ({
  subject: `Verify your address for ${PRODUCT_NAME}`,
  preheader: `One click shows that this address is yours. The link holds for ${holds}.`,
  title: 'Verify your address',
  parts: [
    paragraph(
      isChange
        ? `An existing account at ${PRODUCT_NAME} asks for this address. If the account is yours, verify the address while you are signed in to it: from then on the account's mail comes here.`
        : `This address was given for an account at ${PRODUCT_NAME}. Please verify that it is yours: from then on the account's mail comes here.`,
    ),
    { button: { label: 'Verify this address', address: link } },
    { note: `The link holds for ${holds} and works once.` },
    {
      note: 'This was not you? Open this address, and we send nothing more to you for that account:',
      address: notMeLink,
    },
  ],
  footer: `You get this mail because somebody gave this address to ${PRODUCT_NAME}.`,
});
