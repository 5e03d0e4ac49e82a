import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { DOCUMENTS_PER_BROWSER, keepPages } from '#functions/adapters/chromium/chromium-pages.ts';
import { childProcessIds } from '#test/support/processes.ts';

const fontsFolder = fileURLToPath(new URL('../../../functions/fonts', import.meta.url));

/** So long is a print waited for, as the portal's own printer does. */
const TIMEOUT_MS = 20_000;

/** For what comes soon, on a slow machine too. */
const PATIENCE = { timeout: 60_000, interval: 10 };

const pages = keepPages({ fontsFolder, timeoutMs: TIMEOUT_MS });
afterAll(() => pages.kill());

const processOf = (page: Page) => page.browser().process() ?? expect.fail('there is no process');

/** What a document sees of its page. */
const show = (html: string) =>
  pages.withPage(async ({ page }) => {
    const urlBefore = page.url();
    await page.setContent(html);

    return { page, urlBefore, text: await page.$eval('body', ({ innerText }) => innerText) };
  });

/** The page that waits in the browser of another one: beside the first, which each browser has, it is alone. */
const findWaiting = (used: Page) =>
  vi.waitFor(async () => {
    const [, waiting, ...others] = await used.browser().pages();
    expect(others).toEqual([]);
    expect(waiting).not.toBe(used);

    return waiting ?? expect.fail('no page waits');
  }, PATIENCE);

const waitForEnd = (page: Page) =>
  vi.waitFor(() => expect(processOf(page).signalCode ?? processOf(page).exitCode).not.toBeNull(), PATIENCE);

describe('the page of a document', () => {
  it('waits blank before the document comes, and is closed after it', async () => {
    const first = await show('<p>First</p>');
    const waiting = await findWaiting(first.page);
    const second = await show('<p>Second</p>');

    expect(second.page).toBe(waiting);
    expect(second).toMatchObject({ urlBefore: 'about:blank', text: 'Second' });
    await findWaiting(second.page);
    expect([first.page.isClosed(), second.page.isClosed()]).toEqual([true, true]);
  });

  it('is another one for each of several at the same time', async () => {
    const shown = await Promise.all(['One', 'Two', 'Three'].map((text) => show(`<p>${text}</p>`)));

    expect(shown.map(({ text }) => text)).toEqual(['One', 'Two', 'Three']);
    expect(new Set(shown.map(({ page }) => page)).size).toBe(3);
  });

  it('is opened anew when the one that waited was lost', async () => {
    const { page } = await show('<p>Before</p>');
    await (await findWaiting(page)).close();

    expect((await show('<p>After</p>')).text).toBe('After');
  });

  it('is opened in another browser, within the time of a print, when the one that waited does not answer', async () => {
    const { page } = await show('<p>Before</p>');
    await findWaiting(page);
    processOf(page).kill('SIGSTOP');

    const stoppedAt = Date.now();
    const after = await show('<p>After</p>');

    expect(Date.now() - stoppedAt).toBeLessThan(TIMEOUT_MS);
    expect(after.text).toBe('After');
    expect(after.page.browser()).not.toBe(page.browser());
    await waitForEnd(page);
  });
});

describe('the browser', () => {
  it(`is left after ${DOCUMENTS_PER_BROWSER} documents, and the next one waits by itself`, async () => {
    await pages.kill();
    const { page: first } = await show('<p>1</p>');
    for (let count = 2; count < DOCUMENTS_PER_BROWSER; count += 1) await pages.withPage(async () => {});
    const { page: last } = await show('<p>The last</p>');
    await waitForEnd(last);
    const { page: next } = await show('<p>The next</p>');

    expect(last.browser()).toBe(first.browser());
    expect(next.browser()).not.toBe(first.browser());
  });

  it('is left after a fault, but ends only with the documents that it still holds', async () => {
    const { page } = await show('<p>Before</p>');
    const faulted = Promise.withResolvers<void>();
    const held = pages.withPage(async (blank) => {
      await faulted.promise;
      await blank.page.setContent('<p>Held</p>');

      return blank.page.$eval('body', ({ innerText }) => innerText);
    });

    await expect(pages.withPage(() => Promise.reject(new Error('A fault')))).rejects.toThrow('A fault');
    const after = await show('<p>After</p>');
    expect(after.page.browser()).not.toBe(page.browser());
    faulted.resolve();

    expect(await held).toBe('Held');
    await waitForEnd(page);
    expect((await show('<p>Later</p>')).page.browser()).toBe(after.page.browser());
  });

  it('is started no more by a document that comes to its end after all was ended', async () => {
    const { page } = await show('<p>Before</p>');
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const late = pages.withPage(() => {
      begun.resolve();

      return ended.promise;
    });
    await begun.promise;
    await pages.kill();
    ended.resolve();
    await late;

    expect(processOf(page).signalCode).toBe('SIGKILL');
    expect(childProcessIds()).toEqual([]);
  });
});
