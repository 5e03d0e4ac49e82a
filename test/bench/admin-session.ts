import pg from 'pg';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';

/** Starts a session of an administrator, without which no audited read answers. */
export const startAdminSession = async (connectionString: string): Promise<SessionUser> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<Pick<SessionUser, 'userId' | 'sessionId'>>(`
    insert into sessions (id, user_id, expires_at)
    select gen_random_uuid(), "User_Id", now() + interval '1 day' from users
    where user_role = 'admin' and "User_Status" = 1 limit 1
    returning id as "sessionId", user_id as "userId"`);
  await client.end();
  const [row] = rows;
  if (!row) {
    throw new Error('There is no administrator');
  }

  return { ...row, role: 'admin', levelMin: 1, isProven: true, address: '127.0.0.1', checkedAt: new Date() };
};
