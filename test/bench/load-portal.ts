import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { openPortal } from '#test/support/portal/open-portal.ts';

/** A portal in its own process, on the database of DATABASE_URL; it ends when its parent disconnects. */
const portal = await openPortal(mkdtempSync(join(tmpdir(), 'ow-connect-bench-')), {
  databaseUrl: process.env.DATABASE_URL,
});
await portal.warm();
const { cookie } = await addSignedInUser(portal, { user_role: 'admin' });
const userId = await addUser(portal, {});

const emails = Array.from({ length: 10 }, () => `${crypto.randomUUID()}@example.com`);
for (const User_Email of emails) {
  await addUser(portal, { User_Email });
}

process.once('disconnect', async () => {
  await portal.stop();
  process.exit();
});
process.send?.({ url: portal.url, cookie, userId, emails });
