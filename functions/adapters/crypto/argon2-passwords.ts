import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import type { Passwords } from '#functions/ports/passwords.ts';
import { makeWaitingLine } from '#shared/bank/waiting-line.ts';

/** OWASP's Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const TODAY = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Runs off the main thread, so that other requests continue meanwhile. */
const computeArgon2 = promisify(argon2);

/**
 * One per processor: more would take turns and all end later. One of Node's four threads for such work stays free;
 * otherwise the session check of every other request would wait for password hashes.
 */
const HASHES_AT_ONCE_MAX = Math.min(availableParallelism(), 3);
const inTurn = makeWaitingLine(HASHES_AT_ONCE_MAX);

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
  if (!memory) {
    throw new Error('The stored hash is no PHC string of argon2id');
  }

  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
};

const hashWith = (password: string, { salt, hash, ...parameters }: StoredHash): Promise<Buffer> =>
  inTurn(() =>
    computeArgon2('argon2id', { ...parameters, message: password, nonce: salt, tagLength: hash.length }),
  );

/** A hash in today's parameters that no typed password matches. */
const NOBODY: StoredHash = { ...TODAY, salt: Buffer.alloc(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES) };

const matches = async (password: string, stored: StoredHash): Promise<boolean> =>
  timingSafeEqual(await hashWith(password, stored), stored.hash);

const toPhc = (salt: Buffer, hash: Buffer): string => `${prefixOf(TODAY)}${toBase64(salt)}$${toBase64(hash)}`;

/** Returns the hash of an account without a password: random bytes, for which nobody knows a password. */
export const makeUnknownHash = (): string => toPhc(randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));

/** Limits for a hash of another system at a sign-in; a Lambda has our 19 MiB many times over. */
const FOREIGN_MAX = { memory: 64 * 1024, passes: 10, parallelism: 4 };

/** True if a sign-in can check this hash, with memory and time to spare. */
export const isUsableHash = (text: string): boolean => {
  if (!PHC_FORMAT.test(text)) {
    return false;
  }
  const { memory, passes, parallelism, salt, hash } = readPhc(text);

  return (
    memory >= 8 * parallelism &&
    memory <= FOREIGN_MAX.memory &&
    passes >= 1 &&
    passes <= FOREIGN_MAX.passes &&
    parallelism >= 1 &&
    parallelism <= FOREIGN_MAX.parallelism &&
    salt.length >= 8 &&
    hash.length >= 16 &&
    hash.length <= 64
  );
};

export const passwords: Passwords = {
  hash: async (password) => {
    const salt = randomBytes(SALT_BYTES);
    const hash = await hashWith(password, { ...NOBODY, salt });

    return toPhc(salt, hash);
  },

  verify: async (password, hash) => matches(password, readPhc(hash)),

  verifyNobody: async (password) => {
    await matches(password, NOBODY);

    return false;
  },

  isOutdated: (hash) => !hash.startsWith(prefixOf(TODAY)),
};
