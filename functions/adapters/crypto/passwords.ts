import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Passwords } from '#functions/ports/passwords.ts';

/** OWASP's Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const TODAY = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Runs off the main thread, so that other requests go on meanwhile. */
const computeArgon2 = promisify(argon2);

interface StoredHash extends Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'> {
  salt: Buffer;
  hash: Buffer;
}

/** A PHC string: base64 without padding. */
const PHC_FORMAT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z\d+/]+)\$([A-Za-z\d+/]+)$/;

const toBase64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

const prefixOf = ({ memory, passes, parallelism }: typeof TODAY) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;

const readPhc = (text: string): StoredHash => {
  const [, memory, passes, parallelism, salt = '', hash = ''] = PHC_FORMAT.exec(text) ?? [];
  // The text itself must not reach a log.
  if (!memory) throw new Error('The stored hash is no PHC string of argon2id');

  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
};

const hashWith = (password: string, { salt, hash, ...parameters }: StoredHash): Promise<Buffer> =>
  computeArgon2('argon2id', { ...parameters, message: password, nonce: salt, tagLength: hash.length });

/** The hash of nothing that anyone can type, in today's parameters. */
const NOBODY: StoredHash = { ...TODAY, salt: Buffer.alloc(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES) };

const matches = async (password: string, stored: StoredHash): Promise<boolean> =>
  timingSafeEqual(await hashWith(password, stored), stored.hash);

export const passwords: Passwords = {
  hash: async (password) => {
    const salt = randomBytes(SALT_BYTES);
    const hash = await hashWith(password, { ...NOBODY, salt });

    return `${prefixOf(TODAY)}${toBase64(salt)}$${toBase64(hash)}`;
  },

  verify: async (password, hash) => matches(password, readPhc(hash)),

  verifyNobody: async (password) => {
    await matches(password, NOBODY);

    return false;
  },

  isOutdated: (hash) => !hash.startsWith(prefixOf(TODAY)),
};
