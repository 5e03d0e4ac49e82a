import pg from 'pg';
import * as z from 'zod';
import { startPostgres } from '#test/support/database/postgres.ts';
import { postFrom } from '#test/support/portal/call-from.ts';
import { type Bound, printTable } from './bounds.ts';
import { alternate, median, timeMs } from './measure.ts';
import { startServer } from './server-process.ts';

const ROUNDS = 300;
/** Two requests a round: few enough that no network address comes near its limit of an hour. */
const ROUNDS_PER_ADDRESS = 10;
const DIFFERENCE_MAX_PERCENT = 5;

const started = z.object({ url: z.string() });

/** Adds accounts with the verified addresses known1@example.com and so on. */
const addAccounts = (client: pg.Client) =>
  client.query(
    `insert into users ("User_Name", "User_Surname", "User_Email", "User_Pass_Bkp", email_verified_at)
     select 'Thandi', 'Nkosi', 'known' || number || '@example.com', 'none', now()
     from generate_series(1, $1::int) as number`,
    [ROUNDS],
  );

const measureOn = async (url: string): Promise<Bound[]> => {
  const asked = { known: 0, missing: 0 };
  const ask = (kind: keyof typeof asked) => {
    const round = asked[kind];
    asked[kind] += 1;
    const address = `127.20.${Math.floor(round / ROUNDS_PER_ADDRESS)}.1`;
    const body = { User_Email: `${kind}${round + 1}@example.com` };

    return timeMs(async () => {
      const { status } = await postFrom({ url }, address, '/api/password-reset', body);
      if (status !== 202) {
        throw new Error(`A request for a link answered ${status}`);
      }
    });
  };
  const [known = [], missing = []] = await alternate(
    ROUNDS,
    () => ask('known'),
    () => ask('missing'),
  );
  const [knownMs, missingMs] = [median(known), median(missing)];
  const differencePercent = (Math.abs(knownMs - missingMs) / Math.min(knownMs, missingMs)) * 100;

  printTable(`A request for a link for a new password, alternating (medians of ${ROUNDS})`, [
    { 'known address ms': knownMs, 'unknown address ms': missingMs, 'difference %': differencePercent },
  ]);

  return [
    {
      what: 'difference of a request for a link for a known and for an unknown address',
      measured: differencePercent,
      limit: DIFFERENCE_MAX_PERCENT,
      unit: '%',
    },
  ];
};

/**
 * Measures the request for a link for a new password: it takes as long for an address that has no account (D46). The
 * portal runs no tasks, as on AWS, where another process sends the mails.
 */
export const measureResetRequest = async (): Promise<Bound[]> => {
  const postgres = await startPostgres();
  const portal = await startServer('load-portal.ts', postgres.connectionString);
  const client = new pg.Client({ connectionString: postgres.connectionString });

  try {
    const { url } = started.parse(portal.message);
    await client.connect();
    await addAccounts(client);

    return await measureOn(url);
  } finally {
    await client.end();
    await portal.stop();
    await postgres.stop();
  }
};
