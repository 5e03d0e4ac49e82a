import { afterAll, beforeAll, expect, it } from 'vitest';
import { isFollowUp, isOutOfReach } from '#test/support/grant-exceptions.ts';
import { removeGrants } from '#test/support/grant-removals.ts';
import { stackCalls } from '#test/support/stack-calls.ts';
import { openStackPortal, type StackPortal } from '#test/support/stack-portal.ts';

/** Another tenth each day; GRANTS_SEED draws the one of another day again. */
const SEED = process.env.GRANTS_SEED ?? new Date().toISOString().slice(0, 10);

const draw = (paths: readonly string[], seed: string): string[] => {
  const start = [...seed].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 10_007, 7) % 10;

  return paths.filter((_, index) => index % 10 === start);
};

let portal: StackPortal;
beforeAll(async () => {
  portal = await openStackPortal();
});
afterAll(() => portal.stop());

it('needs every grant of the functions that were drawn', async () => {
  const paths = draw([...new Set(stackCalls.map(({ path }) => path))], SEED);
  const { table, unused, unmissed } = await removeGrants(portal, paths, isFollowUp);
  process.stdout.write(`grants, drawn with ${SEED}:\n${table.join('\n')}\n`);

  expect(unmissed).toEqual([]);
  expect(unused.filter((grant) => !isOutOfReach(grant))).toEqual([]);
});
