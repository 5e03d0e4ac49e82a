import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addPeople, MAIN_ROUTES } from '#test/support/contract/main-routes.ts';
import { startPostgres } from '#test/support/database/postgres.ts';
import { NO_LIMITS, NO_SHARES } from '#test/support/helpdesk/tickets.ts';
import { openPortal, type TestPortal } from '#test/support/portal/open-portal.ts';
import { DELAYS, delayVendors } from '#test/support/portal/real-delays.ts';
import { type Bound, printTable } from './bounds.ts';
import { median, quantile, timeMs } from './measure.ts';

const PEOPLE = 3;
const REQUESTS_EACH = 8;

/** Measures several people in parallel, each of whom sends one request after the other. */
const measure = async (
  portal: TestPortal,
  { what, good, prepare }: (typeof MAIN_ROUTES)[number],
): Promise<number[]> => {
  const everybody = [];
  for (let count = 0; count < PEOPLE; count += 1) {
    const people = await addPeople(portal);
    const requests = [];
    for (let request = 0; request < REQUESTS_EACH; request += 1) {
      requests.push(await prepare(portal, people));
    }
    everybody.push(requests);
  }

  const timesMs: number[] = [];
  const endDelays = delayVendors(portal);
  await Promise.all(
    everybody.map(async (requests) => {
      for (const request of requests) {
        timesMs.push(
          await timeMs(async () => {
            const answer = await request();
            if (answer !== good) {
              throw new Error(`${what} answered ${answer}`);
            }
          }),
        );
      }
    }),
  );
  endDelays();

  return timesMs;
};

/** Measures how long people wait at the delays of the real vendors. */
export const measureDelays = async (): Promise<Bound[]> => {
  const postgres = await startPostgres();
  const portal = await openPortal(mkdtempSync(join(tmpdir(), 'ow-connect-bench-')), {
    databaseUrl: postgres.connectionString,
    settings: NO_SHARES,
  });

  try {
    portal.freshdesk.setLimits(NO_LIMITS);
    await portal.warm();
    const rows = [];
    for (const route of MAIN_ROUTES) {
      const timesMs = await measure(portal, route);
      rows.push({
        what: route.what,
        requests: timesMs.length,
        'p50 ms': median(timesMs),
        'p95 ms': quantile(timesMs, 0.95),
      });
    }
    const { dataApi, helpdesk, drive, files } = DELAYS;

    printTable(
      `Waiting times with ${dataApi.median} ms for a Data API call (p99 ${dataApi.p99}), ${helpdesk.min} to ${helpdesk.max} ms for the helpdesk on a new connection (${helpdesk.handshake} ms less on a kept one), ${drive.min} to ${drive.max} ms for the drive, and ${files.handshake} ms plus ${files.eachMegabyte} ms a megabyte for a file`,
      rows,
    );

    return [];
  } finally {
    await portal.stop();
    await postgres.stop();
  }
};
