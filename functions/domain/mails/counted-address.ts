/**
 * Returns the name by which mails to an address are counted (D46). What stands between + and @ makes no other mailbox,
 * and neither do dots at gmail.com.
 */
export const countedAddress = (address: string): string => {
  const lower = address.toLowerCase();
  const at = lower.lastIndexOf('@');
  const domain = lower.slice(at + 1);
  const [mailbox = ''] = lower.slice(0, at).split('+');

  return `${domain === 'gmail.com' ? mailbox.replaceAll('.', '') : mailbox}@${domain}`;
};
