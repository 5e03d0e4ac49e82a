import { scryptSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { HELD_BACK_MS } from '#local/demo-pdfs.ts';
import { ADMIN_EMAIL, CLIENT_EMAIL, DEMO_PASSWORD } from '#local/seed/demo-accounts.ts';
import { invoice } from '#shared/contract/invoices.ts';
import { spawnStart } from '#test/support/faults/start-process.ts';
import { median, quantile, timeMs } from './measure.ts';
import type { Report } from './report.ts';

const LATER_MS = 10_000;
const PDFS_MS_MAX = 120_000;
const PAUSE_MS = 200;
const RATIO_MAX = 1.2;
const DEMO_CLIENT_ID = 2;

const signIn = async (url: string, identifier: string): Promise<string> => {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ identifier, password: DEMO_PASSWORD }),
  });
  if (!answer.ok) {
    throw new Error(`Signing in answered ${answer.status}`);
  }

  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
};

/** Keeps this process busy, to measure how busy the machine is with other work than the portal. */
const work = () => scryptSync('a password', 'salt', 64);

const inTheNext = (ms: number) => {
  const endsAt = performance.now() + ms;

  return async () => performance.now() < endsAt;
};

/** Signs in repeatedly to the two demo accounts in turn, and alternates with some other work. */
const timeSignIns = async (url: string, goesOn: (cookie: string) => Promise<boolean>) => {
  const times: number[] = [];
  const workTimes: number[] = [];
  for (let cookie = ''; times.length < 2 || (await goesOn(cookie)); ) {
    const identifier = times.length % 2 === 0 ? ADMIN_EMAIL : CLIENT_EMAIL;
    times.push(
      await timeMs(async () => {
        cookie = await signIn(url, identifier);
      }),
    );
    workTimes.push(await timeMs(work));
    await sleep(PAUSE_MS);
  }

  return { times, workMs: median(workTimes), ratio: median(times) / median(workTimes) };
};

/** True if an invoice of the demo client still waits for its PDF. */
const lacksPdfs = async (url: string, cookie: string): Promise<boolean> => {
  const answer = await fetch(`${url}/api/users/${DEMO_CLIENT_ID}/invoices`, { headers: { cookie } });
  const invoices = z.array(invoice).parse(await answer.json());

  return invoices.some(({ fileName }) => fileName === null);
};

/** Measures how soon a person is signed in while a first start makes the demo's PDFs, and later. */
export const measureFirstStart = async (): Promise<Report> => {
  const folder = mkdtempSync(join(tmpdir(), 'ow-connect-bench-'));
  mkdirSync(join(folder, 'web'));
  writeFileSync(join(folder, 'web/index.html'), '');
  const portal = spawnStart({
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    WEB_DIR: join(folder, 'web'),
    POWERTOOLS_LOG_LEVEL: 'SILENT',
  });

  try {
    const url = await portal.waitUntilReady();
    const startedAt = performance.now();
    // Measures a warm invoice job with all steps, against the bare print of the same HTML, and its process's memory.
    const first = await timeSignIns(url, inTheNext(HELD_BACK_MS));
    const isInTime = inTheNext(PDFS_MS_MAX);
    const meanwhile = await timeSignIns(url, async (cookie) => {
      const isMaking = await lacksPdfs(url, cookie);
      if (isMaking && !(await isInTime())) {
        throw new Error(`No PDFs within ${PDFS_MS_MAX} ms`);
      }

      return isMaking;
    });
    const pdfSeconds = (performance.now() - startedAt) / 1000;
    const later = await timeSignIns(url, inTheNext(LATER_MS));
    const toRow = (when: string, { times, ...measured }: typeof first) => [
      when,
      times.length,
      median(times),
      quantile(times, 0.95),
      measured.workMs,
      measured.ratio,
    ];

    return {
      tables: [
        {
          title: 'Repeated sign-ins after a first start',
          columns: ['', 'sign-ins', 'median ms', '95 % ms', 'other work ms', 'ratio'],
          rows: [
            toRow(`in the first ${HELD_BACK_MS / 1000} s`, first),
            toRow("while the demo's PDFs are made", meanwhile),
            toRow('later', later),
          ],
        },
        {
          title: "The demo client's PDFs",
          columns: ['ready after s'],
          rows: [[pdfSeconds]],
        },
      ],
      bounds: [
        { what: 'Signing in as soon as a first start is ready takes', measured: first.ratio / later.ratio },
        { what: "Signing in while the demo's PDFs are made takes", measured: meanwhile.ratio / later.ratio },
      ].map((one) => ({ ...one, limit: RATIO_MAX, unit: '× its later time, both relative to other work' })),
    };
  } finally {
    await portal.end('SIGINT');
    rmSync(folder, { recursive: true, force: true });
  }
};
