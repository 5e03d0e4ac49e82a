/** Returns the link that opens a mail to an address, in which '&' and '?' are letters. */
export const mailtoOf = (email: string): string =>
  `mailto:${email.split('@').map(encodeURIComponent).join('@')}`;
