import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { instantOf } from '#functions/database/instant.ts';
import {
  passkeys,
  recoveryCodes,
  totpFactors,
  usedChallenges,
} from '#functions/database/schema/auth-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { FactorStore } from '#functions/ports/database/factors/factor-store.ts';
import { role } from '#shared/contract/fields.ts';
import { codesLeft, hasTotp } from './factor-counts.ts';

/** Columns of a passkey as its owner sees it. */
const shownColumns = {
  id: passkeys.id,
  name: passkeys.name,
  createdAt: passkeys.created_at,
  lastUsedAt: passkeys.last_used_at,
  isSynced: passkeys.is_backed_up,
};

const present = <Value>(value: Value | null): Value[] => (value === null ? [] : [value]);

export const makeFactorStore = (db: Connection): FactorStore => ({
  listOf: async (userId) => {
    const rows = await db
      .select({ totp: hasTotp, codesLeft, passkey: shownColumns })
      .from(users)
      .leftJoin(passkeys, eq(passkeys.user_id, users.User_Id))
      .where(eq(users.User_Id, userId))
      .orderBy(asc(passkeys.created_at), asc(passkeys.id));
    const [first] = rows;

    return (
      first && {
        passkeys: rows.flatMap(({ passkey }) => present(passkey)),
        totp: first.totp,
        codesLeft: first.codesLeft,
      }
    );
  },

  findPasskeyOwner: async (userId) => {
    const rows = await db
      .select({
        owNumber: users.OWNumber,
        handle: users.passkey_handle,
        passkey: { credentialId: passkeys.credential_id, transports: passkeys.transports },
      })
      .from(users)
      .leftJoin(passkeys, eq(passkeys.user_id, users.User_Id))
      .where(eq(users.User_Id, userId));
    const [first] = rows;

    return (
      first && {
        owNumber: first.owNumber,
        handle: first.handle,
        passkeys: rows.flatMap(({ passkey }) => present(passkey)),
      }
    );
  },

  findOwNumber: async (userId) => {
    const [row] = await db.select({ owNumber: users.OWNumber }).from(users).where(eq(users.User_Id, userId));

    return row?.owNumber;
  },

  lock: async (userId) => {
    await db.select({ id: users.User_Id }).from(users).where(eq(users.User_Id, userId)).for('no key update');
    // A statement of its own sees what the transaction that held the lock has committed.
    const [row] = await db
      .select({
        owNumber: users.OWNumber,
        email: users.User_Email,
        role: users.user_role,
        passkeys: sql<number>`(select count(*) from ${passkeys} where ${passkeys.user_id} = ${users.User_Id})::int`,
        totp: hasTotp,
      })
      .from(users)
      .where(eq(users.User_Id, userId));

    return row && { ...row, role: role.parse(row.role) };
  },

  addPasskey: async (userId, { challenge, name, ...passkey }, now) => {
    const id = crypto.randomUUID();
    const { rows } = await db.execute(sql`
      with used as (
        insert into ${usedChallenges} (hash, expires_at)
        values (${challenge.hash}, ${instantOf(challenge.expiresAt)})
        on conflict do nothing returning hash
      )
      insert into ${passkeys} (id, user_id, credential_id, public_key, counter, is_backed_up, transports, name, created_at)
      select ${id}::uuid, ${userId}::int, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter}::bigint,
        ${passkey.isBackedUp}::boolean, ${JSON.stringify(passkey.transports)}::jsonb, ${name}, ${instantOf(now)}
      from used
      on conflict do nothing
      returning id`);

    return rows.length === 1
      ? { id, name, createdAt: now.toISOString(), lastUsedAt: null, isSynced: passkey.isBackedUp }
      : undefined;
  },

  deletePasskey: async (userId, id) => {
    const deleted = await db
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.user_id, userId)))
      .returning({ id: passkeys.id });

    return deleted.length === 1;
  },

  keepTotp: async (userId, { sealed, keyId }) => {
    const kept = await db
      .insert(totpFactors)
      .values({ user_id: userId, sealed, key_id: keyId })
      .onConflictDoUpdate({
        target: totpFactors.user_id,
        set: { sealed, key_id: keyId, last_step: 0 },
        setWhere: isNull(totpFactors.confirmed_at),
      })
      .returning({ userId: totpFactors.user_id });

    return kept.length === 1;
  },

  findUnconfirmedTotp: async (userId) => {
    const [row] = await db
      .select({
        sealed: totpFactors.sealed,
        keyId: totpFactors.key_id,
        lastStep: totpFactors.last_step,
      })
      .from(totpFactors)
      .where(and(eq(totpFactors.user_id, userId), isNull(totpFactors.confirmed_at)));

    return row;
  },

  confirmTotp: async (userId, { sealed, step, resealed }, now) => {
    const confirmed = await db
      .update(totpFactors)
      .set({
        confirmed_at: now.toISOString(),
        last_step: step,
        ...(resealed && { sealed: resealed.sealed, key_id: resealed.keyId }),
      })
      .where(
        and(
          eq(totpFactors.user_id, userId),
          eq(totpFactors.sealed, sealed),
          isNull(totpFactors.confirmed_at),
        ),
      )
      .returning({ userId: totpFactors.user_id });

    return confirmed.length === 1;
  },

  deleteTotp: async (userId) => {
    const [deleted] = await db
      .delete(totpFactors)
      .where(eq(totpFactors.user_id, userId))
      .returning({ confirmedAt: totpFactors.confirmed_at });

    return deleted !== undefined && deleted.confirmedAt !== null;
  },

  replaceCodes: async (userId, codes) => {
    const inserted = codes.map(({ place, hash }) => ({ user_id: userId, place, hash }));
    await db
      .insert(recoveryCodes)
      .values(inserted)
      .onConflictDoUpdate({
        target: [recoveryCodes.user_id, recoveryCodes.place],
        set: { hash: sql`excluded.hash`, used_at: null },
      });
  },

  deleteAllOf: async (userId) => {
    const ofAccount = sql`user_id = ${userId}`;
    const deletedPasskeys = db
      .$with('deleted_passkeys', {})
      .as(sql`delete from ${passkeys} where ${ofAccount}`);
    const deletedTotp = db.$with('deleted_totp', {}).as(sql`delete from ${totpFactors} where ${ofAccount}`);
    await db
      .with(deletedPasskeys, deletedTotp)
      .delete(recoveryCodes)
      .where(eq(recoveryCodes.user_id, userId));
  },
});
