import { test as base, type Cookie, expect, type Page } from '@playwright/test';
import { ADMIN_EMAIL, CLIENT_EMAIL, DEMO_PASSWORD as PASSWORD } from '#local/seed/demo-accounts.ts';

/** All tests of a run share these two, so none writes their data: `takeClient` returns a client to write to. */
/** The password of every demo account. */
export { ADMIN_EMAIL, CLIENT_EMAIL, PASSWORD };

export const fillSignIn = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
};

/** True if React has committed the page's heading: a page of the build that React is still taking over drops keys. */
const IS_TAKEN_OVER = `(() => {
  const heading = document.querySelector('h1');
  const root = document.getElementById('root');
  const key = Object.keys(root ?? {}).find((name) => name.startsWith('__reactContainer'));
  const holds = (fiber) => {
    for (let one = fiber; one; one = one.sibling) {
      if (one.stateNode === heading || holds(one.child)) return true;
    }
    return false;
  };
  return Boolean(heading && key) && holds(root[key].stateNode.current);
})()`;

/** Waits until the scripts, which come after the page is shown, have taken it over: then they handle keys and clicks. */
export const waitUntilTakenOver = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(IS_TAKEN_OVER)).toBe(true);

/** Signs in by the form, as a person does, and waits for that person's area. */
export const signIn = async (page: Page, email: string): Promise<void> => {
  await page.goto('/auth');
  await fillSignIn(page, email);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL(/\/(admin|client)/);
};

/** The cookies of sessions that this worker has started, by email: checking a password costs as much as a visit. */
const sessions = new Map<string, Cookie[]>();

/** Gives the page an earlier session of this person, and returns false if there is none or somebody has ended it. */
const resumeSession = async (page: Page, email: string): Promise<boolean> => {
  const cookies = sessions.get(email);
  if (!cookies) {
    return false;
  }
  await page.context().addCookies(cookies);

  return (await page.request.get('/api/user')).ok();
};

/** Signs in without the form: the page has the session from its next visit on. */
export const startSession = async (page: Page, email: string): Promise<void> => {
  if (await resumeSession(page, email)) {
    return;
  }
  const answer = await page.request.post('/api/login', {
    headers: { origin: process.env.PORTAL_URL ?? '' },
    data: { identifier: email, password: PASSWORD },
  });
  if (!answer.ok()) {
    throw new Error(`Signing in answered ${answer.status()}`);
  }
  if (email === ADMIN_EMAIL || email === CLIENT_EMAIL) {
    sessions.set(email, await page.context().cookies());
  }
};

/** Signs in without the form, and opens that person's area. */
export const openArea = async (page: Page, email: string): Promise<void> => {
  await startSession(page, email);
  await page.goto('/');
};

/** Zag, under Chakra, waits for the element of a layer. If the layer has closed meanwhile, it reports this harmless error. */
const HARMLESS = 'Timeout of 1000ms exceeded';

/** Reports each refusal of the content security policy as an error, such as that of an eval whose failure is caught. */
const REPORT_REFUSALS = `
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
    reportError(new Error(\`\${effectiveDirective} refused \${blockedURI} in \${sourceFile}\`)));
`;

/** Runs every test against the started portal, and fails it on a warning or an error that a page does not handle. */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from this pattern.
  baseURL: async ({}, use) => {
    await use(process.env.PORTAL_URL);
  },
  page: async ({ page }, use) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => {
      if (error.message !== HARMLESS) {
        errors.push(error);
      }
    });
    page.on('console', (message) => {
      if (message.type() === 'warning') {
        errors.push(new Error(message.text()));
      }
    });
    await page.addInitScript(REPORT_REFUSALS);
    await use(page);
    // A page that still polls would let a route's handler fail after the test.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    if (errors.length > 0) {
      throw new AggregateError(errors, 'A page threw errors');
    }
  },
});

export { expect };
