import { fileURLToPath } from 'node:url';
import { passwords } from '#functions/adapters/crypto/argon2-passwords.ts';
import { makeCommonPasswords } from '#functions/adapters/crypto/listed-common-passwords.ts';
import { LOCAL, readNamedDeployment } from '../named-deployment.ts';
import { openDatabase, openStore } from '../open-store.ts';
import { findPortal } from '../portal-place.ts';
import { readArguments } from '../run-command.ts';
import type { Terminal } from '../terminal.ts';
import { createAdmin } from './create-admin.ts';
import { removeFactor } from './remove-factor.ts';

const COMMON_PASSWORDS = fileURLToPath(
  new URL('../../node_modules/@zxcvbn-ts/language-common/src/passwords.json', import.meta.url),
);

/** `npm run admin -- <deployment> [--another | --remove-factor]` */
export const adminCommand = async (args: readonly string[], terminal: Terminal): Promise<void> => {
  const { words, has } = readArguments(args, {
    usage: 'npm run admin -- <deployment> [--another | --remove-factor]',
    words: 1,
    flags: ['another', 'remove-factor'],
  });
  const [deployment = ''] = words;
  const place = await findPortal(deployment);
  const store = openStore(place);
  if (has('remove-factor')) {
    const isMailOn = deployment === LOCAL || readNamedDeployment(deployment).mailFrom !== undefined;
    await removeFactor(
      { store, database: openDatabase(place), mailSettings: { isOn: isMailOn }, terminal },
      new Date(),
    );

    return;
  }

  await createAdmin(
    { store, passwords, commonPasswords: makeCommonPasswords(COMMON_PASSWORDS), terminal },
    { wantsAnother: has('another') },
  );
};
