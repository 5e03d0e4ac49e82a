import Papa from 'papaparse';
import { generateUsers } from '#local/seed/demo-users.ts';
import { makeRandom } from '#local/seed/random.ts';

/** Makes a file of clients as another system would export it, with a password in every fifth line. */
export const makeClientFile = (count: number, passwordEvery = 5): string => {
  const users = [...generateUsers(count, makeRandom(count), new Date('2026-11-20T10:00:00Z'), 50_000)];

  return Papa.unparse(
    users.map((user, position) => ({
      ...user,
      email_verified_at: '',
      User_Pass_Bkp: position % passwordEvery === 0 ? `old password ${position}` : '',
    })),
  );
};
