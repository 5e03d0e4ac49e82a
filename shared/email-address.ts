import { withoutInvisible } from './text/text.ts';

/** Letters of any script, as far as DNS knows them as a name. */
const NAME_TO_ENCODE = /^(?=.*\P{ASCII})[\p{L}\p{M}\p{N}.\-\u3002\uff0e\uff61]{1,253}$/u;

/**
 * Returns an address with its domain as DNS and Amazon SES take it ('xn--mller-kva.co.za' for 'müller.co.za', RFC 5891),
 * so that an address has one spelling.
 */
const encodeDomain = (address: string): string => {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  const host = NAME_TO_ENCODE.test(domain) && URL.canParse(`http://${domain}`) && new URL(`http://${domain}`);

  return host ? `${address.slice(0, at)}${host.hostname}` : address;
};

const decode = (linked: string): string => {
  try {
    return decodeURIComponent(linked);
  } catch {
    return linked;
  }
};

/** Returns the address in 'jan@…', '<jan@…>', 'Jan <jan@…>' and 'mailto:jan@…'; any other text without what is invisible. */
export const readEmail = (typed: string): string => {
  const shown = withoutInvisible(typed).trim();
  const [, inside = shown] = /<([^<>]*@[^<>]*)>$/.exec(shown) ?? [];
  const [, linked] = /^mailto:([^?]*)/i.exec(inside.trim()) ?? [];

  return encodeDomain(withoutInvisible(linked === undefined ? inside : decode(linked)).trim());
};
