import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { activities } from '#functions/database/schema/client-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { allRoutes } from '#shared/contract/index.ts';
import { makeRequest } from '#test/support/contract/route-requests.ts';
import { addTicket } from '#test/support/helpdesk/tickets.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { openPortal, type TestPortal } from '#test/support/portal/open-portal.ts';
import { alternate, median, timeMs } from './measure.ts';
import type { Report } from './report.ts';

/** Roughly the time of a call that leaves this machine, in ms; on Aurora it is five times as long. */
const CALL_MS = 20;
const ROUNDS = 15;
const CALLS_MAX = 1.2;

const USERS = 30;
const RECORDS = 10;

const addAccount = async (portal: TestPortal, user_role: 'admin' | 'client') => {
  const email = `${crypto.randomUUID()}@example.com`;
  const userId = await addUser(portal, { User_Email: email, user_role });

  return { email, userId, cookie: await startSession(portal, userId) };
};

/** Adds a client with records on every page, among as many clients as one page of the list shows. */
const plantRecords = async (portal: TestPortal) => {
  const client = await addAccount(portal, 'client');
  for (let count = 0; count < USERS; count += 1) {
    await addUser(portal, {});
  }
  for (let count = 0; count < RECORDS; count += 1) {
    await addTicket(portal, client);
    await portal.connection.insert(services).values({ user_id: client.userId, service_category: 'Internet' });
    await portal.connection
      .insert(activities)
      .values({ user_id: client.userId, activity_type: 'login', description: 'Signed in' });
    await makeRequest(portal, 'invoices.progress', client);
  }

  return client;
};

/** Measures the depth of each reading route in Data API calls, at a stand-in with delayed calls. */
export const measureReads = async (): Promise<Report> => {
  const portal = await openPortal(mkdtempSync(join(tmpdir(), 'ow-connect-bench-')));

  try {
    const client = await plantRecords(portal);
    const admin = await addAccount(portal, 'admin');
    portal.dataApi.delayCalls(() => sleep(CALL_MS));

    const measure = async (routeId: (typeof allRoutes)[number][0], access: string) => {
      const { cookie } = access === 'admin' ? admin : client;
      const { path } = await makeRequest(portal, routeId, client);
      const read = async () => {
        const answer = await fetch(`${portal.url}${path}`, { headers: { cookie } });
        await answer.arrayBuffer();
        if (!answer.ok) {
          throw new Error(`${path} answered ${answer.status}`);
        }
      };
      for (let warmUp = 0; warmUp < 3; warmUp += 1) {
        await read();
      }
      const [readMs, callMs] = await alternate(
        ROUNDS,
        () => timeMs(read),
        () => timeMs(() => portal.connection.execute(sql`select 1`)),
      );

      return { routeId, readMs: median(readMs), callMs: median(callMs) };
    };

    const measured = [];
    for (const [routeId, route] of allRoutes) {
      if (route.readsOnly) {
        measured.push(await measure(routeId, route.access));
      }
    }

    return {
      tables: [
        {
          title: `Reads over HTTP, alternating with one Data API call; each call is delayed by ${CALL_MS} ms (medians of ${ROUNDS})`,
          columns: ['route', 'ms', 'one call ms', 'calls deep', 'at most'],
          rows: measured.map(({ routeId, readMs, callMs }) => [
            routeId,
            readMs,
            callMs,
            readMs / callMs,
            CALLS_MAX,
          ]),
        },
      ],
      bounds: measured.map(({ routeId, readMs, callMs }) => ({
        what: `${routeId} takes`,
        measured: readMs / callMs,
        limit: CALLS_MAX,
        unit: '× one Data API call',
      })),
    };
  } finally {
    await portal.stop();
  }
};
