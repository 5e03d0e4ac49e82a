import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { unpackChromium } from '#functions/adapters/chromium/chromium-binary.ts';
import { openBrowserFolder } from '#local/browser-folder.ts';
import { ADMIN_EMAIL, CLIENT_EMAIL, DEMO_PASSWORD } from '#local/seed/demo-accounts.ts';
import { spawnStart } from '#test/support/faults/start-process.ts';
import { median } from './measure.ts';
import type { Report } from './report.ts';

const CPU_SLOWED = 4;
const ROWS = 100;
const ROUNDS = 3;
const INTERACTION_MS_MAX = 200;

/** Records the longest interaction of the browser: from the input to the frame that shows its result. */
const WATCH_EVENTS = `
  globalThis.longestMs ??= 0;
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries()) {
      if (interactionId) longestMs = Math.max(longestMs, duration);
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
`;

interface Interaction {
  what: string;
  email: string;
  path: string;
  /** The element that appears a hundred times. */
  row: string;
  act: (page: Page) => Promise<unknown>;
}

const openFirst = (name: RegExp) => async (page: Page) => {
  await page.getByRole('link', { name }).first().click();
  // Found by an attribute: a search by role would read the whole page in each frame, within the measured time.
  await page.locator('[role=dialog]').first().waitFor();
};

const type = (label: string) => async (page: Page) => {
  const field = page.getByLabel(label, { exact: true });
  await field.click();
  // A pause in typing sends the search, whose answer comes while the typing continues.
  await field.pressSequentially('a', { delay: 400 });
  await field.pressSequentially('an', { delay: 300 });
};

const USERS = { email: ADMIN_EMAIL, path: '/admin?section=users&limit=100', row: 'main tbody tr, main li' };
const TICKETS = {
  email: CLIENT_EMAIL,
  path: '/client?section=support',
  row: 'main tbody tr, main ul > div, main li',
};
const ofClient = (tab: string) => ({
  email: ADMIN_EMAIL,
  path: `/admin?client=2&tab=${tab}`,
  row: '[role=dialog] li, [role=dialog] tbody tr',
});

const INTERACTIONS: readonly Interaction[] = [
  { what: 'typing in the search of 100 users', ...USERS, act: type('Search users') },
  { what: 'typing in the header above 100 users', ...USERS, act: type('Search') },
  { what: "opening a client's dialog over 100 users", ...USERS, act: openFirst(/^View /) },
  { what: 'opening the editing of one of 100 users', ...USERS, act: openFirst(/^Edit /) },
  {
    what: 'going to the next page of 100 users',
    ...USERS,
    act: (page) => page.getByRole('link', { name: 'Next page' }).click(),
  },
  { what: 'opening one of 100 tickets', ...TICKETS, act: openFirst(/^View /) },
  {
    what: 'leaving 100 services for the invoices',
    ...ofClient('services'),
    act: (page) => page.getByRole('tab', { name: 'Invoices' }).click(),
  },
  {
    what: 'asking to delete one of 100 services',
    ...ofClient('services'),
    act: (page) =>
      page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click(),
  },
  {
    what: 'asking to void one of 100 invoices',
    ...ofClient('invoices'),
    act: (page) =>
      page
        .getByRole('button', { name: /^Void / })
        .first()
        .click(),
  },
];

/** A client's own lists are short in the demo: their entries are repeated until the list is long. */
const LISTS = /\/api\/(support\/tickets|admin\/users\/\d+\/services|users\/\d+\/invoices)$/;

const lengthenLists = (context: BrowserContext) =>
  context.route(LISTS, async (route) => {
    const response = await route.fetch();
    const items = await response.json();
    const long = Array.from({ length: ROWS }, (_, index) => ({
      ...items[index % items.length],
      id: index + 1,
    }));
    await route.fulfill({ response, json: long });
  });

const measureOnce = async (context: BrowserContext, { path, row, act }: Interaction): Promise<number> => {
  const page = await context.newPage();
  await page.goto(path);
  await page
    .locator(row)
    .nth(ROWS - 1)
    .waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  const browserTools = await context.newCDPSession(page);
  await browserTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWED });
  await page.evaluate(WATCH_EVENTS);
  await act(page);
  // The entry of an event comes with the next frame.
  await page.waitForTimeout(1000);
  const longestMs = await page.evaluate<number>('longestMs');
  await page.close();

  return longestMs;
};

const openContexts = async (baseURL: string) => {
  const { executablePath, librariesFolder } = await unpackChromium(openBrowserFolder());
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
    env: { ...process.env, LD_LIBRARY_PATH: librariesFolder },
  });
  const openContext = async (identifier: string) => {
    const context = await browser.newContext({ baseURL });
    await context.request.post('/api/login', {
      headers: { origin: baseURL },
      data: { identifier, password: DEMO_PASSWORD },
    });
    await lengthenLists(context);

    return context;
  };

  return { browser, openContext };
};

/** Measures how soon the screen reacts on a slow phone's processor while it shows a hundred rows. */
export const measureInteractions = async (): Promise<Report> => {
  const folder = mkdtempSync(join(tmpdir(), 'ow-connect-bench-'));
  const portal = spawnStart({ PORT: '0', DATA_DIR: folder, POWERTOOLS_LOG_LEVEL: 'SILENT' });

  try {
    const { browser, openContext } = await openContexts(await portal.waitUntilReady());
    const contexts = new Map<string, BrowserContext>();
    const measured: { what: string; times: number[] }[] = [];
    for (const interaction of INTERACTIONS) {
      const { email, what } = interaction;
      const context = contexts.get(email) ?? (await openContext(email));
      contexts.set(email, context);
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        times.push(await measureOnce(context, interaction));
      }
      measured.push({ what, times });
    }
    await browser.close();

    return {
      tables: [
        {
          title: `Interactions with ${ROWS} rows on the screen, on a processor slowed ${CPU_SLOWED} times`,
          columns: ['', 'median ms', 'longest ms'],
          rows: measured.map(({ what, times }) => [what, median(times), Math.max(...times)]),
        },
      ],
      bounds: measured.map(({ what, times }) => ({
        what,
        measured: median(times),
        limit: INTERACTION_MS_MAX,
        unit: 'ms',
      })),
    };
  } finally {
    await portal.end('SIGINT');
    rmSync(folder, { recursive: true, force: true });
  }
};
