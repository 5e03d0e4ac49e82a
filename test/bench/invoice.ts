import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { type Browser, launch } from 'puppeteer-core';
import { unpackChromium } from '#functions/adapters/chromium/chromium-binary.ts';
import { makeInvoicePdfStore } from '#functions/adapters/database/invoices/sql-invoice-pdf-store.ts';
import { renderPrinted } from '#functions/documents/printed-html.ts';
import { openBrowserFolder } from '#local/start/browser-folder.ts';
import { LINE_DESCRIPTION_LENGTH_MAX, LINE_ITEMS_MAX } from '#shared/contract/invoices.ts';
import { peakMemoryBytes, processTreeIds } from '#test/support/faults/processes.ts';
import { openPortal, type TestPortal } from '#test/support/portal/open-portal.ts';
import { type Bound, printTable } from './bounds.ts';
import { alternate, median, timeMs } from './measure.ts';
import { makeIssuer, makeLines, makeWorkerStarter, type PdfWorker } from './pdf-workers.ts';

const ROUNDS = 21;
const LINES = [10, 200];
const RATIO_MAX = 2.5;
/** With the number of parallel workers at which the machine does most. */
const JOBS_A_MINUTE_MIN = 600;
const MEMORY_MEGABYTES_MAX = 600;

const AT_ONCE = [1, 2, 4];
const JOBS_EACH = 15;

/** Returns the HTML that the job prints for an invoice like the others; no worker then makes a PDF of this one. */
const readHtml = async (portal: TestPortal, invoiceId: number): Promise<string> => {
  const invoice = await makeInvoicePdfStore(portal.connection).findPrinted({ invoiceId });
  if (!invoice) {
    throw new Error(`Invoice ${invoiceId} is not there`);
  }

  return renderPrinted({ ...invoice.document, copiedAt: null });
};

const launchBareBrowser = async (folder: string): Promise<Browser> => {
  const { executablePath, librariesFolder } = await unpackChromium(openBrowserFolder());

  return launch({
    executablePath,
    args: chromium.args,
    headless: 'shell',
    userDataDir: join(folder, 'profile'),
    pipe: true,
    env: {
      FONTCONFIG_FILE: join(process.env.FONTS_FOLDER ?? '', 'fonts.conf'),
      HOME: folder,
      LD_LIBRARY_PATH: librariesFolder,
    },
  });
};

const printBare = async (browser: Browser, html: string): Promise<void> => {
  const page = await browser.newPage();
  await page.setContent(html, { waitUntil: 'load' });
  await page.pdf({ preferCSSPageSize: true, printBackground: true });
  await page.close();
};

/** Counts the jobs a minute of these workers, each of which runs one after the other. */
const countJobsAMinute = async (workers: readonly PdfWorker[], issue: () => Promise<number>) => {
  const shares: number[][] = workers.map(() => []);
  for (const share of shares) {
    while (share.length < JOBS_EACH) {
      share.push(await issue());
    }
  }

  const ms = await timeMs(() =>
    Promise.all(
      workers.map(async ({ run }, at) => {
        for (const invoiceId of shares[at] ?? []) {
          await run(invoiceId);
        }
      }),
    ),
  );

  return (workers.length * JOBS_EACH * 60_000) / ms;
};

/** Measures a warm invoice job with all steps, against the bare print of the same HTML, and its process's memory. */
export const measureInvoice = async (): Promise<Bound[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'ow-connect-bench-'));
  const portal = await openPortal(mkdtempSync(join(tmpdir(), 'ow-connect-bench-')));
  const browser = await launchBareBrowser(folder);
  const startWorker = makeWorkerStarter(folder);
  const worker = await startWorker();
  const workers = [worker];

  try {
    const issue = await makeIssuer(portal);

    const coldMs = await worker.run(await issue(makeLines(10)));
    const prints = [];
    for (const count of LINES) {
      const lines = makeLines(count);
      const html = await readHtml(portal, await issue(lines));
      const runTask = async () => worker.run(await issue(lines));
      const printHtml = () => timeMs(() => printBare(browser, html));
      await runTask();
      await printHtml();
      const [jobMs, printMs] = await alternate(ROUNDS, runTask, printHtml);
      const [job, print] = [median(jobMs), median(printMs)];
      prints.push({ lines: count, 'job ms': job, 'bare print ms': print, ratio: job / print });
    }
    const largest = makeLines(LINE_ITEMS_MAX, 'x'.repeat(LINE_DESCRIPTION_LENGTH_MAX));
    const largestMs = await worker.run(await issue(largest));

    const memory = processTreeIds(worker.process.pid ?? 0).map((id) => peakMemoryBytes(id) / 1_000_000);
    const megabytes = memory.reduce((sum, one) => sum + one, 0);

    const rates = [];
    for (const atOnce of AT_ONCE) {
      while (workers.length < atOnce) {
        const another = await startWorker();
        workers.push(another);
        await another.run(await issue(makeLines(10)));
      }
      rates.push({ atOnce, jobs: await countJobsAMinute(workers, () => issue(makeLines(10))) });
    }

    printTable(
      `A warm invoice job, all five steps, alternating with new page, setContent, pdf(), close of the same HTML (medians of ${ROUNDS})`,
      prints,
    );
    printTable('Other jobs of the same process, and the peak memory of its processes over all of these', [
      { 'first job ms': coldMs, 'largest job ms': largestMs, 'peak MB': megabytes },
    ]);
    printTable(
      `Jobs of 10 lines in parallel worker processes (${JOBS_EACH} each), next to the portal that serves them`,
      rates.map(({ atOnce, jobs }) => ({ 'at once': atOnce, 'jobs a minute': jobs })),
    );

    return [
      ...prints.map(({ lines, ratio }) => ({
        what: `a warm PDF job of ${lines} lines`,
        measured: ratio,
        limit: RATIO_MAX,
        unit: '× the bare print',
      })),
      {
        what: 'PDF jobs of 10 lines a minute, with as many workers as do most',
        measured: Math.max(...rates.map(({ jobs }) => jobs)),
        limit: JOBS_A_MINUTE_MIN,
        unit: '',
        isLeast: true,
      },
      {
        what: 'memory of Node and Chromium at the peak of these PDF jobs',
        measured: megabytes,
        limit: MEMORY_MEGABYTES_MAX,
        unit: 'MB',
      },
    ];
  } finally {
    for (const { process } of workers) {
      process.kill();
    }
    await browser.close();
    await portal.stop();
    rmSync(folder, { recursive: true });
  }
};
