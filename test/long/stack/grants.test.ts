import { afterAll, beforeAll, expect, it } from 'vitest';
import { isFollowUp, isOutOfReach } from '#test/support/grant-exceptions.ts';
import { removeGrants } from '#test/support/grant-removals.ts';
import { stackCalls } from '#test/support/stack-calls.ts';
import { openStackPortal, type StackPortal } from '#test/support/stack-portal.ts';

let portal: StackPortal;
beforeAll(async () => {
  portal = await openStackPortal();
});
afterAll(() => portal.stop());

it('needs every grant of every function', async () => {
  const paths = [...new Set(stackCalls.map(({ path }) => path))];
  const { table, unused, unmissed } = await removeGrants(portal, paths, isFollowUp);
  process.stdout.write(`${table.length} grants:\n${table.join('\n')}\nout of reach:\n${unused.join('\n')}\n`);

  expect(unmissed).toEqual([]);
  expect(unused.filter((grant) => !isOutOfReach(grant))).toEqual([]);
});
