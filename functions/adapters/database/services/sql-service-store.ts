import { desc, eq, sql } from 'drizzle-orm';
import * as z from 'zod';
import { unbilledParts } from '#functions/adapters/database/billing-runs/unbilled-parts.ts';
import type { Connection } from '#functions/adapters/database/connection.ts';
import {
  FOREIGN_KEY_VIOLATION,
  findDatabaseFault,
  NUMERIC_VALUE_OUT_OF_RANGE,
} from '#functions/adapters/database/database-fault.ts';
import { readJoined } from '#functions/adapters/database/sql/joined-rows.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { auditingReadOf, auditRow } from '#functions/adapters/database/system/audited-reads.ts';
import {
  answeredTicketsOfUser,
  readAnsweredTickets,
} from '#functions/adapters/database/tickets/answered-tickets.ts';
import {
  openTicketsOfUser,
  waitingTicketsOfUser,
} from '#functions/adapters/database/tickets/ticket-counts.ts';
import { instantOf } from '#functions/database/instant.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { billedServices } from '#functions/database/schema/invoices-tables.ts';
import { ledgerEntries } from '#functions/database/schema/ledger-tables.ts';
import { servicePrices, services } from '#functions/database/schema/services-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import {
  SERVICE_ENDED,
  type ServiceStore,
  type StoredPrices,
} from '#functions/ports/database/services/service-store.ts';
import { countDaysOfMonth } from '#shared/billing/part-of-month.ts';
import type { ServiceEdit } from '#shared/contract/services.ts';
import { dayAfter } from '#shared/dates.ts';
import { centsFromAmount, decimalFromCents } from '#shared/money.ts';
import { isDayBilled, readPrices, readService, serviceColumns } from './service-columns.ts';

const toDecimal = (amount: number) => decimalFromCents(centsFromAmount(amount));

/** Returns the columns of the given fields; the others stay as they are. */
const toRow = (fields: Omit<ServiceEdit, 'pricePerMonth' | 'priceFrom'>) => ({
  service_category: fields.serviceCategory,
  account_type: fields.accountType,
  account_username: fields.accountUsername,
  msisdn: fields.msisdn,
  sim_serial_number: fields.simSerialNumber,
  status: fields.status,
  bill_from: fields.billFrom,
  bill_until: fields.billUntil,
});

/** An id beyond PostgreSQL's integers is missing like any other. */
const NO_SUCH_USER = new Set<string | undefined>([FOREIGN_KEY_VIOLATION, NUMERIC_VALUE_OUT_OF_RANGE]);

/** More than eighty years; the Data API ends at 1 MiB a result. */
const UNBILLED_ROWS_MAX = 1000;

const unbilledRow = z.object({
  from_day: z.string().nullable(),
  to_day: z.string().nullable(),
  price_per_month: z.coerce.number(),
  amount: z.coerce.number(),
});

