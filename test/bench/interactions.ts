import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { ADMIN_EMAIL, CLIENT_EMAIL, DEMO_PASSWORD } from '#local/seed/demo-accounts.ts';
import { BANK_LINES_SHOWN } from '#shared/contract/bank/bank-limits.ts';
import { dayAfter } from '#shared/dates.ts';
import { writeFnbFile } from '#test/support/bank/fnb-file.ts';
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
const SETTLE_MS = 5000;
const PAUSE_MS = 600;
/** The account that the demo's provider prints. */
const ACCOUNT = '012345678';

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
  /** Undefined: the review of a file of the bank that is uploaded for it. */
  path?: string;
  /** The element that appears in each row. */
  row: string;
  /** By default a hundred. */
  rows?: number;
  /** Brings the page to where the press begins, in each round. */
  prepare?: (page: Page) => Promise<unknown>;
  act: (page: Page) => Promise<unknown>;
  /** Brings the page back after the press. */
  reset?: (page: Page) => Promise<unknown>;
}

/** Found by an attribute: a search by role would read the whole page in each frame, within the measured time. */
const DIALOG = '[role=dialog], dialog[open]';

const openLink = (address: string) => async (page: Page) => {
  await page.locator(`main a[href*="${address}"]`).first().click();
  await page.locator(DIALOG).first().waitFor();
};

const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape');
  await page.locator(DIALOG).first().waitFor({ state: 'detached' });
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

const press = (key: string) => (page: Page) => page.keyboard.press(key);
const openTab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();

/** A pause in typing sends the search, whose answer comes while the typing continues. */
const typeInHeader = async (page: Page) => {
  const field = page.getByLabel('Search', { exact: true });
  await field.click();
  await field.pressSequentially('a', { delay: 400 });
  await field.pressSequentially('an', { delay: 300 });
};

const openClient = openLink('client=');
const openTicket = openLink('open=ticket.view%3A');

const USERS = { email: ADMIN_EMAIL, path: '/admin?section=users', row: 'main tbody tr, main li' };
const RECORD = {
  email: ADMIN_EMAIL,
  path: '/admin?client=2&tab=services',
  row: ':is([role=dialog], dialog) :is(li, tbody tr)',
};

/** The ten commonest presses. */
const INTERACTIONS: readonly Interaction[] = [
  { what: "opening a client's dialog over 100 users", ...USERS, act: openClient, reset: closeDialog },
  { what: "closing a client's dialog over 100 users", ...USERS, prepare: openClient, act: press('Escape') },
  { what: 'opening the editing of one of 100 users', ...USERS, act: openEditing, reset: closeDialog },
  {
    what: 'filtering 100 users by their role',
    ...USERS,
    prepare: (page) => page.getByLabel('Role', { exact: true }).focus(),
    act: press('ArrowDown'),
    reset: press('ArrowUp'),
  },
  {
    what: 'going to the next page of 100 users',
    ...USERS,
    act: (page) => page.getByRole('link', { name: 'Next page' }).click(),
    reset: (page) => page.getByRole('link', { name: 'Previous page' }).click(),
  },
  {
    what: 'typing in the header above 100 users',
    ...USERS,
    act: typeInHeader,
    reset: (page) => page.getByLabel('Search', { exact: true }).fill(''),
  },
  { what: 'opening the palette over 100 users', ...USERS, act: press('Control+k'), reset: closeDialog },
  {
    what: 'opening one of 100 tickets',
    email: CLIENT_EMAIL,
    path: '/client?section=support',
    row: 'main tbody tr, main ul > div, main li',
    act: openTicket,
    reset: closeDialog,
  },
  {
    what: 'leaving 100 services for the invoices',
    ...RECORD,
    act: openTab('Invoices'),
    reset: openTab('Services'),
  },
  {
    what: "going to the next of 50 lines of a bank's file",
    email: ADMIN_EMAIL,
    row: 'main li',
    rows: BANK_LINES_SHOWN,
    act: press('j'),
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

/** Measures each round of a press on one page, which its first round finds as somebody does who has just come. */
const measureRounds = async (
  context: BrowserContext,
  path: string,
  { row, rows = ROWS, prepare, act, reset }: Interaction,
): Promise<number[]> => {
  const page = await context.newPage();
  await page.goto(path);
  await page
    .locator(row)
    .nth(rows - 1)
    .waitFor({ state: 'attached' });
  await page.waitForTimeout(SETTLE_MS);
  const browserTools = await context.newCDPSession(page);
  const slowDown = (rate: number) => browserTools.send('Emulation.setCPUThrottlingRate', { rate });
  await page.evaluate(WATCH_EVENTS);
  const times: number[] = [];
  while (times.length < ROUNDS) {
    await prepare?.(page);
    await page.waitForTimeout(PAUSE_MS);
    await slowDown(CPU_SLOWED);
    await page.evaluate('longestMs = 0');
    await act(page);
    // The entry of an event comes with the next frame.
    await page.waitForTimeout(PAUSE_MS);
    times.push(await page.evaluate<number>('longestMs'));
    await slowDown(1);
    await reset?.(page);
  }
  await page.close();

  return times;
};

/** Uploads a bank file without booked lines, and returns the path of its review. */
const uploadBankFile = async ({ request }: BrowserContext, baseURL: string): Promise<string> => {
  const date = dayAfter(new Date(), -1);
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    date,
    cents: 100_00 + index,
    reference: `OW${10_001 + index}`,
  }));
  const answer = await request.post('/api/admin/bank-files', {
    headers: { origin: baseURL },
    data: { fileName: 'bench.csv', text: writeFnbFile(ACCOUNT, rows), bookFrom: date },
  });
  if (!answer.ok()) {
    throw new Error(`A bank's file answered ${answer.status()}: ${await answer.text()}`);
  }
  const { id } = await answer.json();

  return `/admin?section=bank&file=${id}`;
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
    measure: async (interaction: Interaction): Promise<number[]> => {
      const context = contexts.get(interaction.email);
      const { path } = interaction;

      return context
        ? measureRounds(context, path ?? (await uploadBankFile(context, baseURL)), interaction)
        : [];
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
      const times = await people.measure(interaction);
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
