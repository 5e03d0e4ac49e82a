import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import type { CommonPasswords } from '#functions/ports/common-passwords.ts';
import { pickCommon } from '#shared/easy-passwords.ts';

const fileContent = z.array(z.string());

/** Reads a JSON list that others maintain, commonest first, at the first query. */
export const makeCommonPasswords = (file: string): CommonPasswords => {
  let reading: Promise<ReadonlySet<string>> | undefined;

  const read = async () => new Set(pickCommon(fileContent.parse(JSON.parse(await readFile(file, 'utf8')))));

  return {
    includes: async (password) => {
      reading ??= read();

      return (await reading).has(password.toLowerCase());
    },
  };
};
