import type { Browser, BrowserContextOptions } from '@playwright/test';

export interface Vitals {
  lcpMs: number;
  layoutShift: number;
  blockingMs: number;
  kilobytes: number;
}

/** Lighthouse's slow 4G, and a CPU that is slowed accordingly. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 86_400 };
const CPU_SLOWDOWN = 4;
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const QUIET_MS = 2_500;
const VISIT_MS_MAX = 40_000;

/** Runs in the page: the largest paint so far, the layout shifts, and how long tasks have blocked beyond 50 ms. */
const OBSERVE = `
  globalThis.vitals = { lcpMs: 0, layoutShift: 0, blockingMs: 0 };
  const on = (type, see) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true });
  on('largest-contentful-paint', (entry) => { vitals.lcpMs = entry.startTime; });
  on('layout-shift', (entry) => { if (!entry.hadRecentInput) vitals.layoutShift += entry.value; });
  on('longtask', (entry) => { vitals.blockingMs += Math.max(0, entry.duration - 50); });
`;

/** Measures one cold load on a phone, until nothing has been loaded or painted larger for a while. */
export const visitOnPhone = async (
  browser: Browser,
  url: string,
  storageState?: BrowserContextOptions['storageState'],
): Promise<Vitals> => {
  const context = await browser.newContext({
    ...PHONE,
    ignoreHTTPSErrors: true,
    ...(storageState && { storageState }),
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(OBSERVE);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });

    let bytes = 0;
    let lastEventAt = performance.now();
    devtools.on('Network.requestWillBeSent', () => {
      lastEventAt = performance.now();
    });
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
      lastEventAt = performance.now();
    });

    const startedAt = performance.now();
    await page.goto(url, { waitUntil: 'load' });
    while (performance.now() - lastEventAt < QUIET_MS && performance.now() - startedAt < VISIT_MS_MAX) {
      await page.waitForTimeout(100);
    }

    return { ...(await page.evaluate<Omit<Vitals, 'kilobytes'>>('vitals')), kilobytes: bytes / 1024 };
  } finally {
    await context.close();
  }
};
