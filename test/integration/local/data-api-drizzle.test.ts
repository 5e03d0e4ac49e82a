import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import {
  bigserial,
  boolean,
  date,
  jsonb,
  numeric,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PgliteDataApi, startPgliteDataApi } from '#test/support/database/data-api-client.ts';

const parcels = pgTable('parcels', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  label: text().notNull(),
  price: numeric({ precision: 12, scale: 2 }),
  code: uuid(),
  isPaid: boolean().notNull().default(false),
  details: jsonb().$type<{ size: string }>(),
  due: date(),
  sentAt: timestamp({ withTimezone: true, mode: 'string' }),
});

let dataApi: PgliteDataApi;
let database: ReturnType<typeof drizzle>;

beforeAll(async () => {
  dataApi = await startPgliteDataApi();
  database = drizzle(dataApi.owner.client, dataApi.owner.target);
  await database.execute(sql`
    CREATE TABLE parcels (
      id bigserial PRIMARY KEY, label text NOT NULL UNIQUE, price numeric(12,2), code uuid,
      "isPaid" boolean NOT NULL DEFAULT false, details jsonb, due date, "sentAt" timestamptz)`);
});

afterAll(() => dataApi.close());

const parcel = {
  label: 'a',
  price: '1234.50',
  code: '0b8f3c1e-7a53-4a0e-9d0c-2f6f6a1f3b11',
  details: { size: 'large' },
  due: '2026-11-30',
  sentAt: '2026-11-20T10:00:00.123Z',
};

describe("drizzle's Data API driver on the Data API stand-in", () => {
  it('drizzle writes and reads every kind of column on the Data API stand-in, timestamps in UTC without a zone', async () => {
    const [inserted] = await database.insert(parcels).values(parcel).returning();

    expect(inserted).toEqual({ ...parcel, id: 1, isPaid: false, sentAt: '2026-11-20 10:00:00.123' });
    const found = await database.select().from(parcels).where(eq(parcels.code, parcel.code));
    expect(found).toEqual([inserted]);
  });

  it('drizzle updates with null on the Data API stand-in, and gets the number of changed records', async () => {
    await database.insert(parcels).values({ label: 'b', price: '1' });
    const update = await database
      .update(parcels)
      .set({ price: null, isPaid: true })
      .where(eq(parcels.label, 'b'));

    expect(update.numberOfRecordsUpdated).toBe(1);
    const [row] = await database.select().from(parcels).where(eq(parcels.label, 'b'));
    expect(row).toMatchObject({ price: null, isPaid: true });
  });

  it('drizzle gets the column names of a raw statement from the Data API stand-in', async () => {
    const { rows } = await database.execute(
      sql`SELECT ${'x'} || 'y' AS joined, count(*) AS number FROM parcels LIMIT 1`,
    );

    expect(rows).toEqual([{ joined: 'xy', number: expect.any(Number) }]);
  });

  it('drizzle keeps a transaction on the Data API stand-in, and loses only the inner one that failed', async () => {
    await database.transaction(async (outer) => {
      await outer.insert(parcels).values({ label: 'outer' });
      await outer
        .transaction(async (inner) => {
          await inner.insert(parcels).values({ label: 'inner' });
          await inner.insert(parcels).values({ label: 'outer' });
        })
        .catch(() => {});
    });
    const failed = database.transaction(async (transaction) => {
      await transaction.insert(parcels).values({ label: 'lost' });
      throw new Error('changed my mind');
    });

    await expect(failed).rejects.toThrow('changed my mind');
    const labels = (await database.select({ label: parcels.label }).from(parcels)).map(({ label }) => label);
    expect(labels).toContain('outer');
    expect(labels).not.toContain('inner');
    expect(labels).not.toContain('lost');
  });

  it('the Data API stand-in refuses a number for a numeric column, as Aurora does', async () => {
    const priced = pgTable('parcels', { label: text(), price: numeric({ mode: 'number' }) });

    await expect(database.insert(priced).values({ label: 'c', price: 12.5 })).rejects.toMatchObject({
      cause: {
        message: expect.stringContaining('column "price" is of type numeric but expression is of type'),
      },
    });
  });
});
