import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { writeFnbFile } from '#test/support/bank/fnb-file.ts';
import { makeMonthOfLines } from '#test/support/bank/lines-of-kinds.ts';
import { addManyClients, LINE_DAY, readManyClients } from '#test/support/bank/many-clients.ts';
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
    body: { fileName: 'november.csv', text, bookFrom: LINE_DAY },
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
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const rows = makeMonthOfLines(clients, LINES + round).map(({ line }) => ({
        ...line,
        reference: line.reference ?? '',
        cents: line.amountCents,
      }));
      const text = writeFnbFile(ACCOUNT, rows, round);
      times.push(await timeMs(() => uploadAndRead(portal, cookie, text)));
    }
    const ms = median(times);
    printTable(`A bank's file of ${LINES} lines over ${CLIENTS} clients, median of ${ROUNDS}`, [{ ms }]);

    return [
      { what: `bank file of ${LINES} lines, POST to first page`, measured: ms, limit: MS_MAX, unit: 'ms' },
    ];
  } finally {
    await portal.stop();
    await postgres.stop();
  }
};
