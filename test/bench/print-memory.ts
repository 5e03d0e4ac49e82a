import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processTreeIds } from '#test/support/faults/processes.ts';
import { openPortal } from '#test/support/portal/open-portal.ts';
import { type Bound, printTable } from './bounds.ts';
import { median } from './measure.ts';
import { makeIssuer, makeLines, makeWorkerStarter } from './pdf-workers.ts';

/** Enough to show a slow leak. */
const JOBS = 500;
const JOBS_A_ROW = 50;
const JOBS_A_READING = 5;
const GROWTH_MAX = 1.1;

/** Returns an empty text for a process that has just ended, such as a replaced browser. */
const readMemory = (processId: number): string => {
  try {
    return readFileSync(`/proc/${processId}/smaps_rollup`, 'utf8');
  } catch {
    return '';
  }
};

/** Measures the memory of a process and its children, with each shared page counted once (Linux). */
const readMegabytes = (processId: number) => {
  const sum = (name: string) =>
    processTreeIds(processId)
      .map(readMemory)
      .map((text) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0))
      .reduce((total, kibibytes) => total + (kibibytes * 1024) / 1_000_000, 0);

  return { rss: sum('Rss'), pss: sum('Pss') };
};

/** Measures whether the memory of Node and the browser grows from job to job. */
export const measurePrintMemory = async (): Promise<Bound[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'ow-connect-bench-'));
  const portal = await openPortal(mkdtempSync(join(tmpdir(), 'ow-connect-bench-')));
  const worker = await makeWorkerStarter(folder)();
  const treeId = worker.process.pid ?? 0;

  try {
    const issue = await makeIssuer(portal);
    const rows: { rss: number; pss: number }[] = [];
    let readings: typeof rows = [];
    for (let done = 1; done <= JOBS; done += 1) {
      await worker.run(await issue(makeLines(10)));
      if (done % JOBS_A_READING === 0) {
        readings.push(readMegabytes(treeId));
      }
      if (done % JOBS_A_ROW > 0) {
        continue;
      }

      rows.push({
        rss: median(readings.map(({ rss }) => rss)),
        pss: median(readings.map(({ pss }) => pss)),
      });
      readings = [];
    }
    const growth = (rows.at(-1)?.pss ?? Number.NaN) / (rows[0]?.pss ?? Number.NaN);

    printTable(
      `Memory of Node and the browser together (medians; one reading for every ${JOBS_A_READING} jobs)`,
      rows.map(({ rss, pss }, at) => ({ jobs: (at + 1) * JOBS_A_ROW, 'PSS MB': pss, 'RSS MB': rss })),
    );

    return [
      {
        what: `memory of Node and the browser after ${JOBS} PDF jobs`,
        measured: growth,
        limit: GROWTH_MAX,
        unit: `× that of the first ${JOBS_A_ROW}`,
      },
    ];
  } finally {
    worker.process.kill();
    await portal.stop();
    rmSync(folder, { recursive: true });
  }
};
