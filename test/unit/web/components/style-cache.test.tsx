// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { makeStyleCache } from '#web/lib/browser/style-cache.ts';

it('the styles of a later render go into a style element of their own, behind the first', async () => {
  const { sheet } = makeStyleCache();
  // As in a production build; otherwise every rule has an element of its own.
  sheet.isSpeedy = true;

  sheet.insert('.first { color: red }');
  sheet.insert('.second { color: red }');
  const rulesOfElements = () => sheet.tags.map((tag) => tag.sheet?.cssRules.length);
  expect(rulesOfElements()).toEqual([2]);

  await Promise.resolve();
  sheet.insert('.third { color: red }');
  expect(rulesOfElements()).toEqual([2, 1]);
});
