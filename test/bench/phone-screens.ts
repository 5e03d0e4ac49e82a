import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { unpackChromium } from '#functions/adapters/chromium/chromium-binary.ts';
import { ADMIN_EMAIL, CLIENT_EMAIL, DEMO_PASSWORD } from '#local/seed/demo-accounts.ts';
import { openBrowserFolder } from '#local/start/browser-folder.ts';
import { forwardTo, startFront } from './phone-front.ts';
import { type Conditions, type Vitals, visitOnPhone } from './phone-vitals.ts';

const BARE_KILOBYTES = 300;

/**
 * The first screens. A person comes for the first of a screen's answers, patterns of its visible text; older commits show
 * only the second.
 */
export const SCREENS = [
  { path: '/auth', answers: ['Sign in to your account'] },
  { path: '/client', email: CLIENT_EMAIL, answers: ['You owe R', 'Active Services\\s*\\d'] },
  { path: '/client?section=invoices', email: CLIENT_EMAIL, answers: ['INV-\\d'] },
  { path: '/admin', email: ADMIN_EMAIL, answers: ['Outstanding.*R .*,', 'Total Users\\s*\\d'] },
  { path: '/admin?section=users', email: ADMIN_EMAIL, answers: ['OW\\d'] },
] as const satisfies readonly { path: string; email?: string; answers: readonly string[] }[];
export type Screen = (typeof SCREENS)[number];

const BARE_PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title><link rel="icon" href="data:,"><script type="module" src="/app.js"></script></head><body></body></html>';

/** Makes a script of about `bytes` gzipped bytes that paints one heading. */
const makeBareScript = (bytes: number): Buffer => {
  // Gzip reduces base64 of random bytes to about three quarters, its original size.
  const filler = randomBytes(bytes).toString('base64');

  return gzipSync(
    `const filler = '${filler}'; document.body.innerHTML = '<h1>A script of ' + filler.length + ' letters</h1>';`,
  );
};

export const launchPhoneBrowser = async (): Promise<Browser> => {
  const { executablePath, librariesFolder } = await unpackChromium(openBrowserFolder());

  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    env: { ...process.env, LD_LIBRARY_PATH: librariesFolder },
  });
};

const signIn = async (browser: Browser, url: string, email: string) => {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  try {
    const answer = await context.request.post(`${url}/api/login`, {
      headers: { origin: url },
      data: { identifier: email, password: DEMO_PASSWORD },
    });
    if (!answer.ok()) {
      throw new Error(`Signing in answered ${answer.status()}`);
    }

    return await context.storageState();
  } finally {
    await context.close();
  }
};

/**
 * Puts a CDN's HTTP/2 and gzip before a portal, and returns a function that visits its screens on a phone. Each request
 * waits for `wait` before it reaches the portal.
 */
export const openOnPhone = async (
  browser: Browser,
  portalUrl: string,
  wait: (path: string) => Promise<unknown> = async () => {},
) => {
  const front = await startFront(forwardTo(portalUrl, wait));

  return {
    visit: async (screen: Screen, conditions?: Conditions): Promise<Vitals> => {
      const state = 'email' in screen ? await signIn(browser, front.url, screen.email) : undefined;

      return visitOnPhone(browser, `${front.url}${screen.path}`, screen.answers, state, conditions);
    },
    stop: front.stop,
  };
};

/** Serves a page of 300 KB in one script that paints one heading: what the same phone needs for that alone. */
export const openBarePage = async (browser: Browser) => {
  const script = makeBareScript(BARE_KILOBYTES * 1024);
  const front = await startFront((request, response) => {
    const isScript = request.url === '/app.js';
    response.writeHead(
      200,
      isScript
        ? { 'content-type': 'text/javascript', 'content-encoding': 'gzip', 'content-length': script.length }
        : { 'content-type': 'text/html' },
    );
    response.end(isScript ? script : BARE_PAGE);
  });

  return { visit: () => visitOnPhone(browser, front.url), stop: front.stop };
};
