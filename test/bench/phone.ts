import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnStart } from '#test/support/faults/start-process.ts';
import { type Bound, printTable } from './bounds.ts';
import { median } from './measure.ts';
import { launchPhoneBrowser, openBarePage, openOnPhone, SCREENS } from './phone-screens.ts';
import type { Vitals } from './phone-vitals.ts';

const ROUNDS = 5;
/** The browser reports a shift of some pixels' fractions that nobody can see. */
const LAYOUT_SHIFT_MAX = 0.001;

const BLOCKING_MS_MAX = 250;
/** The sign-in page is in the HTML, and the other pages cannot be faster than a page of their size. */
const answerRatioMax = (path: string): number => (path === '/auth' ? 0.6 : 1.1);

/** Measures how soon the first screens show what a person came for; milliseconds depend on the machine, ratios less. */
export const measurePhone = async (): Promise<Bound[]> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'ow-connect-bench-'));
  const portal = spawnStart({ PORT: '0', DATA_DIR: dataFolder, POWERTOOLS_LOG_LEVEL: 'SILENT' });
  const browser = await launchPhoneBrowser();

  try {
    const phone = await openOnPhone(browser, await portal.waitUntilReady());
    const barePage = await openBarePage(browser);
    const visits = new Map<string, Vitals[]>();
    const bareMs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const screen of SCREENS) {
        visits.set(screen.path, [...(visits.get(screen.path) ?? []), await phone.visit(screen)]);
      }
      bareMs.push((await barePage.visit()).lcpMs);
    }
    phone.stop();
    barePage.stop();

    const measured = SCREENS.map(({ path, answers: [answer] }) => {
      const all = visits.get(path) ?? [];
      const medianOf = (pick: (visit: Vitals) => number | undefined) =>
        median(all.map((visit) => pick(visit) ?? Number.NaN));

      return {
        path,
        'answer ms': medianOf(({ answers }) => answers[answer]?.ms),
        'of bare': medianOf(({ answers }) => answers[answer]?.ms) / median(bareMs),
        'requests before': medianOf(({ answers }) => answers[answer]?.requests),
        'files of them': medianOf(({ answers }) => answers[answer]?.files),
        'first paint ms': medianOf(({ fcpMs }) => fcpMs),
        'largest paint ms': medianOf(({ lcpMs }) => lcpMs),
        'bare ms': median(bareMs),
        'layout shift': Math.max(...all.map(({ layoutShift }) => layoutShift)),
        'blocked ms': medianOf(({ blockingMs }) => blockingMs),
        KB: medianOf(({ kilobytes }) => kilobytes),
      };
    });
    printTable(
      `Cold loads on a phone (slow 4G, CPU slowed 4 times), beside a bare page of 300 KB (medians of ${ROUNDS})`,
      measured,
    );

    return measured.flatMap((row) => [
      {
        what: `${row.path} on a slow phone, until its answer`,
        measured: row['of bare'],
        limit: answerRatioMax(row.path),
        unit: '× a bare page of 300 KB',
      },
      { what: `${row.path}: layout shift`, measured: row['layout shift'], limit: LAYOUT_SHIFT_MAX, unit: '' },
      { what: `${row.path}: blocking time`, measured: row['blocked ms'], limit: BLOCKING_MS_MAX, unit: 'ms' },
    ]);
  } finally {
    await browser.close();
    await portal.end('SIGINT');
    rmSync(dataFolder, { recursive: true, force: true });
  }
};
