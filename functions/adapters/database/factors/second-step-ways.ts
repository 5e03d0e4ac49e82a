import { sql } from 'drizzle-orm';
import { passkeys, recoveryCodes, totpFactors } from '#functions/database/schema/auth-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { SECOND_STEP_WAYS, type SecondStepWay } from '#shared/errors.ts';

const isWay = (word: string): word is SecondStepWay => SECOND_STEP_WAYS.includes(word as SecondStepWay);

/** Selects the ways in which the account of a row of `users` can take a second step. */
export const secondStepWays = sql<SecondStepWay[]>`concat_ws(' ',
  case when exists (select from ${passkeys} where ${passkeys.user_id} = ${users.User_Id}) then 'passkey' end,
  case when exists (select from ${totpFactors}
    where ${totpFactors.user_id} = ${users.User_Id} and ${totpFactors.confirmed_at} is not null) then 'code' end,
  case when exists (select from ${recoveryCodes}
    where ${recoveryCodes.user_id} = ${users.User_Id} and ${recoveryCodes.used_at} is null) then 'recovery' end)`.mapWith(
  (words: string) => words.split(' ').filter(isWay),
);
