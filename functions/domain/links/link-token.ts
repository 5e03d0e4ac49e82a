import { hashText, toBase64Url } from '#functions/domain/hash-text.ts';

const TOKEN_BYTES = 32;

/** Returns a new token for a link in a mail, which nobody can guess (D46). */
export const makeLinkToken = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));

/** Returns the hash that is stored in place of a token, so that nobody who reads the database can use a link. */
export const hashLinkToken = (token: string): Promise<string> => hashText(token);
