import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { throttleCounters } from '#functions/database/schema/system-tables.ts';
import { makeRandom, type Random } from '#local/seed/random.ts';
import { allRoutes, type RouteId } from '#shared/contract/index.ts';
import type { Route } from '#shared/contract/route.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { NO_LIMITS } from '#test/support/helpdesk/tickets.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { successesOf } from '#test/support/portal/find-contract-fault.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';
import { type FuzzCase, makeFuzzCases } from './fuzz-cases.ts';
import { makeRequest } from './route-requests.ts';

const CALLERS = ['admin', 'client', 'nobody'] as const;
type CallerName = (typeof CALLERS)[number];

interface FuzzOptions {
  seed: number;
  /** Number of cases for each route, drawn from all of them. */
  casesPerRoute: number;
  /** Share of the cases that every other kind of caller sends, too. */
  shareOfOthers: number;
}

export interface FuzzReport {
  sent: number;
  byStatus: Record<number, number>;
  faults: string[];
}

/** Technical words that no sentence may show. */
const NOT_A_SENTENCE = /\b(User_\w+|lineItems|[a-z]+[A-Z]\w*)\b|\b(undefined|NaN|Invalid input|\[object)\b/;

const send = (
  portal: TestPortal,
  agent: Agent,
  method: string,
  fuzzCase: FuzzCase,
  cookie: string | undefined,
) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { target, headers } = fuzzCase;
    const body = fuzzCase.body();
    const sent = request(portal.url, {
      agent,
      method,
      path: target,
      headers: {
        ...(method !== 'GET' && { origin: portal.url }),
        ...(cookie && { cookie }),
        ...headers,
        ...(body && { 'content-length': body.length }),
      },
    });
    sent.on('error', reject);
    sent.on('response', (answer: IncomingMessage) => {
      buffer(answer).then(
        (bytes) => resolve({ status: answer.statusCode ?? 0, text: bytes.toString() }),
        reject,
      );
    });
    sent.end(body);
  });

/** Finds a general fault of an answer. The portal's watch checks it against the contract. */
const findFault = (route: Route, { status, text }: { status: number; text: string }): string | undefined => {
  if (status >= 500) {
    return `answers ${status}: ${text}`;
  }
  if (status < 400) {
    return successesOf(route).includes(status) ? undefined : `answers ${status}`;
  }
  if (status === 429) {
    return 'meets a throttle, so nothing was tried';
  }

  try {
    const { message }: { message?: unknown } = JSON.parse(text);
    if (typeof message !== 'string' || !/^[A-Z].*\w/.test(message)) {
      return `says no sentence: ${text}`;
    }

    return NOT_A_SENTENCE.test(message) ? `says what no person understands: ${message}` : undefined;
  } catch {
    return `answers ${status} without JSON: ${text.slice(0, 200)}`;
  }
};

/** Returns a function that reads the row count and a checksum of every table. */
const makeFingerprint = async () => {
  const owner = connectAsOwner();
  const { rows } = await owner.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const query = rows
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' rows, ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as state from "${name}" t`,
    )
    .join(' union all ');

  return async (): Promise<Record<string, string>> => {
    const read = await owner.execute<{ name: string; state: string }>(sql.raw(query));

    return Object.fromEntries(read.rows.map(({ name, state }) => [name, state]));
  };
};

/** Routes that ask for the password that the user has: a wrong one is counted and audited like a failed sign-in. */
const ASK_FOR_PASSWORD: readonly RouteId[] = ['account.password', 'account.change-email'];

/** Lists the tables that a refusal may write: the log of refused callers, and counters of limits and failed tries. */
const mayWrite = (routeId: RouteId, status: number): string[] => {
  if (status === 403 || (status === 400 && ASK_FOR_PASSWORD.includes(routeId))) {
    return ['audit_log', 'throttle_counters'];
  }
  // A code is counted before anything is known of it.
  if (routeId === 'factors.confirm-totp') {
    return ['throttle_counters'];
  }
  // The client's share of the helpdesk is taken before the helpdesk says that it has no such file.
  if (status === 404 && routeId === 'tickets.attachment') {
    return ['throttle_counters'];
  }
  if (status === 400 || !['auth.login', 'auth.register'].includes(routeId)) {
    return [];
  }

  return ['audit_log', 'throttle_counters'];
};

