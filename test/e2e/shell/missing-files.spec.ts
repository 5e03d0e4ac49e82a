import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import * as z from 'zod';
import { ADMIN_EMAIL, CLIENT_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';

test.describe.configure({ mode: 'parallel' });

const ENTRY = 'start';

interface Place {
  address: string;
  /** The module that is loaded for it, by its source, or the entry's file by its name. */
  module: string;
}

/** The entry, a page, a part of a page, and a dialog: `lazyCode` loads each other one in the same way. */
const PLACES: readonly Place[] = [
  { address: '/client', module: ENTRY },
  { address: '/client', module: 'screens/client/client-portal.tsx' },
  { address: '/client?section=invoices&show=payments', module: 'features/payments/own-payments.tsx' },
  { address: '/admin?client=2', module: 'screens/admin/client-detail-dialog.tsx' },
  { address: '/admin?client=2', module: 'components/dialog/modal.tsx' },
];

const manifestShape = z.record(
  z.string(),
  z.object({ file: z.string(), name: z.string().optional(), imports: z.array(z.string()).default([]) }),
);

/** Lists the visits, each with its missing files: every file of the entry alone; of a part its own file, then its imports. */
const findVisits = (places: readonly Place[]): { place: Place; missing: string[] }[] => {
  const manifest = manifestShape.parse(JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8')));
  const known = new Set<string>();
  const findNew = (name: string): string[] => {
    const chunk = manifest[name] ?? Object.values(manifest).find((one) => one.name === name);
    if (!chunk) {
      throw new Error(`The build has no ${name}`);
    }
    if (known.has(chunk.file)) {
      return [];
    }

    known.add(chunk.file);
    return [chunk.file, ...chunk.imports.flatMap(findNew)];
  };

  const entryFiles = [
    ...readFileSync('dist/web/index.html', 'utf8').matchAll(/src="\/(assets\/[^"]+)"/g),
  ].map(([, file = '']) => file);
  for (const file of entryFiles) {
    known.add(file);
  }

  return places.flatMap((place) => {
    const files = place.module === ENTRY ? entryFiles : findNew(place.module);
    const [own = '', ...imported] = files;
    const groups = place.module === ENTRY ? files.map((file) => [file]) : [[own], imported];

    return groups.filter(({ length }) => length > 0).map((missing) => ({ place, missing }));
  });
};

/** The notes that something is missing, with a button to go on. */
const NOTES = /could not be (loaded|shown)/;

const visitWithout = async (page: Page, missing: readonly string[], address: string) => {
  await page.route(
    ({ pathname }) => missing.some((file) => pathname === `/${file}`),
    (route) => route.abort(),
  );
  await page.goto(address);
  const note = page.getByRole('alert').filter({ hasText: NOTES });
  await expect(
    note.getByRole('button', { name: /Try again|Reload this page/ }),
    `${address} without ${missing}`,
  ).toBeVisible();
  await page.unrouteAll();
};

for (const [who, email, isTheirs] of [
  ['a client', CLIENT_EMAIL, ({ address }: Place) => !address.startsWith('/admin')],
  ['an administrator', ADMIN_EMAIL, ({ address }: Place) => address.startsWith('/admin')],
] as const) {
  test(`if a file of the entry, of a page, of a part of a page or of a dialog does not load, ${who} is told and can try again`, async ({
    browser,
  }) => {
    test.slow();
    const context = await browser.newContext({ baseURL: process.env.PORTAL_URL ?? '' });
    const page = await context.newPage();
    await startSession(page, email);
    const visits = findVisits(PLACES).filter(({ place }) => isTheirs(place));
    const visitRest = async (tab: Page) => {
      for (let next = visits.pop(); next; next = visits.pop()) {
        const { place, missing } = next;
        await visitWithout(tab, missing, place.address);
      }
    };
    await Promise.all([visitRest(page), visitRest(await context.newPage())]);
    await context.close();
  });
}
