import { and, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { spendFactor } from '#functions/adapters/database/factors/spend-factor.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { CANARY_ID } from '#functions/adapters/database/system/canary-account.ts';
import { cutAddress } from '#functions/adapters/database/system/cut-address.ts';
import { ownColumns, readUserRow } from '#functions/adapters/database/users/user-columns.ts';
import { instantOf } from '#functions/database/instant.ts';
import { passkeys, recoveryCodes, sessions, totpFactors } from '#functions/database/schema/auth-tables.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { SignInStore } from '#functions/ports/database/auth/sign-in-store.ts';

const SECOND_STEP = 'second-step';

const bucket = z.object({
  name: z.string(),
  limit: z.number(),
  windowSeconds: z.number(),
  userId: z.number().exactOptional(),
});
const counted = z.object({ buckets: z.array(bucket), quota: bucket });

const credentialColumns = { ...ownColumns, passwordHash: users.User_Pass_Bkp };

const passkeyColumns = {
  id: passkeys.id,
  userId: passkeys.user_id,
  credentialId: passkeys.credential_id,
  publicKey: passkeys.public_key,
  counter: passkeys.counter,
  isBackedUp: passkeys.is_backed_up,
};

/** The account, locked, if it is still as the sign-in read it. */
const accountOf = ({
  userId,
  passwordHash,
  role,
}: {
  userId: number;
  passwordHash: string;
  role: string;
}) => sql`
  select ${users.User_Id} as id from ${users}
  where ${users.User_Id} = ${userId} and ${users.User_Status} = 1
    and ${users.User_Pass_Bkp} = ${passwordHash} and ${users.user_role} = ${role}
  for no key update`;

/** The account if the second step is still open, which is locked before its factor is used: no factor is used in vain. */
const stepOf = (stepId: string | undefined, account: SQL) => sql`
  select account.id from (${account}) as account join ${sessions} as step on step.user_id = account.id
  where step.id = ${stepId ?? null}::uuid and step.needs = ${SECOND_STEP}
  for update of step`;

export const makeSignInStore = (db: Connection): SignInStore => ({
  start: async ({ spent, completesStep, ...session }, now) => {
    const { id, replacedId, address, browser, system } = session;
    const signing = completesStep ? sql`replaced` : spent ? sql`spent` : sql`account`;
    // The canary signs in every five minutes: its log lines are enough.
    const person = sql`(select id from ${signing} where id > ${CANARY_ID}) as person`;
    const audited = insertAuditRows(
      { actorId: sql`id`, action: 'auth.login', address },
      { record: sql`'user ' || id`, from: person },
    );
    // The clock, and not now(), which is the start of the transaction: of two sign-ins that waited for each other,
    // the later one is newer.
    const started = await db.execute(sql`
      with account as (${completesStep ? stepOf(replacedId, accountOf(session)) : accountOf(session)}
      ), ${spent ? sql`${spendFactor(spent, now)}, ` : sql``}replaced as (
        delete from ${sessions} using ${spent ? sql`spent` : sql`account`} as signing
        where ${sessions.id} = ${replacedId ?? null}::uuid
          ${completesStep ? sql`and ${sessions.user_id} = signing.id and ${sessions.needs} = ${SECOND_STEP}` : sql``}
        returning signing.id
      ), audited as (${audited}), noted as (
        insert into ${activities} (user_id, activity_type, description)
        select id, 'login', 'Signed in' from ${person}
      )
      insert into ${sessions} (id, user_id, created_at, expires_at, browser, system, address, last_used_at, level,
        signed_in_by, proved_at, is_remembered)
      select ${id}::uuid, id, clock_timestamp(), ${instantOf(session.expiresAt)}, ${browser}, ${system},
        ${cutAddress(address)}, ${instantOf(now)}, ${session.level}::smallint, ${session.signedInBy}, ${instantOf(now)},
        ${session.isRemembered}
      from ${signing}
      returning count_sessions(user_id) as count`);

    return started.rows[0] && Number(started.rows[0].count);
  },

  openStep: async ({ id, replacedId, address, browser, system, expiresAt, ...session }, now) => {
    const opened = await db.execute(sql`
      with account as (${accountOf(session)}
      ), replaced as (
        delete from ${sessions} using account
        where ${sessions.id} = ${replacedId ?? null}::uuid and ${sessions.needs} = ${SECOND_STEP}
      )
      insert into ${sessions} (id, user_id, created_at, expires_at, browser, system, address, last_used_at, proved_at,
        is_remembered, needs, counted)
      select ${id}::uuid, id, clock_timestamp(), ${instantOf(expiresAt)}, ${browser}, ${system},
        ${cutAddress(address)}, ${instantOf(now)}, ${instantOf(now)}, ${session.isRemembered}, ${SECOND_STEP},
        ${JSON.stringify(session.counted)}::jsonb
      from account
      returning id`);

    return opened.rows.length === 1;
  },

  endOldestSteps: async (userId, stepsMax) => {
    await db.execute(sql`
      delete from ${sessions} where ${sessions.id} in (
        select step.id from ${sessions} as step
        where step.user_id = ${userId} and step.needs = ${SECOND_STEP}
        order by step.created_at desc, step.id desc offset ${stepsMax}
      )`);
  },

  findStep: async (sessionId, { credentialId, place }, now) => {
    const [row] = await db
      .select({
        account: credentialColumns,
        handle: users.passkey_handle,
        isRemembered: sessions.is_remembered,
        counted: sessions.counted,
        passkey: passkeyColumns,
        totp: { sealed: totpFactors.sealed, keyId: totpFactors.key_id, lastStep: totpFactors.last_step },
        recoveryCode: { place: recoveryCodes.place, hash: recoveryCodes.hash },
        codesLeft: sql<number>`(select count(*)::int from ${recoveryCodes} as code
          where code.user_id = ${users.User_Id} and code.used_at is null)`,
      })
      .from(sessions)
      .innerJoin(users, eq(users.User_Id, sessions.user_id))
      .leftJoin(
        passkeys,
        and(eq(passkeys.user_id, users.User_Id), eq(passkeys.credential_id, credentialId ?? '')),
      )
      .leftJoin(totpFactors, and(eq(totpFactors.user_id, users.User_Id), isNotNull(totpFactors.confirmed_at)))
      .leftJoin(
        recoveryCodes,
        and(
          eq(recoveryCodes.user_id, users.User_Id),
          eq(recoveryCodes.place, place ?? ''),
          isNull(recoveryCodes.used_at),
        ),
      )
      .where(
        and(
          eq(sessions.id, sessionId),
          eq(sessions.needs, SECOND_STEP),
          gt(sessions.expires_at, now.toISOString()),
          eq(users.User_Status, 1),
        ),
      );
    if (!row) {
      return undefined;
    }
    const { passwordHash, ...account } = row.account;

    return {
      credentials: { user: readUserRow(account), passwordHash },
      isRemembered: row.isRemembered,
      counted: counted.parse(row.counted),
      passkey: row.passkey ? { ...row.passkey, handle: row.handle } : undefined,
      totp: row.totp ?? undefined,
      recoveryCode: row.recoveryCode ?? undefined,
      codesLeft: row.codesLeft,
    };
  },

  findPasskey: async (credentialId) => {
    const [row] = await db
      .select({ account: credentialColumns, handle: users.passkey_handle, passkey: passkeyColumns })
      .from(passkeys)
      .innerJoin(users, eq(users.User_Id, passkeys.user_id))
      .where(eq(passkeys.credential_id, credentialId));
    if (!row) {
      return undefined;
    }
    const { passwordHash, ...account } = row.account;

    return {
      passkey: { ...row.passkey, handle: row.handle },
      credentials: { user: readUserRow(account), passwordHash },
    };
  },

  endOldest: async (userId, sessionsMax, now) => {
    await db.execute(sql`
      delete from ${sessions} where ${sessions.user_id} = ${userId} and ${sessions.needs} is null
        and ${sessions.id} not in (
          select kept.id from ${sessions} as kept
          where kept.user_id = ${userId} and kept.needs is null and kept.expires_at > ${instantOf(now)}
          order by kept.created_at desc, kept.id desc limit ${sessionsMax}
        )`);
  },

  prove: async ({ sessionId, userId }, spent, now) => {
    const account = sql`account as (select ${users.User_Id} as id from ${users} where ${users.User_Id} = ${userId})`;
    const proved = await db.execute(sql`
      with ${account}${spent ? sql`, ${spendFactor(spent, now)}` : sql``}
      update ${sessions} set proved_at = ${instantOf(now)}
      from ${spent ? sql`spent` : sql`account`} as proven
      where ${sessions.id} = ${sessionId}::uuid and ${sessions.user_id} = proven.id
      returning ${sessions.id}`);

    return proved.rows.length === 1;
  },

  stepUp: async ({ userId, oldId, newId }) => {
    const [row] = await db
      .update(sessions)
      .set({ id: sql`case when ${sessions.level} = 1 then ${newId}::uuid else ${sessions.id} end`, level: 2 })
      .where(and(eq(sessions.id, oldId), eq(sessions.user_id, userId)))
      .returning({ id: sessions.id, expiresAt: sessions.expires_at, isRemembered: sessions.is_remembered });

    return row && { ...row, expiresAt: new Date(row.expiresAt) };
  },
});
