import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { count, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import { migrate } from 'drizzle-orm/aws-data-api/pg/migrator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activities } from '#functions/database/schema/client-tables.ts';
import { servicePrices, services } from '#functions/database/schema/services-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { startDataApi } from '#local/data-api/data-api.ts';
import { CLIENT_EMAIL } from '#local/seed/demo-accounts.ts';
import { makeSeed } from '#local/seed/seed.ts';
import { seedDatabase } from '#local/seed/seed-database.ts';
import { moveDay } from '#shared/billing/priced-days.ts';
import { openEmbeddedDatabase } from '#test/support/database/embedded-database.ts';

const seed = makeSeed({ clients: 250, now: new Date('2026-11-20T10:00:00Z') });
const PASSWORD_HASH = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNo';

const start = async () => {
  const server = await openEmbeddedDatabase();
  const api = await startDataApi({ server, resolveRole: (secretArn) => secretArn.split(':').at(-1) });
  const client = new RDSDataClient({
    endpoint: api.url,
    region: 'af-south-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const connectAs = (role: 'portal_owner' | 'portal_app') =>
    drizzle(client, {
      database: 'portal',
      resourceArn: 'arn:aws:rds:af-south-1:000000000000:cluster:portal',
      secretArn: `arn:aws:secretsmanager:af-south-1:000000000000:secret:${role}`,
    });
  await migrate(connectAs('portal_owner'), { migrationsFolder: 'functions/database/migrations' });

  return {
    api,
    database: connectAs('portal_app'),
    close: async () => {
      client.destroy();
      await api.close();
      await server.close();
    },
  };
};

let portal: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  portal = await start();
});
afterAll(() => portal.close());

const countRows = async (table: typeof users | typeof services | typeof activities) => {
  const [row] = await portal.database.select({ rows: count() }).from(table);

  return row?.rows;
};

describe('writing the demo data as the application role', () => {
  it('no demo data is left when its writing fails halfway', async () => {
    const broken = { ...seed, services: seed.services.map((service) => ({ ...service, owNumber: 'OW1' })) };

    await expect(seedDatabase(portal.database, broken, PASSWORD_HASH)).rejects.toThrow('no user OW1');
    expect(await countRows(users)).toBe(0);
  });

  it('every demo account, service and activity is written in few calls', async () => {
    portal.api.calls.reset();
    const { userIds, serviceIds } = await seedDatabase(portal.database, seed, PASSWORD_HASH);

    expect(userIds.size).toBe(seed.users.length);
    expect(serviceIds.size).toBe(seed.services.length);
    expect(await countRows(users)).toBe(seed.users.length);
    expect(await countRows(services)).toBe(seed.services.length);
    expect(await countRows(activities)).toBe(seed.activities.length);
    expect(portal.api.calls.total).toBeLessThan(25);
  });

  it('a demo client and its services are stored as the seed describes them', async () => {
    const described = seed.users.find(({ User_Email }) => User_Email === CLIENT_EMAIL);
    const [stored] = await portal.database.select().from(users).where(eq(users.User_Email, CLIENT_EMAIL));
    const storedServices = await portal.database
      .select()
      .from(services)
      .where(eq(services.user_id, Number(stored?.User_Id)))
      .orderBy(services.id);

    expect(stored).toMatchObject({ ...described, User_Pass_Bkp: PASSWORD_HASH, version: 1 });
    const ofClient = seed.services.filter(({ owNumber }) => owNumber === described?.OWNumber);
    expect(storedServices).toMatchObject(
      ofClient.map(({ owNumber: _, planned, ...service }) => ({
        ...service,
        price_per_month: planned?.price ?? service.price_per_month,
      })),
    );
    expect(await portal.database.select().from(servicePrices)).toEqual(
      ofClient.flatMap(({ planned, price_per_month }, index) =>
        planned
          ? [
              {
                service_id: storedServices[index]?.id,
                until_day: moveDay(planned.from, -1),
                price_per_month,
              },
            ]
          : [],
      ),
    );
  });

  it('each demo account that begins with a balance gets an opening entry, and no other', async () => {
    const { rows } = await portal.database.execute(sql`
      select "OWNumber" as number, amount from ledger_items join users on "User_Id" = user_id
      where kind = 'opening' order by "User_Id"`);
    const withBalance = seed.users.filter(({ User_Debit }) => Number(User_Debit ?? 0) !== 0);

    expect(withBalance.length).toBeGreaterThan(0);
    expect(rows).toEqual(
      withBalance.map(({ OWNumber, User_Debit }) => ({ number: OWNumber, amount: User_Debit })),
    );
  });

  it('the sequence of OW numbers stays above the demo accounts', async () => {
    const { rows } = await portal.database.execute(sql`select nextval('ow_number_seq') as next`);
    const last = Number(seed.users.at(-1)?.OWNumber.slice(2));

    expect(Number(rows[0]?.next)).toBeGreaterThan(last);
  });
});
