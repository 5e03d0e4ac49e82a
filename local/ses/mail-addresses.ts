import { badRequest } from './errors.ts';

const ADDRESS_LENGTH_MAX = 320;
const LOCAL_LENGTH_MAX = 64;

export interface MailAddress {
  /** The name before the address; empty if there is none. */
  name: string;
  address: string;
  domain: string;
}

const checkLocal = (local: string) => {
  if (local === '') {
    throw badRequest('Missing local name');
  }
  if (/[\p{Cc}\s]/u.test(local)) {
    throw badRequest('Local address contains control or whitespace');
  }
  if (!/^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+$/.test(local)) {
    throw badRequest('Local address contains illegal character');
  }
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) {
    throw badRequest('Local address starts or ends with dot, or contains dot-dot');
  }
  if (local.length > LOCAL_LENGTH_MAX) {
    throw badRequest('Local address is too long');
  }
};

const checkDomain = (domain: string) => {
  if (domain === '') {
    throw badRequest('Missing domain');
  }
  if (/[\p{Cc}\s]/u.test(domain)) {
    throw badRequest('Domain contains control or whitespace');
  }
  // A domain with other letters than ASCII has to be sent in Punycode.
  if (!/^[A-Za-z0-9.-]+$/.test(domain)) {
    throw badRequest('Domain contains illegal character');
  }
  if (domain.startsWith('.') || domain.endsWith('.') || domain.includes('..')) {
    throw badRequest('Domain starts or ends with dot, or contains dot-dot');
  }
};

/** Requires a name to be words of ASCII or a quoted string; other letters have to be sent as encoded words. */
const checkName = (name: string) => {
  if (!/^(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~ .-]*|"(?:[ !#-[\]-~]|\\[ -~])*")$/.test(name)) {
    throw badRequest('Illegal address');
  }
};

/**
 * Parses `someone@example.com` or `Name <someone@example.com>` as strictly as SES, which knows neither other letters
 * than ASCII in the local part nor quoted local parts.
 */
export const parseMailAddress = (text: string): MailAddress => {
  const [, name = '', bracketed] = /^([^<]*)<([^<>]*)>$/s.exec(text) ?? [];
  const address = bracketed ?? text;
  const at = address.lastIndexOf('@');
  if (at < 0) {
    throw badRequest("Missing final '@domain'");
  }
  if (text.length > ADDRESS_LENGTH_MAX) {
    throw badRequest('Address is too long');
  }
  checkName(name.trim());
  checkLocal(address.slice(0, at));
  checkDomain(address.slice(at + 1));

  return { name: name.trim(), address, domain: address.slice(at + 1).toLowerCase() };
};
