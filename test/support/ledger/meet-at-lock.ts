import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { users } from '#functions/database/schema/users-tables.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { countBlockedStatements } from '#test/support/portal/blocked-statements.ts';
import { portal } from '#test/support/portal/shared-portal.ts';

/** Sends requests while the account is locked, so that all of them wait at its lock, and then lets them run. */
export const meetAtLock = async <T>(userId: number, send: () => Promise<T>[]): Promise<T[]> => {
  const meeting = await connectAsOwner().transaction(async (holder) => {
    await holder.select().from(users).where(eq(users.User_Id, userId)).for('update');
    const sent = send();
    await expect.poll(() => countBlockedStatements(portal)).toBe(sent.length);

    return { answers: Promise.all(sent) };
  });

  return meeting.answers;
};
