/** Why users should verify their address. */
export const MAIL_PURPOSES = {
  client: 'so that invoices and answers reach you there',
  admin: 'so that you can reset a forgotten password',
};
