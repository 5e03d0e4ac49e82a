import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeRemovals, removeGrants } from '#test/support/stack/grant-removals.ts';
import { stackCalls } from '#test/support/stack/stack-calls.ts';
import { openStackPortal, type StackPortal } from '#test/support/stack/stack-portal.ts';

let portal: StackPortal;
beforeAll(async () => {
  portal = await openStackPortal();
});
afterAll(() => portal.stop());

it('every grant of every function is used by a call of the stack', async () => {
  const removals = await removeGrants(portal, [...new Set(stackCalls.map(({ path }) => path))]);
  process.stdout.write(`${describeRemovals(removals)}\n`);

  expect(removals.filter(({ verdict }) => verdict === undefined)).toEqual([]);
});