export const makeServiceStore = (db: Connection): ServiceStore => {
  /** The parts of a statement that make these the earlier prices of a service: at most one is new. */
  const writingPrices = (id: number, { earlier }: StoredPrices) => {
    const rows = sql`jsonb_to_recordset(${JSON.stringify(earlier)}::jsonb) as price (until date, amount numeric)`;

    return [
      db.$with('ended', {}).as(sql`
        delete from ${servicePrices} where service_id = ${id} and until_day not in (select until from ${rows})`),
      db.$with('written', {}).as(sql`
        insert into ${servicePrices} (service_id, until_day, price_per_month)
        select ${id}::int, until, amount from ${rows} on conflict do nothing`),
    ];
  };

  return {
    listOf: async (userId, now, audit) => {
      const rows = await db
        .with(auditingReadOf(db, userId, audit))
        .select({ joined: serviceColumns })
        .from(users)
        .leftJoin(services, eq(services.user_id, users.User_Id))
        .where(eq(users.User_Id, userId))
        .orderBy(desc(services.created_at), desc(services.id));

      return readJoined(rows, (row) => readService(row, now));
    },

    insert: async (userId, service, now) => {
      try {
        const [row] = await db
          .insert(services)
          .values({
            ...toRow(service),
            service_category: service.serviceCategory,
            price_per_month: toDecimal(service.pricePerMonth),
            user_id: userId,
          })
          .returning(serviceColumns);

        return row && readService(row, now);
      } catch (error) {
        if (NO_SUCH_USER.has(findDatabaseFault(error)?.sqlState)) {
          return undefined;
        }
        throw error;
      }
    },

    lockAccount: async (id) => {
      const [row] = await db
        .select({ userId: users.User_Id })
        .from(users)
        .where(
          eq(
            users.User_Id,
            db.select({ userId: services.user_id }).from(services).where(eq(services.id, id)),
          ),
        )
        .for('no key update');

      return row?.userId;
    },

    lock: async (id, day, now) => {
      const [row] = await db
        .select({ ...serviceColumns, userId: services.user_id, isDayBilled: isDayBilled(day) })
        .from(services)
        .where(eq(services.id, id))
        .for('no key update');
      if (!row) {
        return undefined;
      }
      const { userId, isDayBilled: isBilled, ...service } = row;

      return { userId, service: readService(service, now), prices: readPrices(row), isDayBilled: isBilled };
    },

    update: async (id, { prices, suspendedFor, ...fields }, now) => {
      const [row] = await db
        .with(...writingPrices(id, prices))
        .update(services)
        .set({
          ...toRow(fields),
          price_per_month: toDecimal(prices.last),
          suspended_for: suspendedFor,
          updated_at: now.toISOString(),
        })
        .where(eq(services.id, id))
        .returning(serviceColumns);

      // The statement reads the earlier prices as they were before it.
      return row && readService({ ...row, earlierPrices: prices.earlier }, now);
    },

    delete: async (id, now) => {
      const ended = db.$with('ended', {}).as(sql`
      update ${billedServices} as billed
      set service_until = least(${services.bill_until}, ${dayAfter(now, 0)}::date)
      from ${services} where ${services.id} = ${id} and billed.service_id = ${services.id}`);
      const [row] = await db
        .with(ended)
        .delete(services)
        .where(eq(services.id, id))
        .returning({ ...serviceColumns, userId: services.user_id });
      if (!row) {
        return undefined;
      }

      const { userId, ...service } = row;

      return { userId, service: readService(service, now) };
    },

    endPassed: async (limit, now) => {
      const audit = { actorId: null, action: SERVICE_ENDED, address: 'task' };
      const { rows } = await db.execute(sql`
        with passed as (
          -- The account first, as everybody who deletes it: what is locked waits for the next run.
          select service.id
          from ${services} as service join ${users} as account on account."User_Id" = service.user_id
          where service.status = 'active' and service.bill_until < ${dayAfter(now, 0)}::date
          order by service.bill_until, service.id limit ${limit}
          for key share of account skip locked for no key update of service skip locked
        ), ended as (
          update ${services} as service set status = 'inactive', updated_at = ${instantOf(now)}
          from passed where service.id = passed.id
          returning service.id, service.user_id, coalesce(service.account_type, service.service_category) as name
        ), told as (
          insert into ${activities} (user_id, activity_type, description)
          select user_id, 'service_change', 'Service ended: ' || name from ended
        ), audited as (${insertAuditRows(audit, {
          record: sql`'service ' || id || ' of user ' || user_id`,
          from: sql`ended`,
          changes: sql`'{"status": "inactive"}'::jsonb`,
        })})
        select id from ended`);

      return rows.length;
    },

    listUnbilled: async (id, until, audit) => {
      const ofService = sql`${services} where ${services.id} = ${id}`;
      const { rows } = await db.execute(sql`
      with audited as (${auditRow(audit, {
        record: sql`'user ' || ${services.user_id}`,
        from: sql`${services}`,
        condition: sql`${services.id} = ${id}`,
      })})
      select part.from_day::text, part.to_day::text, part.price_per_month::text, part.amount::text
      from (select id from ${ofService}) as service
      left join (${unbilledParts(sql`
        select id, price_per_month, bill_from as first_day, least(bill_until, ${until}::date) as last_day from ${ofService}`)}
      ) as part on true
      order by part.from_day limit ${UNBILLED_ROWS_MAX}`);

      return rows.length === 0
        ? undefined
        : rows.flatMap((row) => {
            const { from_day: from, to_day: to, price_per_month, amount } = unbilledRow.parse(row);

            return from === null || to === null
              ? []
              : [{ from, to, ...countDaysOfMonth({ from, to }), pricePerMonth: price_per_month, amount }];
          });
    },

    readClientStats: async (userId, answeredMax) => {
      const [row] = await db
        .select({
          activeServices: sql<number>`(select count(*) from ${services} where ${services.user_id} = ${users.User_Id} and ${services.status} = 'active')`,
          openTickets: sql<number>`${openTicketsOfUser}`,
          waitingTickets: waitingTicketsOfUser,
          isBilled: sql<boolean>`exists (select from ${ledgerEntries} where ${ledgerEntries.user_id} = ${users.User_Id})`,
          answeredTickets: answeredTicketsOfUser(answeredMax),
        })
        .from(users)
        .where(eq(users.User_Id, userId));

      return row
        ? { ...row, answeredTickets: readAnsweredTickets(row.answeredTickets) }
        : { activeServices: 0, openTickets: 0, waitingTickets: 0, isBilled: false, answeredTickets: null };
    },
  };
};
