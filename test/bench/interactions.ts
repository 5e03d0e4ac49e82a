import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { ADMIN_EMAIL, CLIENT_EMAIL, DEMO_PASSWORD } from '#local/seed/demo-accounts.ts';
import { spawnStart } from '#test/support/faults/start-process.ts';
import { type Bound, printTable } from './bounds.ts';
import { median } from './measure.ts';
import { launchPhoneBrowser } from './phone-screens.ts';

const CPU_SLOWED = 4;
const ROWS = 100;
const ROUNDS = 10;
const MEDIAN_MS_MAX = 200;
const LONGEST_MS_MAX = 350;

/** By then, the page has loaded the code of its dialogs; a screen that polls is never without requests. */
const SETTLE_MS = 4000;

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
  /** Brings the page to where the interaction begins. */
  prepare?: (page: Page) => Promise<unknown>;
  act: (page: Page) => Promise<unknown>;
}

/** Found by an attribute: a search by role would read the whole page in each frame, within the measured time. */
const DIALOG = '[role=dialog], dialog[open]';

const openLink = (address: string) => async (page: Page) => {
  await page.locator(`main a[href*="${address}"]`).first().click();
  await page.locator(DIALOG).first().waitFor();
};

/** Opens the editing of the first user, by its link or by the menu of its row. */
const openEditing = async (page: Page) => {
  const link = page.locator('main a[href*="open=user.edit"]').first();
  const menu = page.getByRole('button', { name: /^Actions for / }).first();
  await link.or(menu).first().click();
  if (await menu.isVisible()) {
    await page.getByRole('menuitem', { name: 'Edit' }).click();
  }
  await page.locator(DIALOG).first().waitFor();
};

const pressButton = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

const type = (label: string) => async (page: Page) => {
  const field = page.getByLabel(label, { exact: true });
  await field.click();
  // A pause in typing sends the search, whose answer comes while the typing continues.
  await field.pressSequentially('a', { delay: 400 });
  await field.pressSequentially('an', { delay: 300 });
};

const goTo = (name: string) => (page: Page) =>
  page.getByRole('navigation').getByRole('link', { name }).click();

const openClient = openLink('client=');

const USERS = { email: ADMIN_EMAIL, path: '/admin?section=users', row: 'main tbody tr, main li' };
const TICKETS = {
  email: CLIENT_EMAIL,
  path: '/client?section=support',
  row: 'main tbody tr, main ul > div, main li',
};
const ofClient = (tab: string) => ({
  email: ADMIN_EMAIL,
  path: `/admin?client=2&tab=${tab}`,
  row: ':is([role=dialog], dialog) :is(li, tbody tr)',
});

const INTERACTIONS: readonly Interaction[] = [
  { what: "opening a client's dialog over 100 users", ...USERS, act: openClient },
  {
    what: "closing a client's dialog over 100 users",
    ...USERS,
    prepare: openClient,
    act: (page) => page.keyboard.press('Escape'),
  },
  {
    what: 'opening the editing of one of 100 users',
    ...USERS,
    act: openEditing,
  },
  {
    what: 'returning to the list of 100 users',
    ...USERS,
    prepare: async (page) => {
      await goTo('Dashboard')(page);
      await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    },
    act: goTo('User Management'),
  },
  {
    what: 'filtering 100 users by their role',
    ...USERS,
    prepare: (page) => page.getByLabel('Role', { exact: true }).focus(),
    act: (page) => page.keyboard.press('ArrowDown'),
  },
  {
    what: 'going to the next page of 100 users',
    ...USERS,
    act: (page) => page.getByRole('link', { name: 'Next page' }).click(),
  },
  { what: 'typing in the search of 100 users', ...USERS, act: type('Search users') },
  { what: 'typing in the header above 100 users', ...USERS, act: type('Search') },
  { what: 'opening one of 100 tickets', ...TICKETS, act: openLink('open=ticket.view%3A') },
  {
    what: 'closing one of 100 tickets',
    ...TICKETS,
    prepare: openLink('open=ticket.view%3A'),
    act: (page) => page.keyboard.press('Escape'),
  },
  {
    what: 'leaving 100 services for the invoices',
    ...ofClient('services'),
    act: (page) => page.getByRole('tab', { name: 'Invoices' }).click(),
  },
  {
    what: 'leaving 100 invoices for the services',
    ...ofClient('invoices'),
    act: (page) => page.getByRole('tab', { name: 'Services' }).click(),
  },
  { what: 'asking to delete one of 100 services', ...ofClient('services'), act: pressButton(/^Delete /) },
  {
    what: 'asking to void one of 100 invoices',
    ...ofClient('invoices'),
    prepare: pressButton(/^More about INV-/),
    act: (page) => page.getByRole('menuitem', { name: 'Void' }).click(),
  },
];

