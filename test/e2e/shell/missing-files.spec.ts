import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import * as z from 'zod';
import { ADMIN_EMAIL, CLIENT_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';

test.describe.configure({ mode: 'parallel' });

const ENTRY = 'index.html';

interface Place {
  address: string;
  /** The module that is loaded for it, by its name in the build's manifest. */
  module: string;
  /** The button that shows the part. */
  press?: string;
}

const TICKET = 'the newest ticket';

const PLACES: readonly Place[] = [
  { address: '/client', module: ENTRY },
  { address: '/client', module: 'screens/client-portal.tsx' },
  { address: '/client?section=invoices', module: 'features/payments/own-payments.tsx' },
  { address: '/client?section=statement', module: 'screens/client-statement.tsx' },
  { address: '/client?section=support', module: 'screens/client-support.tsx' },
  {
    address: '/client?section=support&new=true',
    module: 'features/tickets/writing/create-ticket-dialog.tsx',
  },
  {
    address: `/client?section=support&ticket=${TICKET}`,
    module: 'features/tickets/dialog/ticket-dialog.tsx',
  },
  { address: '/client?section=profile', module: 'screens/client-profile.tsx' },
  { address: '/client?section=profile', module: 'features/account/details-form.tsx' },
  { address: '/client?section=profile', module: 'features/tickets/change-details.tsx' },
  {
    address: '/client?section=profile&change=email',
    module: 'features/account/change-email-dialog.tsx',
  },
  {
    address: '/client?section=profile&change=password',
    module: 'features/account/change-password-dialog.tsx',
  },
  { address: '/admin', module: 'screens/admin-panel.tsx' },
  { address: '/admin?section=debtors', module: 'features/debtors/debtors.tsx' },
  { address: '/admin?section=bookkeeping', module: 'features/ledger/bookkeeping.tsx' },
  { address: '/admin?section=jobs', module: 'features/jobs/background-jobs.tsx' },
  { address: '/admin?section=account', module: 'screens/admin-account.tsx' },
  { address: '/admin?section=statement&of=2', module: 'screens/admin-statement.tsx' },
  { address: '/admin?client=2', module: 'screens/client-detail-dialog.tsx' },
  {
    address: '/admin?client=2&tab=services',
    module: 'features/services/service-form.tsx',
    press: 'Add Service',
  },
  {
    address: '/admin?client=2&tab=invoices',
    module: 'screens/client-invoice-form.tsx',
    press: 'Create Invoice',
  },
  { address: '/admin?client=2&tab=sessions', module: 'features/sessions/client-sessions.tsx' },
  { address: '/admin?client=2&tab=mails', module: 'features/mails/client-mails.tsx' },
  { address: '/admin?client=2&tab=changes', module: 'features/users/client-changes.tsx' },
  { address: '/admin?edit=2', module: 'features/users/edit-user-dialog.tsx' },
  { address: '/admin?reset=2', module: 'features/users/reset-password-dialog.tsx' },
  { address: '/admin?delete=2', module: 'features/users/delete-user-dialog.tsx' },
  { address: '/admin?debug=true', module: 'features/debug/debug-console.tsx' },
];

const manifestShape = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);

/** Lists the visits, each with its missing files: every file of the entry alone; of a part its own file, then its imports. */
const findVisits = (places: readonly Place[]): { place: Place; missing: string[] }[] => {
  const manifest = manifestShape.parse(JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8')));
  const known = new Set<string>();
  const findNew = (name: string): string[] => {
    const chunk = manifest[name];
    if (!chunk) {
      throw new Error(`The build has no ${name}`);
    }
    if (known.has(chunk.file)) {
      return [];
    }

    known.add(chunk.file);
    return [chunk.file, ...chunk.imports.flatMap(findNew)];
  };

  return places.flatMap((place) => {
    const files = findNew(place.module);
    const [own = '', ...imported] = files;
    const groups = place.module === ENTRY ? files.map((file) => [file]) : [[own], imported];

    return groups.filter(({ length }) => length > 0).map((missing) => ({ place, missing }));
  });
};

/** The notes that something is missing, with a button to go on. */
const NOTES = /could not be (loaded|shown)/;

const visitWithout = async (page: Page, missing: readonly string[], { press }: Place, address: string) => {
  await page.route(
    ({ pathname }) => missing.some((file) => pathname === `/${file}`),
    (route) => route.abort(),
  );
  await page.goto(address);
  if (press) {
    await page.getByRole('button', { name: press }).first().click();
  }
  const note = page.getByRole('alert').filter({ hasText: NOTES });
  await expect(
    note.getByRole('button', { name: /Try again|Reload this page/ }),
    `${address} without ${missing}`,
  ).toBeVisible();
  await page.unrouteAll();
};

const findTicketId = async (page: Page): Promise<string> => {
  const [newest] = await (await page.request.get('/api/support/tickets')).json();

  return String(newest.id);
};

for (const [who, email, isTheirs] of [
  ['a client', CLIENT_EMAIL, ({ address }: Place) => !address.startsWith('/admin')],
  ['an administrator', ADMIN_EMAIL, ({ address }: Place) => address.startsWith('/admin')],
] as const) {
  test(`if any file of the portal does not load, ${who} reads so and can try again`, async ({ browser }) => {
    test.slow();
    const context = await browser.newContext({ baseURL: process.env.PORTAL_URL ?? '' });
    const page = await context.newPage();
    await startSession(page, email);
    const ticketId = email === CLIENT_EMAIL ? await findTicketId(page) : '';
    const visits = findVisits(PLACES).filter(({ place }) => isTheirs(place));
    const visitRest = async (tab: Page) => {
      for (let next = visits.pop(); next; next = visits.pop()) {
        const { place, missing } = next;
        await visitWithout(tab, missing, place, place.address.replace(TICKET, ticketId));
      }
    };
    await Promise.all([visitRest(page), visitRest(await context.newPage())]);
    await context.close();
  });
}
