import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { activities } from '#functions/database/schema/client-tables.ts';
import { openOwnTicket } from '#test/support/helpdesk/conversations.ts';
import { portal } from '#test/support/portal/shared-portal.ts';

it('closings of one ticket that meet in the database leave one activity and no fault', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { cookie, userId, ticketId } = await openOwnTicket(portal);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        portal.call('PATCH', `/api/support/tickets/${ticketId}/close`, { cookie }),
      ),
    );

    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    for (const status of statuses) {
      expect([200, 409]).toContain(status);
    }
    const written = await portal.connection
      .select({ description: activities.description })
      .from(activities)
      .where(and(eq(activities.user_id, userId), eq(activities.activity_type, 'support')));
    expect(written).toEqual([{ description: 'Ticket closed: No signal' }]);
  }
});
