import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { auditingReadOf } from '#functions/adapters/database/system/audited-reads.ts';
import { instantOf } from '#functions/database/instant.ts';
import { billedServices, invoiceItems, invoices } from '#functions/database/schema/invoices-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { BilledServiceStore } from '#functions/ports/database/services/billed-service-store.ts';

const shortenedRow = z.object({ service_id: z.number() });

/** The name under which a statement reads a row that is living: it keeps its days from every other. */
const isLiving = (row: SQL) => sql`not ${row}.is_repeat and ${row}.ended_at is null`;

const touches = (one: SQL, other: SQL) =>
  sql`${one}.service_id = ${other}.service_id and ${one}.from_day <= ${other}.to_day and ${other}.from_day <= ${one}.to_day`;

/**
 * Writes what the lines bill that the statement has just written as `items`, in the order of `lines`, which name a
 * service, days, `is_repeat` and the price of a run's line.
 */
export const billServicesOfItems = sql`
  insert into ${billedServices} (service_id, item_id, from_day, to_day, is_repeat, price_per_month)
  select (lines.value ->> 'service_id')::int, item.id, (lines.value ->> 'from_day')::date,
    (lines.value ->> 'to_day')::date, (lines.value ->> 'is_repeat')::boolean, (lines.value ->> 'price_per_month')::numeric
  from (select id, row_number() over (order by id) as position from items) as item join lines using (position)
  where lines.value ->> 'service_id' is not null`;

export const makeBilledServiceStore = (db: Connection): BilledServiceStore => ({
  listOf: async (userId, { from, to }, audit) => {
    const billed = db
      .select({
        userId: invoices.user_id,
        id: billedServices.id,
        serviceId: billedServices.service_id,
        from: billedServices.from_day,
        to: billedServices.to_day,
        invoiceId: sql<number>`${invoices.id}`.as('invoice_id'),
        invoiceNumber: invoices.invoice_number,
      })
      .from(billedServices)
      .innerJoin(invoiceItems, eq(invoiceItems.id, billedServices.item_id))
      .innerJoin(invoices, eq(invoices.id, invoiceItems.invoice_id))
      .where(
        and(
          isNull(billedServices.ended_at),
          sql`${billedServices.to_day} >= ${from}::date`,
          to === null ? undefined : sql`${billedServices.from_day} <= ${to}::date`,
        ),
      )
      .as('billed');
    const rows = await db
      .with(auditingReadOf(db, userId, audit))
      .select({
        serviceId: billed.serviceId,
        from: billed.from,
        to: billed.to,
        invoiceId: billed.invoiceId,
        invoiceNumber: billed.invoiceNumber,
      })
      .from(users)
      .leftJoin(billed, eq(billed.userId, users.User_Id))
      .where(eq(users.User_Id, userId))
      .orderBy(asc(billed.from), asc(billed.id));

    return rows.length === 0
      ? undefined
      : rows.flatMap(({ serviceId, from, to, invoiceId, invoiceNumber }) =>
          serviceId === null || from === null || to === null || invoiceId === null || invoiceNumber === null
            ? []
            : [{ serviceId, from, to, invoiceId, invoiceNumber }],
        );
  },

  check: async (userId, days) => {
    const asked = sql`(
      select line.position, (line.value ->> 'serviceId')::bigint as service_id, (line.value ->> 'from')::date as from_day,
        (line.value ->> 'to')::date as to_day
      from jsonb_array_elements(${JSON.stringify(days)}::jsonb) with ordinality as line (value, position)
    ) as asked`;
    const living = sql`(
      select ${invoices.id}, ${invoices.invoice_number}
      from ${billedServices} as living
      join ${invoiceItems} on ${invoiceItems.id} = living.item_id
      join ${invoices} on ${invoices.id} = ${invoiceItems.invoice_id}
      where ${isLiving(sql`living`)} and ${touches(sql`living`, sql`asked`)}
      order by living.from_day limit 1
    ) as living`;
    const rows = await db
      .select({
        isOwn: sql<boolean>`${services.id} is not null`,
        invoiceId: sql<number | null>`living.id`,
        invoiceNumber: sql<string | null>`living.invoice_number`,
      })
      .from(asked)
      .leftJoin(services, and(eq(services.id, sql`asked.service_id`), eq(services.user_id, userId)))
      .leftJoinLateral(living, sql`true`)
      .orderBy(sql`asked.position`);

    return rows.map(({ isOwn, invoiceId, invoiceNumber }) => ({
      isOwn,
      billedOn: invoiceId === null || invoiceNumber === null ? undefined : { invoiceId, invoiceNumber },
    }));
  },

  end: async (invoiceId, now) => {
    const itemIds = db
      .select({ id: invoiceItems.id })
      .from(invoiceItems)
      .where(eq(invoiceItems.invoice_id, invoiceId));
    const rows = await db
      .update(billedServices)
      .set({ ended_at: now.toISOString() })
      .where(and(inArray(billedServices.item_id, itemIds), isNull(billedServices.ended_at)))
      .returning({ serviceId: billedServices.service_id });

    return [...new Set(rows.map(({ serviceId }) => serviceId))];
  },

  shorten: async (days, now) => {
    const off = sql`jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as off ("rowId" bigint, "from" date, "to" date)`;
    const { rows } = await db.execute(sql`
      update ${billedServices} as row
      set from_day = case when off."from" = row.from_day and off."to" < row.to_day then off."to" + 1
          else row.from_day end,
        to_day = case when off."from" > row.from_day then off."from" - 1 else row.to_day end,
        ended_at = case when off."from" = row.from_day and off."to" = row.to_day then ${instantOf(now)} end
      from ${off} where row.id = off."rowId"
      returning row.service_id`);
    // A row of its own keeps what was freed, once the days are off the other: of an item, no two begin on one day.
    await db.execute(sql`
      insert into ${billedServices} (service_id, item_id, from_day, to_day, is_repeat, price_per_month, service_until, ended_at)
      select row.service_id, row.item_id, off."from", off."to", row.is_repeat, row.price_per_month, row.service_until,
        ${instantOf(now)}
      from ${billedServices} as row join ${off} on row.id = off."rowId"
      where row.ended_at is null`);

    return [
      ...new Set(
        z
          .array(shortenedRow)
          .parse(rows)
          .map(({ service_id }) => service_id),
      ),
    ];
  },

  placeRepeats: async (serviceIds) => {
    // A placed repeat may leave room for a younger one beside it, so this goes on until there is nothing left to place.
    for (;;) {
      const { rows } = await db.execute(sql`
        with free as (
          select * from ${billedServices} as waiting
          where service_id in (select value::int from jsonb_array_elements_text(${JSON.stringify(serviceIds)}::jsonb))
            and is_repeat and ended_at is null and not exists (
              select from ${billedServices} as living
              where ${isLiving(sql`living`)} and ${touches(sql`living`, sql`waiting`)})
        )
        update ${billedServices} set is_repeat = false
        where id in (
          select id from free where not exists (
            select from free as older where older.id < free.id and ${touches(sql`older`, sql`free`)}))
        returning id`);
      if (rows.length === 0) {
        return;
      }
    }
  },
});
