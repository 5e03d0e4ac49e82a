import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import type { CommonPasswords } from '#functions/ports/common-passwords.ts';
import { PASSWORD_LENGTH_MIN } from '#shared/contract/limits.ts';

/** Number of passwords refused, counted among those that are long enough to be chosen at all (D1). */
const COMMON_PASSWORDS = 10_000;

const fileContent = z.array(z.string());

/** Reads a JSON list that others maintain, commonest first, at the first query. */
export const makeCommonPasswords = (file: string): CommonPasswords => {
  let reading: Promise<ReadonlySet<string>> | undefined;

  const read = async () => {
    const all = fileContent.parse(JSON.parse(await readFile(file, 'utf8')));
    const longEnough = all.filter((password) => password.length >= PASSWORD_LENGTH_MIN);

    return new Set(longEnough.slice(0, COMMON_PASSWORDS).map((password) => password.toLowerCase()));
  };

  return {
    includes: async (password) => {
      reading ??= read();

      return (await reading).has(password.toLowerCase());
    },
  };
};
