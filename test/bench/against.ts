import { openRequests, type Requests } from './against-requests.ts';
import { type Bound, printTable } from './bounds.ts';
import { CLIENTS, prepareCheckout, type RunningKept, startKept } from './kept-checkouts.ts';
import { median, timeMs } from './measure.ts';
import { launchPhoneBrowser, openBarePage, openOnPhone, SCREENS, type Screen } from './phone-screens.ts';
import type { Vitals } from './phone-vitals.ts';
import { processorMs } from './processor-time.ts';

/** A tenth more time is mended, or named with its reason. */
const RATIO_MAX = 1.1;
/** Above this, a second measurement would not tell otherwise. */
const CERTAIN_RATIO = 1.3;
const CONNECTIONS = [1, 10];
const TURNS = 12;
const TURN_MS = 250;
const TURN_REQUESTS_MIN = 4;
const ROUNDS_ON_PHONE = 5;

/** One kind of figure of a row, at the other commit and here. */
interface Compared {
  theirs: number;
  own: number;
  ratio: number;
}

interface Row {
  what: string;
  time: Compared;
  processor: Compared;
}

interface Turn {
  /** Median time of a request. */
  ms: number;
  /** Processor time of the portal and its database for one request. */
  processorMs: number;
}

const isSlower = ({ time, processor }: Row): boolean =>
  !(time.ratio <= RATIO_MAX && processor.ratio <= RATIO_MAX);

/** Measures a row that is a little slower once more: other work of the machine rarely disturbs the same row twice. */
const measureTwiceIfSlower = async (measure: () => Promise<Row>): Promise<Row> => {
  const row = await measure();
  const isCertain = Math.max(row.time.ratio, row.processor.ratio) > CERTAIN_RATIO;

  return isSlower(row) && !isCertain ? measure() : row;
};

/** Lets both sides work in turn, A B B A, so that neither is always the first; returns what each turn gave. */
const takeTurns = async <Result>(
  rounds: number,
  theirs: () => Promise<Result>,
  own: () => Promise<Result>,
) => {
  const results = { theirs: [] as Result[], own: [] as Result[] };
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      results.theirs.push(await theirs());
      results.own.push(await own());
    } else {
      results.own.push(await own());
      results.theirs.push(await theirs());
    }
  }

  return results;
};

/** Returns the median of the ratios of neighbouring turns, so that a machine that becomes slower affects both alike. */
const compare = (theirs: readonly number[], own: readonly number[]): Compared => ({
  theirs: median(theirs),
  own: median(own),
  ratio: median(own.map((value, turn) => value / (theirs[turn] ?? Number.NaN))),
});

/** Returns the mean without the highest quarter, in which a scheduled task ran beside the requests. */
const trimmedMean = (values: readonly number[]): number => {
  const kept = values.toSorted((a, b) => a - b).slice(0, Math.ceil(values.length * 0.75));

  return kept.reduce((sum, one) => sum + one, 0) / kept.length;
};

/** Compares means, because the system counts in hundredths of a second, which is much of one turn. */
const compareProcessor = (theirTurns: readonly Turn[], ownTurns: readonly Turn[]): Compared => {
  const theirs = trimmedMean(theirTurns.map((turn) => turn.processorMs));
  const own = trimmedMean(ownTurns.map((turn) => turn.processorMs));

  return { theirs, own, ratio: own / theirs };
};

/** Sends requests over some connections for a while, each the next when the last is answered. */
const takeTurn = async (
  { processIds }: RunningKept,
  send: () => Promise<void>,
  connections: number,
): Promise<Turn> => {
  const timesMs: number[] = [];
  const usedBeforeMs = processorMs(processIds);
  const endsAt = performance.now() + TURN_MS;
  const call = async () => {
    do {
      timesMs.push(await timeMs(send));
    } while (performance.now() < endsAt || timesMs.length < TURN_REQUESTS_MIN);
  };
  await Promise.all(Array.from({ length: connections }, call));

  return { ms: median(timesMs), processorMs: (processorMs(processIds) - usedBeforeMs) / timesMs.length };
};

type Side = RunningKept & { requests: Requests };

