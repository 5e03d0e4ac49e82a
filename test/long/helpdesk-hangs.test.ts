import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#functions/database/schema/users-tables.ts';
import { letTimePass, listBodies, listSubjects, sendAll } from '#test/support/helpdesk/messages.ts';
import { NO_LIMITS, NO_SHARES } from '#test/support/helpdesk/tickets.ts';
import { addSignedInUser } from '#test/support/portal/accounts.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';

let portal: Awaited<ReturnType<typeof startTestPortal>>;
beforeAll(async () => {
  portal = await startTestPortal({ settings: NO_SHARES, logError: () => {} });
  portal.freshdesk.setLimits(NO_LIMITS);
});
afterAll(() => portal.stop());

describe('a helpdesk that hangs', () => {
  it.each(['hang', 'hang-after'] as const)(
    'a helpdesk that hangs (%s) gets each message once',
    async (fault) => {
      const { userId, cookie } = await addSignedInUser(portal);
      const write = (path: string, body: object) =>
        portal.call('POST', `/api/support/tickets${path}`, { cookie, body });
      const create = (subject: string) => write('', { subject, description: 'It stopped.' });
      const { context } = portal.freshdesk;

      portal.freshdesk.failNext('contacts.create', fault);
      expect((await create('One')).status).toBe(202);
      await sendAll(portal);
      portal.freshdesk.failNext('tickets.create', fault);
      const second = await create('Two');
      expect(second.status).toBe(202);
      await sendAll(portal);
      await letTimePass(portal);
      portal.freshdesk.failNext('conversations.note', fault);
      expect((await write(`/${second.body.id}/replies`, { body: 'Is it done?' })).status).toBe(202);
      await sendAll(portal);

      const [user] = await portal.connection.select().from(users).where(eq(users.User_Id, userId));
      expect(listSubjects(context, user?.User_Support_Id ?? 0)).toEqual(['One', 'Two']);
      const ticket = context.store.tickets
        .list()
        .find(
          ({ id, subject, requester_id }) =>
            subject === 'Two' && requester_id === user?.User_Support_Id && id > 0,
        );
      expect(listBodies(context, ticket?.id ?? 0)).toEqual(['Is it done?']);
      await letTimePass(portal);
    },
  );
});
