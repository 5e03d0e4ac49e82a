import { eq } from 'drizzle-orm';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { Role } from '#shared/contract/fields.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import type { TestPortal } from '#test/support/portal/open-portal.ts';

/** The ID number of every planted account. */
export const PLANTED_ID_NUMBER = '9204150834082';

/** Matches what belongs to a planted account, and what its requests say; no log line may hold it. */
export const PERSONAL = /planted|@example|825550199|127\.0\.0\.1"/i;

/** Adds an account whose every word is recognised in an answer or a log line. */
export const addPlantedAccount = async (
  portal: TestPortal,
  user_role: Role,
  change: Parameters<typeof addUser>[1] = {},
) => {
  const email = `planted-${crypto.randomUUID()}@example.com`;
  const userId = await addUser(portal, {
    User_Email: email,
    User_Name: 'Planted-name',
    User_Surname: 'Planted-surname',
    User_Org: 'Planted-company',
    User_Address: 'Planted-street',
    User_RegNo: PLANTED_ID_NUMBER,
    User_Mobile: '+27825550199',
    user_role,
    ...change,
  });

  return { email, userId };
};

/** The same with a session. */
export const addPlantedCaller = async (
  portal: TestPortal,
  user_role: Role,
  change?: Parameters<typeof addUser>[1],
) => {
  const account = await addPlantedAccount(portal, user_role, change);

  return { ...account, role: user_role, cookie: await startSession(portal, account.userId) };
};

export type PlantedCaller = Awaited<ReturnType<typeof addPlantedCaller>>;

/** Somebody who sends a request; `role` is undefined without a valid session. */
export type Caller = { cookie?: string } & Partial<Pick<PlantedCaller, 'role' | 'userId'>>;

/** Adds callers whom only public routes answer, because none of them has a valid session. */
export const addStrangers = async (portal: TestPortal): Promise<Record<string, Caller>> => {
  const [inactive, deleted, ended, forged] = [
    await addPlantedCaller(portal, 'admin'),
    await addPlantedCaller(portal, 'admin'),
    await addPlantedCaller(portal, 'admin'),
    await addPlantedCaller(portal, 'admin'),
  ];
  await portal.connection.update(users).set({ User_Status: 0 }).where(eq(users.User_Id, inactive.userId));
  await portal.connection.delete(users).where(eq(users.User_Id, deleted.userId));
  await portal.connection.delete(sessions).where(eq(sessions.user_id, ended.userId));

  return {
    nobody: {},
    inactive: { cookie: inactive.cookie },
    deleted: { cookie: deleted.cookie },
    ended: { cookie: ended.cookie },
    forged: { cookie: `${forged.cookie}x` },
  };
};
