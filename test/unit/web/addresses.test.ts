import { expect, it } from 'vitest';
import { adminSearch } from '#web/screens/admin-search.ts';
import { authSearch } from '#web/screens/auth-search.ts';
import { clientSearch } from '#web/screens/client-search.ts';

it('after signing in one comes back to a page of the portal', () => {
  expect(authSearch({ returnTo: '/admin?section=users&client=7' }).returnTo).toBe(
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
  expect(authSearch({ returnTo }).returnTo).toBeUndefined();
});

it('a section that does not exist is the dashboard, not an error', () => {
  expect(clientSearch({ section: 'nonsense' })).toEqual({});
});

it.each([
  { section: 'support', ticket: 7, show: 'pending' },
  { section: 'support', ticket: -7 },
  { section: 'support', new: true },
  { section: 'support', new: 'profile' },
])('an address of the support centre is read as it was written: %j', (address) => {
  expect(clientSearch(address)).toEqual(address);
});

it.each([
  { ticket: 0 },
  { ticket: 1.5 },
  { ticket: '7' },
  { ticket: Number.MAX_VALUE },
  { show: 'Open' },
  { show: 2 },
  { new: false },
  { new: 'ticket' },
])('one that cannot be read shows all tickets and no dialog: %j', (address) => {
  expect(clientSearch(address)).toEqual({});
});

it('the debug console is open in an address that says so in one way alone', () => {
  expect(adminSearch({ debug: true })).toEqual({ debug: true });
  for (const debug of [false, 'true', 1, '<b>']) {
    expect(adminSearch({ debug })).toEqual({});
  }
});

it('the address of the list of users is read as it was written', () => {
  const address = { section: 'users', page: 3, limit: 60, search: 'smith', role: 'client', status: 'active' };

  expect(adminSearch({ ...address, client: 7, tab: 'invoices' })).toEqual({
    ...address,
    client: 7,
    tab: 'invoices',
  });
});

it.each([
  { page: 0 },
  { page: 1.5 },
  { page: '2' },
  { limit: 31 },
  { search: 'x'.repeat(101) },
  { search: 'a\0b' },
  { search: 7 },
  { role: 'owner' },
  { status: ['active'] },
  { client: -1 },
  { client: Number.MAX_VALUE },
  { tab: 'information' },
])('a parameter that cannot be read is as if it were not there: %j', (address) => {
  expect(adminSearch(address)).toEqual({});
});

it('a search is trimmed, as the server would trim it', () => {
  expect(adminSearch({ search: ' smith ' }).search).toBe('smith');
});
