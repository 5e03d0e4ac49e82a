import { sql } from 'drizzle-orm';
import { passkeys } from '#functions/database/schema/auth-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { SECOND_STEP_WAYS, type SecondStepWay } from '#shared/errors.ts';
import { codesLeft, hasTotp } from './factor-counts.ts';

const isWay = (word: string): word is SecondStepWay => SECOND_STEP_WAYS.includes(word as SecondStepWay);

/** Selects the ways in which the account of a row of `users` can take a second step. */
export const secondStepWays = sql<SecondStepWay[]>`concat_ws(' ',
  case when exists (select from ${passkeys} where ${passkeys.user_id} = ${users.User_Id}) then 'passkey' end,
  case when ${hasTotp} then 'code' end,
  case when ${codesLeft} > 0 then 'recovery' end)`.mapWith((words: string) => words.split(' ').filter(isWay));
