import { expect, it } from 'vitest';
import { actsOfUser, contactActsOf } from '#web/features/users/user-acts.ts';
import { adminSearch } from '#web/screens/admin/admin-search.ts';

/** Follows an act on user 7 from an address of /admin, and returns the address that it leads to. */
const follow = (id: string, shown: object) => {
  const search = actsOfUser({ User_Id: 7 }).find((act) => act.id === id)?.link?.search;
  const next = typeof search === 'function' ? (search as (shown: object) => object)(shown) : {};

  return JSON.parse(JSON.stringify(adminSearch({ ...next })));
};

const LIST = { section: 'users', page: 3, search: 'smith' };

it.each([
  ['user.view', { client: 7 }],
  ['user.edit', { open: 'user.edit:7' }],
  ['user.reset', { open: 'user.reset:7' }],
  ['user.send-link', { open: 'user.reset:7:link' }],
  ['user.invite', { open: 'user.invite:7' }],
  ['user.delete', { open: 'user.delete:7' }],
  ['service.new', { client: 7, tab: 'services', new: 'service' }],
  ['invoice.new', { client: 7, tab: 'invoices', open: 'invoice.new' }],
  ['payment.new', { client: 7, tab: 'payments', open: 'payment.new' }],
  ['credit.refund', { client: 7, tab: 'payments', open: 'credit.refund' }],
])('the act %s opens over the list, which keeps its page and its filters', (id, opened) => {
  expect(follow(id, LIST)).toEqual({ ...LIST, ...opened });
});

it("a client's statement is a page of its own, which the palette reaches", () => {
  const statement = actsOfUser({ User_Id: 7 }).find(({ id }) => id === 'statement.view');

  expect(statement?.link).toEqual({ to: '/admin', search: { section: 'statement', of: 7 } });
});

it('an edit of the client whose record is open keeps the record with its open form below', () => {
  expect(follow('user.edit', { ...LIST, client: 7, tab: 'services', new: 'service' })).toEqual({
    ...LIST,
    client: 7,
    tab: 'services',
    new: 'service',
    open: 'user.edit:7',
  });
});

it("an edit of another client closes the open client's record", () => {
  expect(follow('user.edit', { ...LIST, client: 8, tab: 'invoices' })).toEqual({
    ...LIST,
    open: 'user.edit:7',
  });
});

it.each([
  [-50, []],
  [0, []],
  [50, ['credit.refund']],
])('a refund of a balance of %s is offered only if that is credit', (User_Debit, offered) => {
  const ids = actsOfUser({ User_Id: 7, User_Debit }).map(({ id }) => id);
  expect(ids.filter((id) => id === 'credit.refund')).toEqual(offered);
});

it('the only destructive act on a user is the deletion', () => {
  const destructive = actsOfUser({ User_Id: 7 }).filter(({ isDestructive }) => isDestructive);
  expect(destructive.map(({ id }) => id)).toEqual(['user.delete']);
});

it.each([
  [
    { User_Mobile: '+27821234567', User_Email: 'naledi@example.co.za' },
    ['Call tel:+27821234567', 'Mail mailto:naledi@example.co.za'],
  ],
  [{ User_Mobile: null, User_Email: 'naledi@example.co.za' }, ['Mail mailto:naledi@example.co.za']],
  [{ User_Mobile: null, User_Email: 'r&d?@example.co.za' }, ['Mail mailto:r%26d%3F@example.co.za']],
  [{}, []],
])('a client can be called and mailed where the number and the address are known: %j', (known, offered) => {
  expect(contactActsOf(known).map(({ label, href }) => `${label} ${href}`)).toEqual(offered);
});

it.each([
  [{ emailVerified: true }, []],
  [{ user_role: 'admin' }, []],
  [{ User_Status: 0 }, []],
  [{ emailVerified: false, invitation: { obstacle: 'signed-in', invitedAt: null } }, []],
  [
    { emailVerified: false, invitation: { obstacle: 'invited', invitedAt: '2026-11-28T10:00:00.000Z' } },
    ['user.invite'],
  ],
  [{ emailVerified: false, user_role: 'client', User_Status: 1 }, ['user.invite']],
] as const)('an invitation is offered unless the account shows that none is needed: %j', (known, offered) => {
  const ids = actsOfUser({ User_Id: 7, ...known }).map(({ id }) => id);
  expect(ids.filter((id) => id === 'user.invite')).toEqual(offered);
});
