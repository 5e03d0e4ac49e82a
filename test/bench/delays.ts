import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeRandom } from '#local/seed/random.ts';
import type { RouteId } from '#shared/contract/index.ts';
import { addUser, startSession } from '#test/support/accounts.ts';
import { openPortal, type TestPortal } from '#test/support/open-portal.ts';
import { startPostgres } from '#test/support/postgres.ts';
import { makeRequest } from '#test/support/route-requests.ts';
import { addSupportContact, NO_LIMITS, NO_SHARES } from '#test/support/tickets.ts';
import { median, quantile, timeMs } from './measure.ts';
import type { Report } from './report.ts';

const CLIENTS = 3;
const REQUESTS_EACH = 20;

/** What a call of the Data API takes: 80 ms in the middle, 570 ms at the 99th of a hundred. */
const DATA_API_MEDIAN_MS = 80;
const DATA_API_P99_MS = 570;
const NORMAL_P99 = 2.326;
const DATA_API_SPREAD = Math.log(DATA_API_P99_MS / DATA_API_MEDIAN_MS) / NORMAL_P99;

const HELPDESK_MS_MIN = 900;
const HELPDESK_MS_MAX = 1_100;

const MEASURED: RouteId[] = ['tickets.create', 'tickets.reply', 'tickets.close', 'tickets.withdraw'];

/** Lets the vendors of the portal take as long as they do from Cape Town; the same draws in each run. */
const delayVendors = (portal: TestPortal) => {
  const random = makeRandom(18);
  const share = () => random.integer(1, 1_000_000) / 1_000_001;
  const normal = () => Math.sqrt(-2 * Math.log(share())) * Math.cos(2 * Math.PI * share());

  portal.dataApi.delayCalls(() => sleep(DATA_API_MEDIAN_MS * Math.exp(DATA_API_SPREAD * normal())));
  portal.freshdesk.delayCalls(() => sleep(random.integer(HELPDESK_MS_MIN, HELPDESK_MS_MAX)));
};

const endDelays = (portal: TestPortal) => {
  portal.dataApi.delayCalls(async () => {});
  portal.freshdesk.delayCalls(async () => {});
};

/** Some clients at once, each one request after the other; the contact of each is at the helpdesk already. */
const measureRoute = async (portal: TestPortal, routeId: RouteId): Promise<number[]> => {
  const prepare = async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const userId = await addUser(portal, { User_Email: email });
    await addSupportContact(portal, { userId });
    const cookie = await startSession(portal, userId);
    const requests = [];
    for (let count = 0; count < REQUESTS_EACH; count += 1) {
      requests.push(await makeRequest(portal, routeId, { userId, email }));
    }

    return { cookie, requests };
  };
  const clients = [];
  for (let count = 0; count < CLIENTS; count += 1) clients.push(await prepare());

  const timesMs: number[] = [];
  delayVendors(portal);
  await Promise.all(
    clients.map(async ({ cookie, requests }) => {
      for (const { method, path, body } of requests) {
        timesMs.push(
          await timeMs(async () => {
            const headers = { 'idempotency-key': crypto.randomUUID() };
            const { status } = await portal.call(method, path, { cookie, headers, body });
            if (status >= 300 || status === 202) throw new Error(`${routeId} answered ${status}`);
          }),
        );
      }
    }),
  );
  endDelays(portal);

  return timesMs;
};

/** How long a client waits for what is written at the delays of the real vendors. */
export const measureDelays = async (): Promise<Report> => {
  const postgres = await startPostgres();
  const portal = await openPortal(mkdtempSync(join(tmpdir(), 'ow-connect-bench-')), {
    databaseUrl: postgres.connectionString,
    settings: NO_SHARES,
  });

  try {
    portal.freshdesk.setLimits(NO_LIMITS);
    await portal.warm();
    const rows = [];
    for (const routeId of MEASURED) {
      const timesMs = await measureRoute(portal, routeId);
      rows.push([routeId, timesMs.length, median(timesMs), quantile(timesMs, 0.95)]);
    }

    return {
      tables: [
        {
          title: `What is written for the helpdesk, at ${DATA_API_MEDIAN_MS} ms a call of the Data API (p99 ${DATA_API_P99_MS}) and ${HELPDESK_MS_MIN} to ${HELPDESK_MS_MAX} ms a call of the helpdesk`,
          columns: ['route', 'requests', 'p50 ms', 'p95 ms'],
          rows,
        },
      ],
      bounds: [],
    };
  } finally {
    await portal.stop();
    await postgres.stop();
  }
};
