import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDatabaseOwner } from '#functions/adapters/database/migrate/sql-database-owner.ts';
import { startDataApi } from '#local/data-api/data-api.ts';
import { openPostgres, type SqlServer } from '#local/data-api/sql-server.ts';
import { makeRandom } from '#local/seed/random.ts';
import { connectToDataApi, madeUpLogins, roleInSecretArn } from '#test/support/database/data-api-client.ts';
import { startPostgres } from '#test/support/database/postgres.ts';
import { WRONG_COUNTS } from '#test/support/database/watch-user-counts.ts';

const PEOPLE = 16;
const ROUNDS = 20;
const REGISTERING = 20;
const CHANGES = 2_000;

/** The body of the trigger's function. */
const FOLD = `
  with folded as (
    delete from user_counts where id in (select id from user_counts for update skip locked)
    returning role, status, accounts
  )
  insert into user_counts (role, status, accounts)
  select role, status, sum(accounts) from folded group by role, status having sum(accounts) <> 0`;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let server: SqlServer;
const clients: pg.Client[] = [];

const migrate = async () => {
  const api = await startDataApi({ server, resolveRole: roleInSecretArn });
  const { client, target } = connectToDataApi(api.url, 'portal_owner');
  await makeDatabaseOwner(client, target, madeUpLogins, 'functions/database/migrations').migrate();
  await api.close();
};

/** Opens a session of the application's role, or of the superuser, which fails if it must wait for a row. */
const connect = async (role?: 'portal_app') => {
  const client = new pg.Client({ connectionString: postgres.connectionString });
  clients.push(client);
  await client.connect();
  if (role) {
    await client.query(`set session authorization ${role}`);
  }
  await client.query("set lock_timeout = '5s'");

  return client;
};

const add = (client: pg.Client, count: number, role = 'client', status = 1) =>
  client.query<{ id: number }>(
    `insert into users ("User_Name", "User_Surname", "User_Email", "User_Pass_Bkp", user_role, "User_Status")
    select 'Thandi', 'Nkosi', gen_random_uuid() || '@example.com', 'x', $2, $3 from generate_series(1, $1)
    returning "User_Id" as id`,
    [count, role, status],
  );

/** Folds the counts, as one change in a hundred does by chance. */
const fold = (client: pg.Client) => client.query(FOLD);

const findWrong = async (client: pg.Client): Promise<string | null> => {
  const { rows } = await client.query<{ wrong: string | null }>(WRONG_COUNTS);

  return rows[0]?.wrong ?? null;
};

const readCounts = async (client: pg.Client) => {
  const { rows } = await client.query(
    'select role, status, sum(accounts)::int as accounts from user_counts group by role, status order by role, status',
  );

  return rows;
};

beforeAll(async () => {
  postgres = await startPostgres();
  server = await openPostgres(postgres.connectionString);
  await migrate();
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await server.close();
  await postgres.stop();
});

/** Adds, changes and removes its own accounts in transactions. Some of these are undone, in whole or in part. */
const changeMany = async (seed: number): Promise<string[]> => {
  const random = makeRandom(seed);
  const client = await connect('portal_app');
  const wrong: string[] = [];
  let own: number[] = [];

  const changeOnce = async () => {
    const change = random.pick(['add', 'role', 'status', 'other', 'remove', 'fold'] as const);
    const some = own.filter(() => random.chance(0.5));
    if (change === 'add') {
      const { rows } = await add(client, random.integer(1, 3), random.pick(['admin', 'client']));
      own.push(...rows.map(({ id }) => id));
    } else if (change === 'fold') {
      await fold(client);
    } else if (change === 'remove') {
      await client.query('delete from users where "User_Id" = any($1)', [some]);
      own = own.filter((id) => !some.includes(id));
    } else {
      const value = {
        role: `user_role = '${random.pick(['admin', 'client'])}'`,
        status: '"User_Status" = 1 - "User_Status"',
        other: `"User_Town" = 'Durban'`,
      }[change];
      await client.query(`update users set ${value} where "User_Id" = any($1)`, [some]);
    }
  };

  for (let round = 0; round < ROUNDS; round += 1) {
    const before = [...own];
    await client.query('begin');
    await changeOnce();
    const beforePart = [...own];
    await client.query('savepoint part');
    await changeOnce();
    if (random.chance(0.3)) {
      await client.query('rollback to savepoint part');
      own = beforePart;
    }
    wrong.push((await findWrong(client)) ?? '');
    const isUndone = random.chance(0.3);
    await client.query(isUndone ? 'rollback' : 'commit');
    if (isUndone) {
      own = before;
    }
  }

  return wrong.filter(Boolean);
};

describe('the counts of users', () => {
  it('user counts make no transaction wait for one that stays open', async () => {
    const open = await connect('portal_app');
    const others = await Promise.all(Array.from({ length: REGISTERING }, () => connect('portal_app')));
    await open.query('begin');
    await add(open, 1);

    await Promise.all(others.map((client) => add(client, 1)));
    // All of these are open at once, and some of them fold the rows that the others wrote.
    await Promise.all(others.map((client) => client.query('begin')));
    await Promise.all(others.map((client) => add(client, 1)));
    await Promise.all(others.map(fold));
    await Promise.all(others.map((client) => add(client, 1)));
    await Promise.all(others.map((client) => client.query('commit')));

    expect(await findWrong(open)).toBeNull();
    await open.query('commit');
    expect(await findWrong(open)).toBeNull();
  });

  it('user counts are right in every transaction and for an onlooker', async () => {
    const onlooker = await connect('portal_app');
    const seen: (string | null)[] = [];
    let isOver = false;
    const lookOn = async () => {
      while (!isOver) {
        seen.push(await findWrong(onlooker));
      }
    };

    const watched = lookOn();
    const wrong = await Promise.all(Array.from({ length: PEOPLE }, (_, seed) => changeMany(seed + 1)));
    isOver = true;
    await watched;

    expect(wrong.flat()).toEqual([]);
    expect(seen.filter(Boolean)).toEqual([]);
    expect(seen.length).toBeGreaterThan(PEOPLE);
    expect(await findWrong(onlooker)).toBeNull();
  });

  it('user counts stay in few rows after many changes', async () => {
    const client = await connect('portal_app');
    await add(client, CHANGES);
    await client.query(`update users set "User_Status" = 1 - "User_Status"`);

    const { rows } = await client.query('select count(*)::int as rows from user_counts');

    // One change in a hundred folds by chance. The probability that 2,000 changes go without is below 1 : 10^8.
    expect(rows[0].rows).toBeLessThan(CHANGES);
    await fold(client);
    expect(await findWrong(client)).toBeNull();
    expect((await client.query('select from user_counts')).rowCount).toBeLessThanOrEqual(4);
  });

  it('user counts are empty after the table is truncated, and right again afterwards', async () => {
    const superuser = await connect();
    await superuser.query('truncate users cascade');

    expect(await readCounts(superuser)).toEqual([]);
    await add(superuser, 2);
    expect(await findWrong(superuser)).toBeNull();
  });
});
