import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { health } from '#functions/database/schema/system-tables.ts';
import { addTicket, NO_LIMITS, NO_SHARES } from '#test/support/helpdesk/tickets.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { openPortal, type TestPortal } from '#test/support/portal/open-portal.ts';
import { median, quantile, timeMs } from './measure.ts';
import type { Report } from './report.ts';

const ROUNDS = 5;
const REQUESTS_A_ROUND = 60;
/** Half of the requests that the gateway of a laptop admits at once (ADR 16). */
const WAITING_CLIENTS = 10;
const TICKETS = 20;

const RATIO_MAX = 1.5;

interface Asked {
  route: string;
  path: string;
  cookie: string;
}

const addClient = async (portal: TestPortal) => {
  const userId = await addUser(portal, {});

  return { userId, cookie: await startSession(portal, userId) };
};

/** Lets clients call the helpdesk and wait for it, as they do before it counts as down. */
const letClientsWait = async (portal: TestPortal) => {
  const waiting = [];
  for (let count = 0; count < WAITING_CLIENTS; count += 1) {
    const client = await addClient(portal);
    const ticketId = await addTicket(portal, client);
    waiting.push(() =>
      portal.call('GET', `/api/support/tickets/${ticketId}/conversations`, { cookie: client.cookie }),
    );
  }
  await portal.connection.delete(health);
  portal.freshdesk.setOutage('hang');
  const askedBefore = portal.freshdesk.listCalls().length;
  const answers = Promise.all(waiting.map((ask) => ask()));
  while (portal.freshdesk.listCalls().length < askedBefore + WAITING_CLIENTS) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }

  return { answers };
};

const measureP95 = async (portal: TestPortal, { route, path, cookie }: Asked): Promise<number> => {
  const timesMs: number[] = [];
  for (let done = 0; done < REQUESTS_A_ROUND; done += 1) {
    timesMs.push(
      await timeMs(async () => {
        const { status } = await portal.call('GET', path, { cookie });
        if (status !== 200) {
          throw new Error(`${route} answered ${status}`);
        }
      }),
    );
  }

  return quantile(timesMs, 0.95);
};

/** Measures whether routes that do not call the helpdesk are slower while it hangs. */
export const measureHelpdesk = async (): Promise<Report> => {
  const portal = await openPortal(mkdtempSync(join(tmpdir(), 'ow-connect-bench-')), { settings: NO_SHARES });

  try {
    portal.freshdesk.setLimits(NO_LIMITS);
    await portal.warm();
    const admin = await startSession(portal, await addUser(portal, { user_role: 'admin' }));
    const client = await addClient(portal);
    for (let count = 0; count < TICKETS; count += 1) {
      await addTicket(portal, client);
    }
    const asked: Asked[] = [
      { route: 'users.list', path: '/api/admin/users', cookie: admin },
      { route: 'client.stats', path: '/api/client/stats', cookie: client.cookie },
      { route: 'tickets.list', path: '/api/support/tickets', cookie: client.cookie },
    ];
    const measured = asked.map(({ route }) => ({
      route,
      answering: [] as number[],
      hanging: [] as number[],
    }));
    for (const one of asked) {
      await measureP95(portal, one);
    }

    // In turn, so that other work of the machine affects both alike.
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [at, one] of asked.entries()) {
        measured[at]?.answering.push(await measureP95(portal, one));
      }
      const { answers } = await letClientsWait(portal);
      for (const [at, one] of asked.entries()) {
        measured[at]?.hanging.push(await measureP95(portal, one));
      }
      portal.freshdesk.setOutage(undefined);
      await answers;
    }
    const rows = measured.map(({ route, answering, hanging }) => {
      const [answeringMs, hangingMs] = [median(answering), median(hanging)];

      return { route, answeringMs, hangingMs, ratio: hangingMs / answeringMs };
    });

    return {
      tables: [
        {
          title: `p95 of routes while ${WAITING_CLIENTS} clients wait for a helpdesk that hangs, compared with one that answers (medians of ${ROUNDS} rounds of ${REQUESTS_A_ROUND} requests)`,
          columns: ['route', 'answers: p95 ms', 'hangs: p95 ms', 'ratio', 'at most'],
          rows: rows.map(({ route, answeringMs, hangingMs, ratio }) => [
            route,
            answeringMs,
            hangingMs,
            ratio,
            RATIO_MAX,
          ]),
        },
      ],
      bounds: rows.map(({ route, ratio }) => ({
        what: `${route} with a helpdesk that hangs takes`,
        measured: ratio,
        limit: RATIO_MAX,
        unit: 'times as long',
      })),
    };
  } finally {
    await portal.stop();
  }
};
