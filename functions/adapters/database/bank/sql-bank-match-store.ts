import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { isDue } from '#functions/adapters/database/payments/due-items.ts';
import { priceOfDay } from '#functions/adapters/database/services/price-of-day.ts';
import { bankBookings, bankLines } from '#functions/database/schema/bank-tables.ts';
import { ledgerEntries, ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { type BankMatchStore, FOUND_KINDS } from '#functions/ports/database/bank/bank-match-store.ts';
import { centsFromDecimal, decimalFromCents } from '#shared/money.ts';
import { lookUpAll } from './client-look-ups.ts';
import { listed, rowOf } from './json-rows.ts';
import { canName, countsInMatching, isClient } from './who-counts.ts';

/** A bank returns a payment within weeks. */
const RETURN_DAYS = 60;
const RETURNED_MAX = 3;

/** One is enough to be in doubt. */
const NEIGHBOURS_MAX = 2;

const foundClients = z
  .tuple([
    z.number(),
    z.enum(FOUND_KINDS),
    z.array(z.number()),
    z.string().nullable(),
    z.array(z.number()).nullable(),
  ])
  .transform(([place, kind, userIds, label, verifiedIds]) => ({
    place,
    kind,
    userIds,
    label,
    verifiedIds: verifiedIds ?? [],
  }));

const amountFit = z
  .tuple([
    z.number(),
    z.string().nullable(),
    z.boolean(),
    z.number(),
    z.string().transform(centsFromDecimal),
    z.boolean(),
    z.tuple([z.number(), z.string(), z.string().transform(centsFromDecimal)]).nullable(),
    z.tuple([z.number().nullable(), z.string().nullable(), z.string()]).nullable(),
  ])
  .transform(([place, invoiceNumber, isAllDue, equalDebts, dueCents, isMonthlyPrice, payment, moved]) => ({
    place,
    invoiceNumber,
    isAllDue,
    equalDebts,
    dueCents,
    isMonthlyPrice,
    payment: payment && { id: payment[0], bankDate: payment[1], amountCents: payment[2] },
    moved: moved && { id: moved[0], owNumber: moved[1], movedOn: moved[2] },
  }));

const neighbour = z
  .tuple([z.number(), z.number(), z.string(), z.string()])
  .transform(([place, userId, owNumber, name]) => ({ place, userId, owNumber, name }));

const returnedPayment = z
  .tuple([z.number(), z.number(), z.number(), z.string()])
  .transform(([place, id, userId, bankDate]) => ({ place, id, userId, bankDate }));

const bankDay = sql`coalesce(${ledgerEntries.bank_date}, ${ledgerEntries.date})`;
const equalsAsked = sql`${ledgerItems.kind} = 'invoice' and ${ledgerItems.due} = asked.amount`;
const TODAY = sql`(now() at time zone 'Africa/Johannesburg')::date`;
const isPayment = sql`${ledgerItems.kind} = 'payment'`;

const hasNoLine = (paymentId: SQL): SQL => sql`not exists (
  select from ${bankBookings} as booking where booking.entry_id = ${paymentId} and booking.ended_at is null)`;

/** Each number that differs from that of `asked` by one digit or by two that are swapped. */
const NEAR_NUMBERS = sql`
  select overlay(digits placing digit::text from spot for 1) as near
  from generate_series(1, length(digits)) as spot, generate_series(0, 9) as digit
  where substr(digits, spot, 1) <> digit::text
  union
  select overlay(digits placing reverse(substr(digits, spot, 2)) from spot for 2)
  from generate_series(1, length(digits) - 1) as spot
  where substr(digits, spot, 1) <> substr(digits, spot + 1, 1)`;

export const makeBankMatchStore = (db: Connection): BankMatchStore => {
  const read = async <Row extends z.ZodType>(statement: SQL, row: Row): Promise<z.output<Row>[]> => {
    const { rows } = await db.execute(statement);

    return rows.map(({ found }) => row.parse(JSON.parse(String(found))));
  };

  return {
    findClients: (keys) => read(lookUpAll(keys), foundClients),

    listFits: (amounts) => {
      const asked = amounts.map(({ userId, amountCents, date, from, until }) => [
        userId,
        decimalFromCents(amountCents),
        date,
        from,
        until,
      ]);

      return read(
        sql`
          with asked as materialized (
            select place, (value ->> 0)::int as user_id, (value ->> 1)::numeric as amount, (value ->> 2)::date as date,
              (value ->> 3)::date as first, (value ->> 4)::date as last
            from ${listed(asked)})
          select ${rowOf(
            sql`asked.place`,
            sql`debt.number`,
            sql`coalesce(debt.due = asked.amount, false)`,
            sql`debt.equals`,
            sql`coalesce(debt.due, 0)::text`,
            sql`price.fits`,
            sql`payment.found`,
            sql`moved.found`,
          )}
          from asked
          cross join lateral (
            select sum(${ledgerItems.due}) as due,
              min(${ledgerItems.number}) filter (where ${equalsAsked}) as number, count(*) filter (where ${equalsAsked}) as equals
            from ${ledgerItems} where ${ledgerItems.user_id} = asked.user_id and ${isDue}
          ) as debt
          cross join lateral (
            select coalesce(sum(price.today) = asked.amount or bool_or(price.today = asked.amount), false) as fits
            from (
              select ${priceOfDay(sql`${services.id}`, sql`${services.price_per_month}`, TODAY)} as today
              from ${services} where ${services.user_id} = asked.user_id and ${services.status} = 'active'
            ) as price
          ) as price
          left join lateral (
            select jsonb_build_array(${ledgerItems.id}, ${bankDay}::text, ${ledgerItems.amount}::text) as found
            from ${ledgerItems} join ${ledgerEntries} on ${ledgerEntries.id} = ${ledgerItems.id}
            where ${ledgerItems.user_id} = asked.user_id and ${isPayment} and ${ledgerItems.amount} > 0
              and ${ledgerItems.date} >= asked.first and ${bankDay} between asked.first and asked.last
              and ${hasNoLine(sql`${ledgerItems.id}`)}
            order by ${ledgerItems.amount} <> asked.amount, abs(${bankDay} - asked.date), ${ledgerItems.id} limit 1
          ) as payment on true
          left join lateral (
            select jsonb_build_array(
                case when item.amount > 0 and ${hasNoLine(sql`item.id`)}
                  and coalesce(again.bank_date, again.date) between asked.first and asked.last then item.id end,
                (select ${users.OWNumber} from ${users} where ${users.User_Id} = item.user_id),
                act.day::text) as found
            from ${ledgerEntries} as reversal
            join ${ledgerEntries} as payment on payment.id = reversal.item_id and payment.kind = 'payment'
            join ${ledgerEntries} as again on again.replaces = payment.id and again.user_id <> payment.user_id
            join ${ledgerItems} as item on item.id = again.id
            cross join lateral (select (again.created_at at time zone 'Africa/Johannesburg')::date as day) as act
            where reversal.user_id = asked.user_id and reversal.kind = 'reversal' and reversal.date >= asked.first
              and payment.amount = asked.amount
              and (coalesce(payment.bank_date, payment.date) between asked.first and asked.last
                or act.day between asked.first and asked.last)
            order by again.id desc limit 1
          ) as moved on true
          where debt.number is not null or debt.due = asked.amount or price.fits
            or payment.found is not null or moved.found is not null`,
        amountFit,
      );
    },

    findNeighbours: (numbers) => {
      const asked = numbers.map(({ owNumber, text }) => [owNumber.slice('OW'.length), text]);

      return read(
        sql`
          with asked as materialized (
            select place, value ->> 0 as digits, value ->> 1 as text from ${listed(asked)}),
          number as materialized (
            select asked.digits, 'OW' || near.near as near
            from (select distinct digits from asked) as asked cross join lateral (${NEAR_NUMBERS}) as near),
          client as materialized (
            select client.*
            from (select distinct near from number) as number cross join lateral (
              select ${users.User_Id} as id, ${users.OWNumber}, number.near, ${users.User_Surname}, ${users.User_Org},
                case when ${canName(users.search_surname)} then ' ' || ${users.search_surname} || ' ' end as surname,
                case when ${canName(users.search_org)} then ' ' || ${users.search_org} || ' ' end as org
              from ${users} where upper(${users.OWNumber}) = number.near and ${countsInMatching} limit 1
            ) as client),
          named as (
            select asked.place, client.id, client."OWNumber",
              case when position(surname in asked.text) > 0 then "User_Surname" else "User_Org" end as name,
              row_number() over (partition by asked.place order by client.id) as nth
            from asked
            join number on number.digits = asked.digits
            join client on client.near = number.near
            where position(surname in asked.text) > 0 or position(org in asked.text) > 0)
          select ${rowOf(sql`place`, sql`id`, sql`"OWNumber"`, sql`name`)}
          from named where nth <= ${NEIGHBOURS_MAX}`,
        neighbour,
      );
    },

    findReturned: (returned) => {
      const asked = returned.map(({ amountCents, date, userIds }) => [
        decimalFromCents(amountCents),
        date,
        userIds,
      ]);

      return read(
        sql`
          with asked as materialized (
            select place, (value ->> 0)::numeric as amount, (value ->> 1)::date as date, value -> 2 as clients
            from ${listed(asked)}),
          paid as materialized (
            select ${ledgerItems.id} as id, ${ledgerItems.amount} as amount, ${bankDay} as day
            from ${ledgerEntries} join ${ledgerItems} on ${ledgerItems.id} = ${ledgerEntries.id}
            left join ${users} on ${users.User_Id} = ${ledgerItems.user_id}
            where ${ledgerEntries.kind} = 'payment' and (${ledgerItems.is_retained} or ${isClient})
              and ${ledgerEntries.date} >= (select min(date) from asked) - ${RETURN_DAYS}::int),
          recent as (
            select paid.id, asked.amount, asked.date,
              row_number() over (partition by asked.amount, asked.date order by paid.day desc, paid.id desc) as newest
            from (select distinct amount, date from asked) as asked
            join paid on paid.amount = asked.amount
              and paid.day between asked.date - ${RETURN_DAYS}::int and asked.date),
          divided as materialized (
            select line.amount, line.date, min(booking.entry_id) as id
            from ${bankLines} as line
            join ${bankBookings} as booking on booking.line_id = line.id and booking.ended_at is null
            join ${ledgerItems} as item on item.id = booking.entry_id
            left join ${users} on ${users.User_Id} = item.user_id
            where line.state = 'booked' and line.amount > 0 and (item.is_retained or ${isClient})
              and line.date >= (select min(date) from asked) - ${RETURN_DAYS}::int
            group by line.id having count(*) > 1 and bool_and(item.amount > 0)),
          payment as (
            select asked.place, divided.id
            from asked join divided on divided.amount = asked.amount
              and divided.date between asked.date - ${RETURN_DAYS}::int and asked.date
            union
            select asked.place, recent.id
            from asked join recent using (amount, date) where recent.newest <= ${RETURNED_MAX}
            union
            select asked.place, own.id
            from asked cross join lateral jsonb_array_elements_text(asked.clients) as client
            cross join lateral (
              select ${ledgerItems.id} as id
              from ${ledgerItems} join ${ledgerEntries} on ${ledgerEntries.id} = ${ledgerItems.id}
              where ${ledgerItems.user_id} = client::int and ${isPayment} and ${ledgerItems.amount} = asked.amount
                and ${bankDay} <= asked.date
              order by ${bankDay} desc, ${ledgerItems.id} desc limit ${RETURNED_MAX}
            ) as own)
          select ${rowOf(
            sql`payment.place`,
            sql`payment.id`,
            sql`${ledgerEntries.user_id}`,
            sql`${bankDay}::text`,
          )}
          from payment join ${ledgerEntries} on ${ledgerEntries.id} = payment.id
          order by payment.place, ${bankDay} desc, payment.id desc`,
        returnedPayment,
      );
    },
  };
};
