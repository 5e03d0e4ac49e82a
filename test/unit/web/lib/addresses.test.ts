import { expect, it } from 'vitest';
import { adminSearch } from '#web/screens/admin/admin-search.ts';
import { clientSearch } from '#web/screens/client/client-search.ts';
import { authSearch } from '#web/screens/public/auth-search.ts';

it('the sign-in page accepts an address within the portal to return to', () => {
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
])('the sign-in page drops an address outside the portal to return to: %j', (returnTo) => {
  expect(authSearch({ returnTo }).returnTo).toBeUndefined();
});

it('an unknown section in the address shows the dashboard, not an error', () => {
  expect(clientSearch({ section: 'nonsense' })).toEqual({});
});

it.each([
  { section: 'support', open: 'ticket.view:7', show: 'pending' },
  { section: 'support', open: 'ticket.view:-7' },
  { section: 'support', open: 'ticket.new' },
  { section: 'support', open: 'ticket.new:service:5' },
])('an address of the support centre is read unchanged: %j', (address) => {
  expect(clientSearch(address)).toEqual(address);
});

it.each([{ open: 7 }, { open: 'ticket' }, { open: 'ticket.new:' }, { show: 'Open' }, { show: 2 }])(
  'an unreadable address of the support centre shows all tickets and no dialog: %j',
  (address) => {
    expect(clientSearch(address)).toEqual({});
  },
);

it('what an address opens is a name and a subject, and nothing else is read', () => {
  for (const open of ['debug.console', 'user.edit:7', 'user.reset:7:password']) {
    expect(adminSearch({ open })).toEqual({ open });
  }
  for (const open of [
    true,
    7,
    'console',
    'user.edit:',
    'User.edit:7',
    '<b>',
    `user.edit:${'7'.repeat(81)}`,
  ]) {
    expect(adminSearch({ open })).toEqual({});
  }
});

it('an address of the user list is read unchanged', () => {
  const address = {
    section: 'users',
    page: 3,
    limit: 60,
    search: 'smith',
    role: 'client',
    status: 'active',
    mail: 'blocked',
  };

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
  { mail: 'on' },
  { client: -1 },
  { client: Number.MAX_VALUE },
  { tab: 'information' },
])('an unreadable parameter in an address is ignored: %j', (address) => {
  expect(adminSearch({ section: 'users', ...address })).toEqual({ section: 'users' });
});

it.each([
  [{ section: 'users' }, { min: 5 }],
  [{ section: 'debtors', sort: 'due', page: 2 }, { order: 'asc' }],
  [{ section: 'bookkeeping', from: '2026-10-01', to: '2026-10-31' }, { limit: 60 }],
  [{ section: 'bank', file: 7, bankState: 'certain', page: 2 }, { row: 'receipts' }],
  [{ section: 'billing-run', run: 7, lines: 'left-out', search: 'smith', page: 2 }, { line: 3 }],
  [{ section: 'bank', view: 'unidentified' }, { list: 'credits' }],
  [{ section: 'statement', of: 7, from: '2026-10-01' }, { search: 'smith' }],
  [{ section: 'jobs', state: 'all' }, { of: 7 }],
  [{ section: 'account', tab: 'security', open: 'own.password' }, { state: 'all' }],
  [{ client: 7 }, { page: 2 }],
])('an address keeps its own parameters and drops those of another section: %j and %j', (own, foreign) => {
  expect(adminSearch({ ...own, ...foreign })).toEqual(own);
});

it('only over the section of one’s own account the tab is also one of the account', () => {
  expect(adminSearch({ section: 'users', client: 7, tab: 'security' })).toEqual({
    section: 'users',
    client: 7,
  });
});

it('an unknown section of the admin panel shows the dashboard, and a statement without its client the debtors', () => {
  expect(adminSearch({ section: 'nonsense' })).toEqual({});
  expect(adminSearch({ section: 'statement', page: 2 })).toEqual({ section: 'debtors', page: 2 });
});

it('the search in an address is trimmed, as the server would trim it', () => {
  expect(adminSearch({ section: 'users', search: ' smith ' })).toEqual({ section: 'users', search: 'smith' });
});
