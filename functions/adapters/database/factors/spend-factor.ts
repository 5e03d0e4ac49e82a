import { type SQL, sql } from 'drizzle-orm';
import { instantOf } from '#functions/database/instant.ts';
import {
  passkeys,
  recoveryCodes,
  totpFactors,
  usedChallenges,
} from '#functions/database/schema/auth-tables.ts';
import type { SpentFactor } from '#functions/ports/database/factors/spent-factor.ts';

/**
 * The parts of a statement that write that a factor was used. Its part `account` has the id of the account, locked; the
 * part `spent` has it if nothing else used the factor before.
 */
export const spendFactor = (factor: SpentFactor, now: Date): SQL => {
  switch (factor.way) {
    case 'passkey':
      return sql`used as (
        insert into ${usedChallenges} (hash, expires_at)
        select ${factor.challenge.hash}, ${instantOf(factor.challenge.expiresAt)} from account
        on conflict do nothing returning hash
      ), spent as (
        update ${passkeys} set counter = ${factor.counter}, is_backed_up = ${factor.isBackedUp},
          last_used_at = ${instantOf(now)}
        from account, used where ${passkeys.id} = ${factor.passkeyId}::uuid and ${passkeys.user_id} = account.id
        returning account.id
      )`;
    case 'code':
      return sql`spent as (
        update ${totpFactors} set last_step = ${factor.step},
          sealed = coalesce(${factor.resealed?.sealed ?? null}, ${totpFactors.sealed}),
          key_id = coalesce(${factor.resealed?.keyId ?? null}, ${totpFactors.key_id})
        from account where ${totpFactors.user_id} = account.id and ${totpFactors.confirmed_at} is not null
          and ${totpFactors.last_step} < ${factor.step} and ${totpFactors.sealed} = ${factor.sealed}
        returning account.id
      )`;
    case 'recovery':
      return sql`spent as (
        update ${recoveryCodes} set used_at = ${instantOf(now)}
        from account where ${recoveryCodes.user_id} = account.id and ${recoveryCodes.place} = ${factor.place}
          and ${recoveryCodes.hash} = ${factor.hash} and ${recoveryCodes.used_at} is null
        returning account.id
      )`;
  }
};
