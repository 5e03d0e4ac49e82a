import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { unpackChromium } from '#functions/adapters/chromium/chromium-binary.ts';
import { openBrowserFolder } from '#local/browser-folder.ts';
import { ADMIN_EMAIL, CLIENT_EMAIL, DEMO_PASSWORD } from '#local/seed/demo-accounts.ts';
import { spawnStart } from '#test/support/faults/start-process.ts';
import { median } from './measure.ts';
import { forwardTo, startFront } from './phone-front.ts';
import { type Vitals, visitOnPhone } from './phone-vitals.ts';
import type { Report } from './report.ts';

const ROUNDS = 3;
const LAYOUT_SHIFT_MAX = 0.02;

const PAGES = [
  { path: '/auth', lcpRatioMax: 0.8, blockingMsMax: 300 },
  { path: '/client', email: CLIENT_EMAIL, lcpRatioMax: 1.3, blockingMsMax: 450 },
  { path: '/admin', email: ADMIN_EMAIL, lcpRatioMax: 1.3, blockingMsMax: 450 },
];

const BARE_PAGE =
  '<!doctype html><html lang="en"><title>Bare</title><link rel="icon" href="data:,"><script type="module" src="/app.js"></script>';

/** Makes a script with `bytes` gzipped bytes that paints one heading. */
const makeBareScript = (bytes: number): Buffer => {
  // Gzip reduces base64 of random bytes to about three quarters, its original size.
  const filler = randomBytes(bytes).toString('base64');

  return gzipSync(
    `const filler = '${filler}'; document.body.innerHTML = '<h1>A script of ' + filler.length + ' letters</h1>';`,
  );
};

const signIn = async (browser: Browser, url: string, email: string) => {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const answer = await context.request.post(`${url}/api/login`, {
    data: { identifier: email, password: DEMO_PASSWORD },
  });
  if (!answer.ok()) {
    throw new Error(`Signing in answered ${answer.status()}`);
  }
  const state = await context.storageState();
  await context.close();

  return state;
};

const measurePages = async (browser: Browser, portalUrl: string): Promise<Report> => {
  let script: Buffer = Buffer.alloc(0);
  const front = await startFront(forwardTo(portalUrl));
  const bareFront = await startFront((request, response) => {
    const isScript = request.url === '/app.js';
    response.writeHead(
      200,
      isScript
        ? { 'content-type': 'text/javascript', 'content-encoding': 'gzip' }
        : { 'content-type': 'text/html' },
    );
    response.end(isScript ? script : BARE_PAGE);
  });

  const measured = [];
  for (const page of PAGES) {
    const state = page.email ? await signIn(browser, front.url, page.email) : undefined;
    const ours: Vitals[] = [];
    const bareMs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const visit = await visitOnPhone(browser, `${front.url}${page.path}`, state);
      script = makeBareScript(visit.kilobytes * 1024);
      ours.push(visit);
      bareMs.push((await visitOnPhone(browser, bareFront.url)).lcpMs);
    }
    const lcpMs = median(ours.map((visit) => visit.lcpMs));
    measured.push({
      ...page,
      lcpMs,
      bareMs: median(bareMs),
      lcpRatio: lcpMs / median(bareMs),
      layoutShift: Math.max(...ours.map((visit) => visit.layoutShift)),
      blockingMs: median(ours.map((visit) => visit.blockingMs)),
      kilobytes: median(ours.map((visit) => visit.kilobytes)),
    });
  }
  front.stop();
  bareFront.stop();

  return {
    tables: [
      {
        title: `Cold loads on a phone (slow 4G, CPU slowed 4 times), alternating with a bare page of the same size (medians of ${ROUNDS})`,
        columns: ['page', 'LCP ms', 'bare ms', 'ratio', 'layout shift', 'blocked ms', 'KB'],
        rows: measured.map((row) => [
          row.path,
          row.lcpMs,
          row.bareMs,
          row.lcpRatio,
          row.layoutShift,
          row.blockingMs,
          row.kilobytes,
        ]),
      },
    ],
    bounds: measured.flatMap((row) => [
      {
        what: `${row.path} paints in`,
        measured: row.lcpRatio,
        limit: row.lcpRatioMax,
        unit: '× its bare page',
      },
      { what: `${row.path} shifts by`, measured: row.layoutShift, limit: LAYOUT_SHIFT_MAX, unit: '' },
      { what: `${row.path} blocks for`, measured: row.blockingMs, limit: row.blockingMsMax, unit: 'ms' },
    ]),
  };
};

/** Measures how soon the first screens appear on a phone; milliseconds depend on the machine, the ratios do not. */
export const measurePhone = async (): Promise<Report> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'ow-connect-bench-'));
  const { executablePath, librariesFolder } = await unpackChromium(openBrowserFolder());
  const portal = spawnStart({ PORT: '0', DATA_DIR: dataFolder, POWERTOOLS_LOG_LEVEL: 'SILENT' });
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    env: { ...process.env, LD_LIBRARY_PATH: librariesFolder },
  });
  try {
    return await measurePages(browser, await portal.waitUntilReady());
  } finally {
    await browser.close();
    await portal.end('SIGINT');
    rmSync(dataFolder, { recursive: true, force: true });
  }
};
