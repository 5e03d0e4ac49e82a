import { createMemoryHistory } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { linkToAdmin } from '#web/lib/address/admin-link.ts';
import { makeQueryClient } from '#web/lib/reads/query-client.ts';
import { makePortalRouter } from '#web/routes/router.tsx';

const routerAt = (address: string) =>
  makePortalRouter(
    { queryClient: makeQueryClient(() => undefined), isRenderedAhead: true },
    createMemoryHistory({ initialEntries: [address] }),
  );

it('a link of the admin panel carries no parameter on that is unknown or of another section', () => {
  const router = routerAt('/admin?search=smith&section=users&min=5&of=7&nonsense=1');
  const { href } = router.buildLocation({
    from: '/admin',
    to: '/admin',
    search: (shown: object) => ({ ...shown, client: 7 }),
  });

  expect(href).toBe('/admin?section=users&client=7&search=smith');
});

it('a link to a section with a parameter of another one does not compile', () => {
  // @ts-expect-error -- a company is a column of the debtors.
  const link = linkToAdmin({ section: 'users', sort: 'company' });

  expect(routerAt('/').buildLocation(link).href).toBe('/admin?section=users');
});
