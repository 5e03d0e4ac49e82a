import { and, eq, gt, isNull, lte, not, or, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { heldBy, isNamed } from '#functions/adapters/database/jobs/job-parts.ts';
import { ONE_ROW, readOneRow } from '#functions/adapters/database/sql/one-row.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { HelpdeskContactStore } from '#functions/ports/database/tickets/helpdesk-contact-store.ts';
import { contactFingerprint, isMessageOf } from './helpdesk-contact-job.ts';
import { isHelpdeskDown, isHelpdeskSuspect } from './helpdesk-down.ts';

export const makeHelpdeskContactStore = (db: Connection): HelpdeskContactStore => ({
  read: async (userId, now) => {
    const rows = await db
      .select({
        isHelpdeskDown: isHelpdeskDown(now).as('is_helpdesk_down'),
        isHelpdeskSuspect: isHelpdeskSuspect('contact', sql`${String(userId)}`, now).as('is_suspect'),
        account: {
          contactId: users.User_Support_Id,
          name: users.User_Name,
          surname: users.User_Surname,
          email: users.User_Email,
          isEmailVerified: sql<boolean>`${users.email_verified_at} is not null`.as('email_verified'),
          fingerprint: sql<string>`${contactFingerprint({
            name: users.User_Name,
            surname: users.User_Surname,
            email: users.User_Email,
            isEmailVerified: sql`${users.email_verified_at} is not null`,
          })}`.as('fingerprint'),
        },
      })
      .from(ONE_ROW)
      .leftJoin(users, eq(users.User_Id, userId));
    const row = readOneRow(rows);

    return { ...row, account: row.account ?? undefined };
  },

  clearMessages: async (userId, now) => {
    const isBeingSent = and(eq(jobs.state, 'running'), gt(jobs.lease_until, now.toISOString()));
    const cleared = db.$with('cleared').as(
      db
        .delete(jobs)
        .where(and(isMessageOf(userId), not(sql`coalesce(${isBeingSent}, false)`)))
        .returning({ id: jobs.id }),
    );
    // A job that a worker claims at the same time is counted, but not deleted.
    const [row] = await db
      .with(cleared)
      .select({
        left: sql<number>`(count(*) - (select count(*) from ${cleared}))::int`,
      })
      .from(jobs)
      .where(isMessageOf(userId));

    return row?.left === 0;
  },

  complete: async (held) => {
    const rows = await db.delete(jobs).where(heldBy(held)).returning({ id: jobs.id });

    return rows.length === 1;
  },

  takeUnsent: async (userId, now) => {
    const instant = now.toISOString();
    const rows = await db
      .update(jobs)
      .set({ sent_at: instant })
      .where(
        and(
          isNamed({ kind: 'helpdesk-contact', key: String(userId) }),
          eq(jobs.state, 'queued'),
          isNull(jobs.sent_at),
          or(isNull(jobs.not_before), lte(jobs.not_before, instant)),
        ),
      )
      .returning({ id: jobs.id });

    return rows.length === 1;
  },
});
