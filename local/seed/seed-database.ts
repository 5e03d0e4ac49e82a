import { sql } from 'drizzle-orm';
import type { AwsDataApiPgDatabase } from 'drizzle-orm/aws-data-api/pg';
import { insertOpeningEntries } from '#functions/adapters/database/payments/opening-entry.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { servicePrices, services } from '#functions/database/schema/services-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { SeedService } from '#local/seed/demo-services.ts';
import type { SeedData } from '#local/seed/seed.ts';
import { moveDay } from '#shared/billing/priced-days.ts';
import { TIME_ZONE } from '#shared/dates.ts';

/** Keeps a statement's parameters in the low thousands and its request far below the Data API's 4 MiB. */
const ROWS_PER_STATEMENT = 150;

function* batchesOf<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    yield rows.slice(start, start + ROWS_PER_STATEMENT);
  }
}

/**
 * Writes everything except the invoices into an empty, migrated database, in one transaction: a killed seeding leaves
 * nothing behind. Every account gets the same password. Returns the User_Id of each OW number, and the id of each
 * service.
 */
export const seedDatabase = (
  database: AwsDataApiPgDatabase,
  seed: SeedData,
  passwordHash: string,
): Promise<{ userIds: Map<string, number>; serviceIds: Map<SeedService, number> }> =>
  database.transaction(async (transaction) => {
    const userIds = new Map<string, number>();
    const serviceIds = new Map<SeedService, number>();
    const withUserId = <Row extends { owNumber: string }>({ owNumber, ...row }: Row) => {
      const user_id = userIds.get(owNumber);
      if (user_id === undefined) {
        throw new Error(`The seed has no user ${owNumber}`);
      }

      return { ...row, user_id };
    };

    for (const batch of batchesOf(seed.users)) {
      const written = await transaction
        .insert(users)
        .values(batch.map((user) => ({ ...user, User_Pass_Bkp: passwordHash, origin: 'imported' })))
        .returning({ id: users.User_Id, owNumber: users.OWNumber });
      for (const { id, owNumber } of written) {
        userIds.set(owNumber, id);
      }
    }
    await transaction.execute(
      insertOpeningEntries(sql`
        select "User_Id" as user_id, ("User_Date" at time zone ${TIME_ZONE})::date as taken_on, "User_Debit" as balance,
          null::date as due_date
        from ${users}`),
    );
    for (const batch of batchesOf(seed.services)) {
      const written = await transaction
        .insert(services)
        .values(
          batch.map(({ planned, ...service }) =>
            withUserId({ ...service, price_per_month: planned?.price ?? service.price_per_month }),
          ),
        )
        .returning({ id: services.id });
      for (const [index, service] of batch.entries()) {
        serviceIds.set(service, written[index]?.id ?? 0);
      }
    }
    const planned = seed.services.flatMap((service) =>
      service.planned
        ? [
            {
              service_id: serviceIds.get(service) ?? 0,
              until_day: moveDay(service.planned.from, -1),
              price_per_month: service.price_per_month,
            },
          ]
        : [],
    );
    if (planned.length > 0) {
      await transaction.insert(servicePrices).values(planned);
    }
    for (const batch of batchesOf(seed.activities)) {
      await transaction.insert(activities).values(batch.map(withUserId));
    }

    // Moves the sequence past the seed's OW numbers, so that the next account gets the following one.
    await transaction.execute(
      sql`select count(nextval('ow_number_seq')) from generate_series(1, ${seed.users.length})`,
    );

    return { userIds, serviceIds };
  });
