import { sql } from 'drizzle-orm';
import { passkeys, recoveryCodes, totpFactors } from '#functions/database/schema/auth-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { factorCounts as countsSchema } from '#shared/contract/factors.ts';

/** True if the account of a row of `users` has an authenticator app that a code has confirmed. */
export const hasTotp = sql<boolean>`exists (select from ${totpFactors}
  where ${totpFactors.user_id} = ${users.User_Id} and ${totpFactors.confirmed_at} is not null)`;

/** Recovery codes of the account that were not used. */
export const codesLeft = sql<number>`(select count(*) from ${recoveryCodes}
  where ${recoveryCodes.user_id} = ${users.User_Id} and ${recoveryCodes.used_at} is null)::int`;

/** Selects the figures of the second factors of the account. */
export const factorCounts = sql`jsonb_build_object(
  'passkeys', (select count(*) from ${passkeys} where ${passkeys.user_id} = ${users.User_Id}),
  'totp', ${hasTotp}, 'codesLeft', ${codesLeft})`.mapWith((text: string) =>
  countsSchema.parse(JSON.parse(text)),
);
