import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { services } from '#functions/database/schema/services-tables.ts';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { countBlockedStatements } from '#test/support/portal/blocked-statements.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

// Its own portal, because it counts the statements that wait.
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

const waitForBlockedStatements = async (count: number) => {
  await expect.poll(() => countBlockedStatements(portal)).toBe(count);
};

it('two edits that wait for another change of a service are both stored, and end in no deadlock', async () => {
  const { cookie } = await addSignedInUser(portal, { user_role: 'admin' });
  const userId = await addUser(portal, {});
  const path = `/api/admin/users/${userId}/services`;
  const { id } = (await portal.call('POST', path, { cookie, body: {} })).body;
  const isService = eq(services.id, id);
  const edit = (body: object) => portal.call('PUT', `/api/admin/services/${id}`, { cookie, body });

  const answers = await portal.connection.transaction(async (reader) => {
    // It makes the row that the edits find first one with several lockers.
    await reader.select().from(services).where(isService).for('key share');
    const edits = await portal.connection.transaction(async (writer) => {
      await writer.update(services).set({ account_username: 'somebody' }).where(isService);
      const first = edit({ accountType: 'LTE' });
      await waitForBlockedStatements(1);
      const second = edit({ msisdn: '0821112222' });
      await waitForBlockedStatements(2);

      return [first, second];
    });

    return Promise.all(edits);
  });

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const [row] = await portal.connection.select().from(services).where(isService);
  expect(row).toMatchObject({ account_username: 'somebody', account_type: 'LTE', msisdn: '+27821112222' });
});
