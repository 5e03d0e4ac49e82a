import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { type Browser, launch } from 'puppeteer-core';
import * as z from 'zod';
import { unpackChromium } from '#functions/adapters/chromium/chromium-binary.ts';
import { openWorkFolder } from '#functions/adapters/chromium/chromium-folder.ts';
import { makeInvoicePdfStore } from '#functions/adapters/database/invoice-pdf-store.ts';
import { renderInvoiceHtml } from '#functions/documents/invoice-html.ts';
import { bundleFunction } from '#infra/bundling.ts';
import { LINE_DESCRIPTION_LENGTH_MAX, LINE_ITEMS_MAX } from '#shared/contract/invoices.ts';
import { jobs } from '#shared/jobs.ts';
import { addSignedInUser } from '#test/support/accounts.ts';
import { openPortal, type TestPortal } from '#test/support/open-portal.ts';
import { peakMemoryBytes, processTreeIds } from '#test/support/processes.ts';
import { alternate, median, timeMs } from './measure.ts';
import type { Report } from './report.ts';

const ROUNDS = 31;
const RATIO_MAX = 4;
const MEMORY_MEGABYTES_MAX = 600;

const makeLines = (count: number, description: string) =>
  Array.from({ length: count }, (_, index) => ({ description, amount: 337 + index }));

const INVOICE = makeLines(10, 'Uncapped 4G/5G, November 2026');
const LARGEST_INVOICE = makeLines(LINE_ITEMS_MAX, 'x'.repeat(LINE_DESCRIPTION_LENGTH_MAX));

/** Issues invoices over HTTP, as the admin's form does. */
const makeIssuer = async (portal: TestPortal) => {
  const { userId, cookie } = await addSignedInUser(portal, { user_role: 'admin' });

  return async (lineItems: typeof INVOICE): Promise<number> => {
    const answer = await portal.call('POST', '/api/invoices', { cookie, body: { userId, lineItems } });
    if (answer.status !== 201) throw new Error(`Creating an invoice answered ${answer.status}`);

    return answer.body.id;
  };
};

/** The HTML that the job prints for an invoice like the others, which no worker then makes a PDF of. */
const readHtml = async (portal: TestPortal, invoiceId: number): Promise<string> => {
  const invoice = await makeInvoicePdfStore(portal.connection).findPrinted(invoiceId);
  if (!invoice) throw new Error(`Invoice ${invoiceId} is not there`);

  return renderInvoiceHtml({ ...invoice, copiedAt: null });
};

/** The job's bundle in a process of its own, with a temporary folder of its own, as after a cold start on Lambda. */
const startWorker = async (folder: string): Promise<ChildProcess> => {
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  bundleFunction('functions/jobs/invoice-pdf.ts', jobs['invoice-pdf'].uses, join(folder, 'bundle'));

  const worker = fork(join(import.meta.dirname, 'invoice-worker.ts'), [join(folder, 'bundle', 'index.mjs')], {
    env: { ...process.env, TMPDIR: temporary, FONTS_FOLDER: join(folder, 'bundle', 'fonts') },
  });
  await once(worker, 'message');

  return worker;
};

const workerAnswer = z.object({ ms: z.number() });

const runJob = async (worker: ChildProcess, invoiceId: number): Promise<number> => {
  worker.send({ invoiceId });
  const [answer] = await once(worker, 'message');

  return workerAnswer.parse(answer).ms;
};

const launchBareBrowser = async (): Promise<Browser> => {
  const work = await openWorkFolder();
  const { executablePath, librariesFolder } = await unpackChromium(work);

  const browser = await launch({
    executablePath,
    args: chromium.args,
    headless: 'shell',
    userDataDir: join(work.path, 'profile'),
    pipe: true,
    env: {
      FONTCONFIG_FILE: join(process.env.FONTS_FOLDER ?? '', 'fonts.conf'),
      HOME: work.path,
      LD_LIBRARY_PATH: librariesFolder,
    },
  });
  work.removeAtExit();

  return browser;
};

const printBare = async (browser: Browser, html: string): Promise<void> => {
  const page = await browser.newPage();
  await page.setContent(html, { waitUntil: 'load' });
  await page.pdf({ preferCSSPageSize: true, printBackground: true });
  await page.close();
};

/** A warm invoice job with all its steps against the bare print of the same HTML, and what the job's process takes. */
export const measureInvoice = async (): Promise<Report> => {
  const folder = mkdtempSync(join(tmpdir(), 'ow-connect-bench-'));
  const portal = await openPortal(mkdtempSync(join(tmpdir(), 'ow-connect-bench-')));
  const browser = await launchBareBrowser();
  const worker = await startWorker(folder);

  try {
    const issue = await makeIssuer(portal);
    const html = await readHtml(portal, await issue(INVOICE));
    const runNewJob = async (lines = INVOICE) => runJob(worker, await issue(lines));

    const coldMs = await runNewJob();
    await printBare(browser, html);
    const [jobMs, printMs] = await alternate(ROUNDS, runNewJob, () => timeMs(() => printBare(browser, html)));
    const largestMs = await runNewJob(LARGEST_INVOICE);

    const memory = processTreeIds(worker.pid ?? 0).map((id) => peakMemoryBytes(id) / 1_000_000);
    const megabytes = memory.reduce((sum, one) => sum + one, 0);
    const ratio = median(jobMs) / median(printMs);

    return {
      tables: [
        {
          title: `A warm invoice job in turn with a bare print of the same HTML (medians of ${ROUNDS})`,
          columns: ['', 'ms'],
          rows: [
            ['the job, all five steps', median(jobMs)],
            ['new page, setContent, pdf(), close', median(printMs)],
            ['the first job, which unpacks and launches the browser', coldMs],
            [`a job of ${LINE_ITEMS_MAX} lines of ${LINE_DESCRIPTION_LENGTH_MAX} characters`, largestMs],
          ],
        },
        {
          title: 'The job against the bare print, and the peak memory of its processes over all of these',
          columns: ['ratio', 'processes', 'MB'],
          rows: [[ratio, memory.length, megabytes]],
        },
      ],
      bounds: [
        { what: 'a warm invoice job takes', measured: ratio, limit: RATIO_MAX, unit: '× the bare print' },
        {
          what: 'the PDF process takes',
          measured: megabytes,
          limit: MEMORY_MEGABYTES_MAX,
          unit: 'MB at its peak',
        },
      ],
    };
  } finally {
    worker.kill();
    await browser.close();
    await portal.stop();
    rmSync(folder, { recursive: true });
  }
};
