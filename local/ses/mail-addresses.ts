import { badRequest } from './errors.ts';

const ADDRESS_LENGTH_MAX = 320;
const LOCAL_LENGTH_MAX = 64;

const NAMED = /^[\w !#$%&'*+/=?^`{|}~.-]*<([^<>]*)>$/;
const LOCAL_AND_DOMAIN =
  /^([\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*)@([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)$/;

export interface MailAddress {
  address: string;
  domain: string;
}

/**
 * Parses `someone@example.com` or `Name <someone@example.com>` as strictly as SES: other letters than ASCII have to be
 * sent encoded in a name or a domain, and are refused in the local part, as are quotes.
 */
export const parseMailAddress = (text: string): MailAddress => {
  const address = NAMED.exec(text)?.[1] ?? text;
  const [, local = '', domain = ''] = LOCAL_AND_DOMAIN.exec(address) ?? [];
  if (local === '' || local.length > LOCAL_LENGTH_MAX || text.length > ADDRESS_LENGTH_MAX) {
    throw badRequest('Illegal address');
  }

  return { address, domain: domain.toLowerCase() };
};
