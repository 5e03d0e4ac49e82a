import { expect, it } from 'vitest';
import { authSearch } from '#web/screens/auth-search.ts';
import { clientSearch } from '#web/screens/client-search.ts';

it('after signing in one comes back to a page of the portal', () => {
  expect(authSearch.parse({ returnTo: '/admin?section=users&client=7' }).returnTo).toBe(
    '/admin?section=users&client=7',
  );
});

it.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'client',
  '',
  7,
])('an address that leads elsewhere is dropped: %j', (returnTo) => {
  expect(authSearch.parse({ returnTo }).returnTo).toBeUndefined();
});

it('a section that does not exist is the dashboard, not an error', () => {
  expect(clientSearch.parse({ section: 'nonsense' })).toEqual({ section: undefined });
});
