import type { Page } from '@playwright/test';
import { addressOf, PAGES } from '#shared/edge.ts';
import { findViolations, findViolationsInThemes } from '#test/e2e/axe.ts';
import { ADMIN_EMAIL, CLIENT_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';
import {
  ADMIN_SCREENS,
  CLIENT_SCREENS,
  type Screen,
  TICKET,
  VISITOR_SCREENS,
} from '#test/e2e/shell/screens.ts';

test.describe.configure({ mode: 'parallel' });

const ANSWER_DELAY_MS = 300;
const SHIFTS_MAX = 0.02;
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 360, height: 800 };

/** Placeholders of content that is still loading. */
const LOADING = '.chakra-skeleton, .chakra-spinner';

/**
 * Runs in the page before all other scripts: forgets what an earlier screen stored, delays each answer, and collects the
 * shifts. A shift after an input does not count, so a screen gets no input before they are read.
 */
const WATCH_SLOW_VISIT = `
  localStorage.clear();
  sessionStorage.clear();

  globalThis.underway = 0;
  const send = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    underway += 1;
    try {
      const answer = await send(...request);
      await new Promise((done) => setTimeout(done, ${ANSWER_DELAY_MS}));
      return answer;
    } finally {
      underway -= 1;
    }
  };

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

const waitUntilComplete = async (page: Page, complete: string) => {
  await expect(page.getByText(complete).filter({ visible: true }).first()).toBeVisible();
  await expect.poll(() => page.evaluate('underway')).toBe(0);
  await expect(page.locator(LOADING)).toHaveCount(0);
  // The last answer's change is laid out and painted after two frames.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
};

const findShifts = async (page: Page): Promise<string[]> => {
  const shifts = await page.evaluate<Shift[]>('shifts');
  const sum = shifts.reduce((whole, { value }) => whole + value, 0);

  return sum > SHIFTS_MAX
    ? shifts.map(({ value, moved }) => `moves by ${value.toFixed(4)}: ${moved.join(' | ')}`)
    : [];
};

/** Reports a page that scrolls sideways. */
const findOverflow = async (page: Page): Promise<string[]> => {
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

  return overflow === 0 ? [] : [`is ${overflow} px too wide`];
};

const findTicketId = async (page: Page): Promise<string> => {
  const [newest] = await (await page.request.get('/api/support/tickets')).json();

  return String(newest.id);
};

/** Visits screens while their answers are slow, and returns the faults that a visit finds, by address. */
const findFaults = async (
  page: Page,
  screens: readonly Screen[],
  findInVisit: (screen: Screen) => Promise<string[]>,
): Promise<Record<string, string[]>> => {
  const ticketId = screens.some(({ path }) => path.includes(TICKET)) ? await findTicketId(page) : '';
  await page.addInitScript(WATCH_SLOW_VISIT);
  const found: Record<string, string[]> = {};
  for (const screen of screens) {
    const address = screen.path.replace(TICKET, ticketId);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
    await page.goto(address);
    await waitUntilComplete(page, screen.complete);
    const faults = await findInVisit(screen);
    if (faults.length > 0) {
      found[address] = [...(found[address] ?? []), ...faults];
    }
  }

  return found;
};

/** The administrator's screens in two parts, so that two workers share them. */
const HALF = Math.ceil(ADMIN_SCREENS.length / 2);

for (const { who, email, screens } of [
  { who: 'a visitor', email: undefined, screens: VISITOR_SCREENS },
  { who: 'a client', email: CLIENT_EMAIL, screens: CLIENT_SCREENS },
  { who: 'an administrator, part 1', email: ADMIN_EMAIL, screens: ADMIN_SCREENS.slice(0, HALF) },
  { who: 'an administrator, part 2', email: ADMIN_EMAIL, screens: ADMIN_SCREENS.slice(HALF) },
]) {
  test.describe(`the screens of ${who}`, () => {
    test.beforeEach(async ({ page }) => {
      test.slow();
      if (email) {
        await startSession(page, email);
      }
    });

    test(`the screens of ${who} do not move while data comes late, axe finds no violation in either theme, and they fit 360 px`, async ({
      page,
    }) => {
      const faults = await findFaults(page, screens, async ({ path, act }) => {
        const shifts = await findShifts(page);
        await act?.(page);
        await expect(page.locator(LOADING)).toHaveCount(0);
        const violations = await findViolationsInThemes(page);
        await page.setViewportSize(NARROW);
        await expect.poll(() => findOverflow(page), path).toEqual([]);
        await page.setViewportSize(WIDE);

        return [...shifts, ...violations];
      });

      expect(faults).toEqual({});
    });

    test(`the screens of ${who} with a layout for phones do not move at 360 px while data comes late`, async ({
      page,
    }) => {
      await page.setViewportSize(NARROW);
      const narrow = screens.filter(({ hasPhoneLayout }) => hasPhoneLayout);
      const faults = await findFaults(page, narrow, async () => [
        ...(await findShifts(page)),
        ...(await findOverflow(page)),
      ]);

      expect(faults).toEqual({});
    });
  });
}

/** Two of the pages show the same picture, so one of them is left out. */
const PICTURES = PAGES.filter((page) => page !== '/auth-sign-in');

for (const [colorScheme, pictures] of [
  ['light', PICTURES],
  // Only the frame and the form differ in the dark theme; the sections differ only in their headings.
  ['dark', ['/auth', '/client', '/admin']],
] as const) {
  test(`axe finds no violation on a page before its scripts have loaded, ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.route('**/assets/*.js', () => undefined);

    for (const picture of pictures) {
      await page.goto(addressOf(picture), { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('html')).toHaveClass(colorScheme);
      expect(await findViolations(page), picture).toEqual([]);
    }
  });
}
