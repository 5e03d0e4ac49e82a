import { aliasedTable, desc, eq, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import {
  FOREIGN_KEY_VIOLATION,
  findDatabaseFault,
  NUMERIC_VALUE_OUT_OF_RANGE,
} from '#functions/adapters/database/database-fault.ts';
import { isFieldOf, listChanges } from '#functions/adapters/database/sql/changed-fields.ts';
import { readJoined } from '#functions/adapters/database/sql/joined-rows.ts';
import { auditingReadOf } from '#functions/adapters/database/system/audited-reads.ts';
import {
  answeredTicketsOfUser,
  readAnsweredTickets,
} from '#functions/adapters/database/tickets/answered-tickets.ts';
import {
  openTicketsOfUser,
  waitingTicketsOfUser,
} from '#functions/adapters/database/tickets/ticket-counts.ts';
import { ledgerEntries } from '#functions/database/schema/ledger-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { ServiceStore } from '#functions/ports/database/services/service-store.ts';
import { type Service, type ServiceEdit, serviceEdit } from '#shared/contract/services.ts';
import { centsFromAmount, decimalFromCents } from '#shared/money.ts';

const columnsOf = (table: typeof services) => ({
  id: table.id,
  serviceCategory: table.service_category,
  accountType: table.account_type,
  accountUsername: table.account_username,
  msisdn: table.msisdn,
  simSerialNumber: table.sim_serial_number,
  pricePerMonth: table.price_per_month,
  status: table.status,
  createdAt: table.created_at,
  updatedAt: table.updated_at,
});

const columns = columnsOf(services);

/** The row before an update, in its `returning`. */
const old = aliasedTable(services, 'old');

const readService = (row: Omit<Service, 'pricePerMonth'> & { pricePerMonth: string }): Service => ({
  ...row,
  pricePerMonth: Number(row.pricePerMonth),
});

/** Returns the columns of the given fields; the others stay as they are. */
const toRow = (fields: ServiceEdit) => ({
  service_category: fields.serviceCategory,
  account_type: fields.accountType,
  account_username: fields.accountUsername,
  msisdn: fields.msisdn,
  sim_serial_number: fields.simSerialNumber,
  price_per_month:
    fields.pricePerMonth === undefined ? undefined : decimalFromCents(centsFromAmount(fields.pricePerMonth)),
  status: fields.status,
});

const isEditedField = isFieldOf(serviceEdit);

/** An id beyond PostgreSQL's integers is missing like any other. */
const NO_SUCH_USER = new Set<string | undefined>([FOREIGN_KEY_VIOLATION, NUMERIC_VALUE_OUT_OF_RANGE]);

export const makeServiceStore = (db: Connection): ServiceStore => ({
  listOf: async (userId, audit) => {
    const rows = await db
      .with(auditingReadOf(db, userId, audit))
      .select({ joined: columns })
      .from(users)
      .leftJoin(services, eq(services.user_id, users.User_Id))
      .where(eq(users.User_Id, userId))
      .orderBy(desc(services.created_at), desc(services.id));

    return readJoined(rows, readService);
  },

  insert: async (userId, service) => {
    try {
      const [row] = await db
        .insert(services)
        .values({ ...toRow(service), service_category: service.serviceCategory, user_id: userId })
        .returning(columns);

      return row && readService(row);
    } catch (error) {
      if (NO_SUCH_USER.has(findDatabaseFault(error)?.sqlState)) {
        return undefined;
      }
      throw error;
    }
  },

  update: async (id, edit, now) => {
    const [row] = await db
      .update(services)
      .set({ ...toRow(edit), updated_at: now.toISOString() })
      .where(eq(services.id, id))
      // The old values come from the update itself: a lock before it can end in a deadlock with others that wait.
      .returning({
        ...columns,
        userId: services.user_id,
        changed: listChanges(Object.keys(edit).filter(isEditedField), columnsOf(old), columns),
      });
    if (!row) {
      return undefined;
    }

    const { userId, changed, ...service } = row;

    return { userId, service: readService(service), changed: changed.split(',').filter(isEditedField) };
  },

  delete: async (id) => {
    const [row] = await db
      .delete(services)
      .where(eq(services.id, id))
      .returning({ ...columns, userId: services.user_id });
    if (!row) {
      return undefined;
    }

    const { userId, ...service } = row;

    return { userId, service: readService(service) };
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
});