const measureRequest = async (
  name: keyof Requests,
  connections: number,
  [theirs, own]: readonly [Side, Side],
): Promise<Row> => {
  const turnOf = (side: Side) => () => takeTurn(side, side.requests[name], connections);
  await takeTurns(1, turnOf(theirs), turnOf(own));
  const turns = await takeTurns(TURNS, turnOf(theirs), turnOf(own));

  return {
    what: `${name}, ${connections === 1 ? '1 connection' : `${connections} connections`}`,
    time: compare(
      turns.theirs.map(({ ms }) => ms),
      turns.own.map(({ ms }) => ms),
    ),
    processor: compareProcessor(turns.theirs, turns.own),
  };
};

/** Compares the first answer of a screen that both sides show. */
const compareScreen = ({ path, answers }: Screen, theirs: readonly Vitals[], own: readonly Vitals[]): Row => {
  const answer = answers.find((one) => [...theirs, ...own].every((visit) => visit.answers[one]));
  const msOf = (visit: Vitals) => visit.answers[answer ?? '']?.ms ?? Number.NaN;

  return {
    what: `${path} on a slow phone, until '${answer ?? 'an answer that both show'}'`,
    time: compare(theirs.map(msOf), own.map(msOf)),
    // Time for which the page kept the phone's processor busy.
    processor: compare(
      theirs.map(({ busyMs }) => busyMs),
      own.map(({ busyMs }) => busyMs),
    ),
  };
};

const measureScreens = async (theirUrl: string, ownUrl: string): Promise<Row[]> => {
  const browser = await launchPhoneBrowser();
  try {
    const [theirs, own] = [await openOnPhone(browser, theirUrl), await openOnPhone(browser, ownUrl)];
    const barePage = await openBarePage(browser);
    const rows: Row[] = [];
    const bareMs: number[] = [];
    for (const screen of SCREENS) {
      const measure = async () => {
        const visits = await takeTurns(
          ROUNDS_ON_PHONE,
          () => theirs.visit(screen),
          () => own.visit(screen),
        );

        return compareScreen(screen, visits.theirs, visits.own);
      };
      rows.push(await measureTwiceIfSlower(measure));
      bareMs.push((await barePage.visit()).lcpMs);
      console.log(`Measured ${screen.path} on a slow phone.`);
    }
    theirs.stop();
    own.stop();
    barePage.stop();
    console.log(`A bare page of 300 KB takes ${Math.round(median(bareMs))} ms on this phone.`);

    return rows;
  } finally {
    await browser.close();
  }
};

const measureRequests = async (sides: readonly [Side, Side]): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const connections of CONNECTIONS) {
    for (const name of Object.keys(sides[0].requests) as (keyof Requests)[]) {
      const row = await measureTwiceIfSlower(() => measureRequest(name, connections, sides));
      rows.push(row);
      console.log(`Measured ${row.what}.`);
    }
  }

  return rows;
};

/** Compares the working tree with a commit: both portals run at once, and are asked in turn. */
export const measureAgainst = async (commit: string): Promise<Bound[]> => {
  const prepared = [await prepareCheckout(commit), await prepareCheckout()] as const;
  const running: RunningKept[] = [];
  const stopAll = async () => {
    for (const portal of running.splice(0)) {
      await portal.stop();
    }
  };
  // The portals have process groups of their own, which Ctrl-C does not reach.
  process.once('SIGINT', async () => {
    await stopAll();
    process.exit(1);
  });

  try {
    const theirs = await startKept(prepared[0], 'theirs');
    running.push(theirs);
    const own = await startKept(prepared[1], 'own');
    running.push(own);

    const rows = [
      ...(await measureRequests([
        { ...theirs, requests: await openRequests(theirs) },
        { ...own, requests: await openRequests(own) },
      ])),
      ...(await measureScreens(theirs.url, own.url)),
    ];
    printTable(
      `The working tree relative to ${commit}, with ${CLIENTS} clients; a screen's processor time is the phone's`,
      rows.map((row) => ({
        '': row.what,
        [`ms at ${commit}`]: row.time.theirs,
        'ms here': row.time.own,
        'ratio of time': row.time.ratio,
        [`processor ms at ${commit}`]: row.processor.theirs,
        'processor ms here': row.processor.own,
        'ratio of processor time': row.processor.ratio,
        slower: isSlower(row) ? '<<< slower' : '',
      })),
    );

    return rows.flatMap(({ what, time, processor }) => [
      { what: `${what}: time`, measured: time.ratio, limit: RATIO_MAX, unit: `× ${commit}` },
      { what: `${what}: processor time`, measured: processor.ratio, limit: RATIO_MAX, unit: `× ${commit}` },
    ]);
  } finally {
    await stopAll();
  }
};
