import pg from 'pg';
import { quantile } from './measure.ts';
import type { Report } from './report.ts';
import { openTimedDatabase, type TimedDatabase } from './timed-database.ts';

/** Maximum ratio by which the counts may slow a write of an account. */
const RATIO_MAX = 1.1;

const ROUNDS = 300;
const SESSION_MS = 60 * 60_000;

const COUNTING_TRIGGERS = [
  'users_count_added',
  'users_count_removed',
  'users_count_changed',
  'users_count_fold',
  'users_count_fold_changed',
];

const withClient = async (connectionString: string, run: (client: pg.Client) => Promise<void>) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await run(client);
  } finally {
    await client.end();
  }
};

/** Opens a copy of the database, to which nothing may be connected; `name` is the copy's. */
const openCopy = async (connectionString: string, name: string, droppedTriggers: readonly string[]) => {
  const nameDatabase = (database: string) => connectionString.replace(/postgres$/, database);

  await withClient(nameDatabase('template1'), async (client) => {
    await client.query(`create database ${name} template postgres`);
  });
  await withClient(nameDatabase(name), async (client) => {
    for (const trigger of droppedTriggers) {
      await client.query(`drop trigger ${trigger} on users`);
    }
  });

  return openTimedDatabase(nameDatabase(name));
};

/** Writes one new account in each way; returns the time of each statement. */
const timeWrites = async (database: TimedDatabase) => {
  const now = new Date();
  const account = {
    User_Name: 'Thandi',
    User_Surname: 'Nkosi',
    User_Email: `${crypto.randomUUID()}@webmail.example`,
    User_Mobile: '+27821234567',
    User_RegNo: '',
    User_Org: null,
    passwordHash: 'x'.repeat(97),
  };
  const expiresAt = new Date(now.getTime() + SESSION_MS);
  const session = {
    id: crypto.randomUUID(),
    expiresAt,
    replacedId: undefined,
    browser: 'Chrome',
    system: 'Windows',
  };
  const write = { version: undefined, queuesContact: false, now };

  const { result: user, statement: registration } = await database.time(({ registrations }) =>
    registrations.register(account, session, '127.0.0.1'),
  );
  if (!user) {
    throw new Error('The account was not written');
  }
  const edit = (change: { User_Town: string } | { User_Status: number }) =>
    database.time(({ users }) => users.edit(user.User_Id, change, write));
  const { statement: town } = await edit({ User_Town: 'Durban' });
  const { statement: status } = await edit({ User_Status: 0 });
  const { statement: deletion } = await database.time(({ users }) => users.delete(user.User_Id, write));

  return {
    registration: registration.ms,
    'edit of the town': town.ms,
    'edit of the status': status.ms,
    deletion: deletion.ms,
  };
};

type Times = Awaited<ReturnType<typeof timeWrites>>;
const WRITES: readonly (keyof Times)[] = [
  'registration',
  'edit of the town',
  'edit of the status',
  'deletion',
];

/** Measures how much the counting of accounts adds to each write, compared with the same writes without it. */
export const measureUserWrites = async (connectionString: string, accounts: number): Promise<Report> => {
  const bare = await openCopy(connectionString, 'bare', COUNTING_TRIGGERS);
  const counting = await openCopy(connectionString, 'counting', []);
  const times: { counting: Times; bare: Times }[] = [];

  for (let round = 0; round < ROUNDS; round += 1) {
    // In turn, so that other work of the machine affects both alike.
    times.push({ bare: await timeWrites(bare), counting: await timeWrites(counting) });
  }
  await bare.close();
  await counting.close();

  const compared = WRITES.map((write) => {
    // The fastest quarter: other work of the machine only adds time.
    const bareMs = quantile(
      times.map((round) => round.bare[write]),
      0.25,
    );
    const countingMs = quantile(
      times.map((round) => round.counting[write]),
      0.25,
    );

    return { write, bareMs, countingMs, ratio: countingMs / bareMs };
  });

  return {
    tables: [
      {
        title: `Writes of an account among ${accounts}, with and without the counting triggers (${ROUNDS} each, alternating)`,
        columns: ['', 'without ms', 'with ms', 'ratio'],
        rows: compared.map(({ write, bareMs, countingMs, ratio }) => [write, bareMs, countingMs, ratio]),
      },
    ],
    bounds: compared.map(({ write, ratio }) => ({
      what: `with the counts, the ${write} among ${accounts} accounts takes`,
      measured: ratio,
      limit: RATIO_MAX,
      unit: '× the time without',
    })),
  };
};