/** A client's own lists are short in the demo: their entries are repeated until the list is long. */
const OWN_LISTS = /\/api\/(support\/tickets|admin\/users\/\d+\/services|users\/\d+\/invoices)$/;
const USER_LIST = /\/api\/admin\/users\?/;

const lengthenLists = async (context: BrowserContext) => {
  await context.route(USER_LIST, (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/limit=\d+/, `limit=${ROWS}`),
    }),
  );
  await context.route(OWN_LISTS, async (route) => {
    const response = await route.fetch();
    const items = await response.json();
    const long = Array.from({ length: ROWS }, (_, index) => ({
      ...items[index % items.length],
      id: index + 1,
    }));
    await route.fulfill({ response, json: long });
  });
};

const measureOnce = async (
  context: BrowserContext,
  { path, row, prepare, act }: Interaction,
): Promise<number> => {
  const page = await context.newPage();
  await page.goto(path);
  await page
    .locator(row)
    .nth(ROWS - 1)
    .waitFor({ state: 'attached' });
  await page.waitForTimeout(SETTLE_MS);
  await prepare?.(page);
  await page.waitForTimeout(1000);
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

/** Starts a portal and signs in as the people of the interactions. */
const startPeople = async (browser: Browser) => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'ow-connect-bench-'));
  const portal = spawnStart({ PORT: '0', DATA_DIR: dataFolder, POWERTOOLS_LOG_LEVEL: 'SILENT' });
  const baseURL = await portal.waitUntilReady();
  const contexts = new Map<string, BrowserContext>();
  for (const identifier of [ADMIN_EMAIL, CLIENT_EMAIL]) {
    const context = await browser.newContext({ baseURL });
    await context.request.post('/api/login', {
      headers: { origin: baseURL },
      data: { identifier, password: DEMO_PASSWORD },
    });
    await lengthenLists(context);
    contexts.set(identifier, context);
  }

  return {
    measure: async (interaction: Interaction): Promise<number> => {
      const context = contexts.get(interaction.email);

      return context ? measureOnce(context, interaction) : Number.NaN;
    },
    stop: async () => {
      await portal.end('SIGINT');
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
};

/** Measures how soon the screen reacts on a slow phone's processor while it shows a hundred rows. */
export const measureInteractions = async (): Promise<Bound[]> => {
  const browser = await launchPhoneBrowser();
  const people = await startPeople(browser);

  try {
    const measured: { what: string; 'median ms': number; 'longest ms': number }[] = [];
    for (const interaction of INTERACTIONS) {
      const times: number[] = [];
      while (times.length < ROUNDS) {
        times.push(await people.measure(interaction));
      }
      measured.push({
        what: interaction.what,
        'median ms': median(times),
        'longest ms': Math.max(...times),
      });
    }
    printTable(
      `Interactions with ${ROWS} rows on the screen, on a processor slowed ${CPU_SLOWED} times (of ${ROUNDS})`,
      measured,
    );

    return measured.flatMap((row) => [
      { what: row.what, measured: row['median ms'], limit: MEDIAN_MS_MAX, unit: 'ms, median' },
      { what: row.what, measured: row['longest ms'], limit: LONGEST_MS_MAX, unit: 'ms, longest' },
    ]);
  } finally {
    await browser.close();
    await people.stop();
  }
};
