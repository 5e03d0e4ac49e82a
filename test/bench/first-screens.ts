import { scryptSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { ADMIN_EMAIL, CLIENT_EMAIL, DEMO_PASSWORD } from '#local/seed/accounts.ts';
import { invoice } from '#shared/contract/invoices.ts';
import { spawnStart } from '#test/support/start-process.ts';
import { median, quantile, timeMs } from './measure.ts';
import type { Report } from './report.ts';

const MEASURED_MS = 10_000;
const PAUSE_MS = 200;
const RATIO_MAX = 1.2;
const DEMO_CLIENT_ID = 2;

const signIn = async (url: string, identifier: string): Promise<string> => {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ identifier, password: DEMO_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}`);

  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
};

/** Keeps this process busy, to know how busy the machine is with what is not the portal. */
const work = () => scryptSync('a password', 'salt', 64);

/** Signs in again and again for ten seconds, the two demo accounts in turn, and in turn with some work elsewhere. */
const timeSignIns = async (url: string) => {
  const times: number[] = [];
  const workTimes: number[] = [];
  const endsAt = performance.now() + MEASURED_MS;
  while (performance.now() < endsAt) {
    const identifier = times.length % 2 === 0 ? ADMIN_EMAIL : CLIENT_EMAIL;
    times.push(await timeMs(() => signIn(url, identifier)));
    workTimes.push(await timeMs(work));
    await sleep(PAUSE_MS);
  }

  return { times, workMs: median(workTimes), ratio: median(times) / median(workTimes) };
};

const waitForPdfs = async (url: string): Promise<void> => {
  const cookie = await signIn(url, CLIENT_EMAIL);
  for (;;) {
    const answer = await fetch(`${url}/api/users/${DEMO_CLIENT_ID}/invoices`, { headers: { cookie } });
    const invoices = z.array(invoice).parse(await answer.json());
    if (invoices.every(({ fileName }) => fileName !== null)) return;
    await sleep(5_000);
  }
};

/** How soon a person is signed in while a first start makes the demo's PDFs, and after. */
export const measureFirstScreens = async (): Promise<Report> => {
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
    const first = await timeSignIns(url);
    await waitForPdfs(url);
    const pdfSeconds = (performance.now() - startedAt) / 1000;
    await sleep(MEASURED_MS);
    const later = await timeSignIns(url);
    const ratio = first.ratio / later.ratio;
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
          title: `Signing in after a first start, for ${MEASURED_MS / 1000} s at a time`,
          columns: ['', 'sign-ins', 'median ms', '95 % ms', 'work elsewhere ms', 'ratio'],
          rows: [toRow('as soon as it is ready', first), toRow('later', later)],
        },
        {
          title: "The demo client's PDFs",
          columns: ['are there s after it is ready'],
          rows: [[pdfSeconds]],
        },
      ],
      bounds: [
        {
          what: 'signing in within ten seconds of the first start takes',
          measured: ratio,
          limit: RATIO_MAX,
          unit: '× what it takes later, against the work elsewhere',
        },
      ],
    };
  } finally {
    await portal.end('SIGINT');
    rmSync(folder, { recursive: true, force: true });
  }
};
