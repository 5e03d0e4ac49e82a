import { argon2id, argon2Verify } from 'hash-wasm';
import type { Passwords } from '#functions/ports/passwords.ts';

/** OWASP's Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const MEMORY_KIBIBYTES = 19 * 1024;
const ITERATIONS = 2;
const PARALLELISM = 1;

const PARAMETERS = `$argon2id$v=19$m=${MEMORY_KIBIBYTES},t=${ITERATIONS},p=${PARALLELISM}$`;

/** The hash of nothing that anyone can type, in today's parameters. */
const NOBODYS_HASH = `${PARAMETERS}AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;

export const passwords: Passwords = {
  hash: (password) =>
    argon2id({
      password,
      salt: crypto.getRandomValues(new Uint8Array(16)),
      memorySize: MEMORY_KIBIBYTES,
      iterations: ITERATIONS,
      parallelism: PARALLELISM,
      hashLength: 32,
      outputType: 'encoded',
    }),

  verify: (password, hash) => argon2Verify({ password, hash }),

  verifyNobody: async (password) => {
    await argon2Verify({ password, hash: NOBODYS_HASH });

    return false;
  },

  isOutdated: (hash) => !hash.startsWith(PARAMETERS),
};