const shuffle = <T>(list: readonly T[], random: Random): T[] =>
  list
    .map((item) => ({ item, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);

const isFor = (route: Route): CallerName => {
  if (route.access === 'public') {
    return 'nobody';
  }

  return route.access === 'client' ? 'client' : 'admin';
};

/** Creates new accounts and a record of the client for one route, so that changes by a case stay with that route. */
const prepare = async (portal: TestPortal, routeId: RouteId) => {
  const email = `${crypto.randomUUID()}@example.com`;
  const owner = { email, userId: await addUser(portal, { User_Email: email }) };
  const adminId = await addUser(portal, { user_role: 'admin' });
  const cookies: Record<CallerName, string | undefined> = {
    admin: await startSession(portal, adminId),
    client: await startSession(portal, owner.userId),
    nobody: undefined,
  };

  return { cookies, request: await makeRequest(portal, routeId, owner) };
};

/**
 * Sends odd requests to every route of the contract, the same ones for the same seed. Reports an answer of 500, a
 * refusal without a sentence, and a refusal that changed the database.
 */
export const fuzzContract = async (portal: TestPortal, options: FuzzOptions): Promise<FuzzReport> => {
  const random = makeRandom(options.seed);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const fingerprint = await makeFingerprint();
  portal.freshdesk.setLimits(NO_LIMITS);
  const report: FuzzReport = { sent: 0, byStatus: {}, faults: [] };

  /** Fingerprint of the tables; undefined if a request may have changed them since. */
  let known: Record<string, string> | undefined;

  const tryCase = async (routeId: RouteId, route: Route, fuzzCase: FuzzCase, cookie: string | undefined) => {
    const before = known ?? (await fingerprint());
    const answer = await send(portal, agent, route.method, fuzzCase, cookie);
    report.sent += 1;
    report.byStatus[answer.status] = (report.byStatus[answer.status] ?? 0) + 1;

    const about = `${routeId}, ${fuzzCase.about.slice(0, 300)}`;
    const fault = findFault(route, answer);
    if (fault) {
      report.faults.push(`${about}: ${fault}`);
    }

    known = answer.status < 400 ? undefined : await fingerprint();
    const written = Object.keys(known ?? {}).filter((table) => known?.[table] !== before[table]);
    const wrong = written.filter((table) => !mayWrite(routeId, answer.status).includes(table));
    if (wrong.length > 0) {
      report.faults.push(`${about}: ${answer.status} and wrote ${wrong}`);
    }

    const isCounted = route.refuses?.includes('too_many_requests');
    if (written.includes('throttle_counters') || (answer.status < 400 && isCounted)) {
      await portal.connection.delete(throttleCounters);
      known = undefined;
    }

    return answer.status < 400;
  };

  for (const [routeId, route] of allRoutes) {
    const seedOfRoute = random.integer(1, 2 ** 31);
    const recreate = async () => {
      const { cookies, request: valid } = await prepare(portal, routeId);
      known = undefined;

      return { cookies, cases: makeFuzzCases(route, valid, makeRandom(seedOfRoute), options.casesPerRoute) };
    };
    let { cookies, cases } = await recreate();
    const drawn = shuffle([...cases.keys()], random).slice(0, options.casesPerRoute);

    for (const at of drawn) {
      const others = CALLERS.filter(
        (caller) => caller !== isFor(route) && random.chance(options.shareOfOthers),
      );
      for (const caller of [isFor(route), ...others]) {
        const fuzzCase = cases[at];
        if (!fuzzCase) {
          throw new Error(`${routeId} has no case ${at}`);
        }

        const isAccepted = await tryCase(routeId, route, fuzzCase, cookies[caller]);
        if (isAccepted && route.method !== 'GET') {
          ({ cookies, cases } = await recreate());
        }
      }
    }
  }
  agent.destroy();

  return report;
};
