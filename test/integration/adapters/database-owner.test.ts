import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '#test/support/portal.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

describe('the application role', () => {
  it('holds no lock in an idle transaction, and waits for none, longer than ten seconds', async () => {
    const { rows } = await portal.connection.execute(
      sql`select unnest(rolconfig) as setting from pg_roles where rolname = current_user`,
    );

    expect(rows.map(({ setting }) => setting).toSorted()).toEqual([
      'idle_in_transaction_session_timeout=10s',
      'lock_timeout=10s',
    ]);
  });
});
