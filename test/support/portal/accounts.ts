import { eq, sql } from 'drizzle-orm';
import { passwords } from '#functions/adapters/crypto/argon2-passwords.ts';
import { insertOpeningEntries } from '#functions/adapters/database/payments/opening-entry.ts';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { role } from '#shared/contract/fields.ts';
import { TIME_ZONE } from '#shared/dates.ts';
import type { TestPortal } from './portal.ts';

export const PASSWORD = 'A-test-password-1';
let passwordHash: string | undefined;

type NewUser = Partial<typeof users.$inferInsert>;

/** Returns the body of a registration. */
export const makeRegistration = (change: Record<string, unknown> = {}) => ({
  User_Name: 'Lerato',
  User_Surname: 'Molefe',
  User_Email: `${crypto.randomUUID()}@example.com`,
  User_Mobile: '082 123 4567',
  User_RegNo: 'A04512873',
  User_Pass_Bkp: PASSWORD,
  ...change,
});

/** Writes an account directly into the database, with the opening entry of its balance, and returns its User_Id. */
export const addUser = async (portal: TestPortal, user: NewUser): Promise<number> => {
  passwordHash ??= await passwords.hash(PASSWORD);
  const [row] = await portal.connection
    .insert(users)
    .values({
      User_Name: 'Thandi',
      User_Surname: 'Nkosi',
      User_Email: `${crypto.randomUUID()}@example.com`,
      User_Mobile: '+27821234567',
      User_Pass_Bkp: passwordHash,
      ...user,
    })
    .returning({ id: users.User_Id });
  if (!row) {
    throw new Error('The user was not written');
  }
  if (user.User_Debit) {
    await portal.connection.execute(
      insertOpeningEntries(sql`
        select "User_Id" as user_id, ("User_Date" at time zone ${TIME_ZONE})::date as taken_on,
          "User_Debit" as balance, null::date as due_date
        from users where "User_Id" = ${row.id}`),
    );
  }

  return row.id;
};

/** Returns the name of the session cookie: on AWS it is one that only HTTPS may set. */
export const sessionCookieName = (): string => process.env.SESSION_COOKIE_NAME ?? '';

/** Returns the attributes after the value of every cookie. */
export const cookieAttributes = (): string =>
  `; Path=/; HttpOnly; SameSite=Lax${process.env.PORTAL_ORIGIN?.startsWith('https:') ? '; Secure' : ''}`;

/** Starts a session as a sign-in does, but without computing a hash, and returns its cookie. */
export const startSession = async (
  portal: TestPortal,
  userId: number,
  session: Partial<typeof sessions.$inferInsert> = {},
): Promise<string> => {
  const { sessionTokens } = await import('#functions/runtime/ports/session-tokens-port.ts');
  const id = crypto.randomUUID();
  const expiresAt = new Date(Date.now() + 60 * 60_000);
  await portal.connection
    .insert(sessions)
    .values({ id, user_id: userId, expires_at: expiresAt.toISOString(), ...session });
  const [user] = await portal.connection
    .select({ role: users.user_role })
    .from(users)
    .where(eq(users.User_Id, userId));
  const claims = { sessionId: id, userId, role: role.parse(user?.role) };

  return `${sessionCookieName()}=${await sessionTokens.sign(claims, expiresAt)}`;
};

/** Adds an account with a session written to the database; nobody signs in, because that computes a hash. */
export const addSignedInUser = async (portal: TestPortal, user: NewUser = {}) => {
  const email = user.User_Email ?? `${crypto.randomUUID()}@example.com`;
  const userId = await addUser(portal, { ...user, User_Email: email });

  return { userId, email, cookie: await startSession(portal, userId) };
};

/** Adds an account that signs in with its password, which writes the rows of a sign-in. */
export const addUserWhoSignsIn = async (portal: TestPortal, user: NewUser = {}) => {
  const email = user.User_Email ?? `${crypto.randomUUID()}@example.com`;
  const userId = await addUser(portal, { ...user, User_Email: email });

  return { userId, email, cookie: await portal.signIn(email, PASSWORD) };
};

/** Adds a signed-in account of a role. */
export const addCaller = (portal: TestPortal, user_role: 'admin' | 'client') =>
  addSignedInUser(portal, { user_role });
