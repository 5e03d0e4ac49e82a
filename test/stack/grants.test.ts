import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeRemovals, removeGrants } from '#test/support/grant-removals.ts';
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
  const removals = await removeGrants(portal, paths);
  process.stdout.write(`grants, drawn with ${SEED}:\n${describeRemovals(removals)}\n`);

  expect(removals.filter(({ verdict }) => verdict === undefined)).toEqual([]);
});
