import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type FnbRow, writeFnbFile } from '#test/support/bank/fnb-file.ts';
import { makeMonthOfLines } from '#test/support/bank/lines-of-kinds.ts';
import { addManyClients, LINE_DAY, readManyClients } from '#test/support/bank/many-clients.ts';
import { writeOfx } from '#test/support/bank/ofx-file.ts';
import { startPostgres } from '#test/support/database/postgres.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import { openPortal, type TestPortal } from '#test/support/portal/open-portal.ts';
import { type Bound, printTable } from './bounds.ts';
import { median, timeMs } from './measure.ts';

const CLIENTS = 100_000;
const LINES = 5_000;
const ROUNDS = 3;
const MS_MAX = 5_000;
/** The account that a portal without settings prints. */
const ACCOUNT = '012345678';

/** Writes the same rows in each format. */
const WRITERS = {
  'bank file': writeFnbFile.bind(undefined, ACCOUNT),
  'OFX file': (rows: readonly FnbRow[], seed: number) =>
    writeOfx(
      rows.map(({ date, description = '', reference = '', cents }, index) => ({
        date: date.replaceAll('-', ''),
        amount: (cents / 100).toFixed(2),
        memo: `${description} ${reference}`.replaceAll('&', '&amp;'),
        number: `${seed}-${index}`,
      })),
      { account: ACCOUNT },
    ),
};

/** Lets the sequences go on behind the rows that were added with their ids. */
const moveSequences = async (connectionString: string): Promise<void> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`
    select setval(pg_get_serial_sequence('users', 'User_Id'), max("User_Id")),
      setval('ow_number_seq', max(substr("OWNumber", 3)::int)) from users;
    select setval(pg_get_serial_sequence('bank_lines', 'id'), max(id)) from bank_lines`);
  await client.end();
};

const uploadAndRead = async (portal: TestPortal, cookie: string, text: string): Promise<void> => {
  const { status, body } = await portal.call('POST', '/api/admin/bank-files', {
    cookie,
    body: { fileName: 'november', text, bookFrom: LINE_DAY },
  });
  if (status !== 201) {
    throw new Error(`A bank's file answered ${status}`);
  }
  await portal.call('GET', `/api/admin/bank-files/${body.id}/lines`, { cookie });
};

/** Measures how long an administrator waits for the lines of a bank's file, over many clients on PostgreSQL. */
export const measureBankFile = async (): Promise<Bound[]> => {
  const postgres = await startPostgres();
  const portal = await openPortal(mkdtempSync(join(tmpdir(), 'ow-connect-bench-')), {
    databaseUrl: postgres.connectionString,
    fill: async () => {},
  });

  try {
    await addManyClients(postgres.connectionString, CLIENTS);
    await moveSequences(postgres.connectionString);
    const { cookie } = await addCaller(portal, 'admin');
    const clients = await readManyClients(postgres.connectionString);
    const bounds: Bound[] = [];
    for (const [kind, write] of Object.entries(WRITERS)) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const seed = bounds.length * ROUNDS + round;
        const rows = makeMonthOfLines(clients, LINES + seed).map(({ line }) => ({
          ...line,
          reference: line.reference ?? '',
          cents: line.amountCents,
        }));
        const text = write(rows, seed);
        times.push(await timeMs(() => uploadAndRead(portal, cookie, text)));
      }
      const ms = median(times);
      const what = `${kind} of ${LINES} lines, POST to first page`;
      printTable(`${what}, over ${CLIENTS} clients, median of ${ROUNDS}`, [{ ms }]);
      bounds.push({ what, measured: ms, limit: MS_MAX, unit: 'ms' });
    }

    return bounds;
  } finally {
    await portal.stop();
    await postgres.stop();
  }
};
