import type { Browser, BrowserContext, Page } from '@playwright/test';
import { ADMIN_EMAIL, CLIENT_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';

test.describe.configure({ mode: 'parallel' });

const ANSWER_DELAY_MS = 300;
const SHIFTS_MAX = 0.02;
const WIDTHS = [360, 1280];

/** Placeholders of content that is still loading. */
const LOADING = '.chakra-skeleton, .chakra-spinner';

/** A screen by its address, and a text that it shows when it is complete. */
type Screen = readonly [path: string, complete: string];

const TICKET = 'the newest ticket';

const CLIENT_SCREENS: readonly Screen[] = [
  ['/client', 'Recent Activity'],
  ['/client?section=services', 'Service ID'],
  ['/client?section=invoices', 'Copy account number'],
  ['/client?section=statement', 'Closing balance'],
  ['/client?section=support', 'Create Ticket'],
  ['/client?section=profile', 'Save changes'],
  ['/client?section=profile&tab=security', 'This browser'],
  ['/client?section=profile&tab=mails', 'Mails to you'],
  ['/client?section=profile&change=email', 'Send the link'],
  ['/client?section=profile&change=password', 'New password'],
  ['/client?section=support&new=true', 'Priority'],
  [`/client?section=support&ticket=${TICKET}`, 'Conversation'],
];

const ADMIN_SCREENS: readonly Screen[] = [
  ['/admin', 'new this month'],
  ['/admin?section=users', 'Clients and administrators of the portal.'],
  ['/admin?section=jobs', 'Background Jobs'],
  ['/admin?section=jobs&state=all', 'Background Jobs'],
  ['/admin?section=account', 'Edit your details'],
  ['/admin?section=statement&of=2', 'Closing balance'],
  ['/admin?client=2', 'Business Information'],
  ['/admin?client=2&tab=services', 'per month'],
  ['/admin?client=2&tab=invoices', 'Debug API'],
  ['/admin?client=2&tab=payments', 'Record payment'],
  ['/admin?client=2&tab=payments&new=payment', 'What it pays'],
  ['/admin?section=debtors', 'Owed'],
  ['/admin?section=bookkeeping', 'Entries as CSV'],
  ['/admin?client=2&tab=sessions', 'Where this user is signed in'],
  ['/admin?client=2&tab=mails', 'Mails to this user'],
  ['/admin?client=2&tab=changes', 'Changes of this account'],
  ['/admin?edit=2', 'Save changes'],
  ['/admin?reset=2', 'The link holds for 30 minutes'],
  ['/admin?reset=2&by=password', 'New password'],
  ['/admin?delete=2', 'Delete user'],
  ['/admin?debug=true', 'System check'],
];

/** Runs in the page before all other scripts. The test gives no input, because a shift after an input does not count. */
const WATCH_SHIFTS = `
  globalThis.shifts = [];
  const nameOf = ({ node }) => (node?.parentElement ?? node)?.textContent?.trim().slice(0, 40);
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) shifts.push({ value, moved: sources.map(nameOf) });
  }).observe({ type: 'layout-shift', buffered: true });
`;

interface Shift {
  value: number;
  moved: string[];
}

/** Delays each answer, and returns a function that counts the answers that are under way. */
const delayAnswers = async (context: BrowserContext) => {
  let underway = 0;
  await context.route('**/api/**', async (route) => {
    underway += 1;
    const answer = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, ANSWER_DELAY_MS));
    await route.fulfill({ response: answer });
    underway -= 1;
  });

  return () => underway;
};

const visit = async (page: Page, [path, complete]: Screen, countUnderway: () => number) => {
  await page.goto(path);
  await expect(page.getByText(complete).filter({ visible: true }).first()).toBeVisible();
  await expect.poll(countUnderway).toBe(0);
  await expect(page.locator(LOADING)).toHaveCount(0);
  // The last answer's change is laid out and painted after two frames.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const shifts = await page.evaluate<Shift[]>('shifts');
  const sum = shifts.reduce((whole, { value }) => whole + value, 0);

  return sum > SHIFTS_MAX ? [{ path, sum, moved: shifts.map(({ moved }) => moved.join(' | ')) }] : [];
};

const findTicketId = async (page: Page): Promise<string> => {
  const [newest] = await (await page.request.get('/api/support/tickets')).json();

  return String(newest.id);
};

const findShifting = async (browser: Browser, email: string, width: number, screens: readonly Screen[]) => {
  const context = await browser.newContext({
    baseURL: process.env.PORTAL_URL ?? '',
    viewport: { width, height: 800 },
  });
  const page = await context.newPage();
  await startSession(page, email);
  const ticketId = email === CLIENT_EMAIL ? await findTicketId(page) : '';
  await context.addInitScript(WATCH_SHIFTS);
  const countUnderway = await delayAnswers(context);

  const found = [];
  for (const [path, complete] of screens) {
    found.push(...(await visit(page, [path.replace(TICKET, ticketId), complete], countUnderway)));
  }
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();

  return found;
};

for (const [role, email, screens] of [
  ['a client', CLIENT_EMAIL, CLIENT_SCREENS],
  ['an administrator', ADMIN_EMAIL, ADMIN_SCREENS],
] as const) {
  for (const width of WIDTHS) {
    test(`the screens of ${role} do not move at ${width} px when their data comes late`, async ({
      browser,
    }) => {
      test.slow();
      expect(await findShifting(browser, email, width, screens)).toEqual([]);
    });
  }
}
