import { fileURLToPath } from 'node:url';
import { passwords } from '#functions/adapters/crypto/argon2-passwords.ts';
import { makeCommonPasswords } from '#functions/adapters/crypto/listed-common-passwords.ts';
import { openStore } from '../open-store.ts';
import { findPortal } from '../portal-place.ts';
import { readArguments } from '../run-command.ts';
import type { Terminal } from '../terminal.ts';
import { createAdmin } from './create-admin.ts';

const COMMON_PASSWORDS = fileURLToPath(
  new URL('../../node_modules/@zxcvbn-ts/language-common/src/passwords.json', import.meta.url),
);

/** `npm run admin -- <deployment> [--another]` */
export const adminCommand = async (args: readonly string[], terminal: Terminal): Promise<void> => {
  const { words, has } = readArguments(args, {
    usage: 'npm run admin -- <deployment> [--another]',
    words: 1,
    flags: ['another'],
  });
  const [deployment = ''] = words;
  const store = openStore(await findPortal(deployment));

  await createAdmin(
    { store, passwords, commonPasswords: makeCommonPasswords(COMMON_PASSWORDS), terminal },
    { wantsAnother: has('another') },
  );
};
