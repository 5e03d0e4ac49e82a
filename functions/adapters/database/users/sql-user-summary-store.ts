import { and, desc, eq, or, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { invitationOf } from '#functions/adapters/database/mails/invitations.ts';
import { isDue, isOverdueOn, isStillPayable } from '#functions/adapters/database/payments/due-items.ts';
import { priceOfDay } from '#functions/adapters/database/services/price-of-day.ts';
import { auditingReadOf } from '#functions/adapters/database/system/audited-reads.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import { ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { UserSummaryStore } from '#functions/ports/database/users/user-summary-store.ts';
import { dayAfter } from '#shared/dates.ts';

const isActive = sql`${services.status} = 'active'`;

const debtFigures = (db: Connection, userId: number, now: Date) =>
  db
    .select({
      owed: sql`coalesce(sum(${ledgerItems.due}), 0)`.mapWith(Number).as('owed'),
      overdue: sql`coalesce(sum(${ledgerItems.due}) filter (where ${isOverdueOn(now)}), 0)`
        .mapWith(Number)
        .as('overdue'),
      writtenOff: sql`coalesce(sum(${ledgerItems.written_off}), 0)`.mapWith(Number).as('written_off'),
      overdueSince: sql<
        string | null
      >`(min(${ledgerItems.age_date}) filter (where ${isOverdueOn(now)}))::text`.as('overdue_since'),
    })
    .from(ledgerItems)
    .where(and(eq(ledgerItems.user_id, userId), or(isDue, isStillPayable)))
    .as('debt_figures');

const invoiceFigures = (db: Connection, userId: number) =>
  db
    .select({ invoices: sql<number>`count(*)`.as('invoices') })
    .from(invoices)
    .where(eq(invoices.user_id, userId))
    .as('invoice_figures');

/** A subquery of one table names its columns without it. */
const priceOn = (day: string) =>
  priceOfDay(sql`${services}.id`, sql`${services}.price_per_month`, sql`${day}::date`);

const serviceFigures = (db: Connection, userId: number, now: Date) =>
  db
    .select({
      monthlyTotal: sql`coalesce(sum(${priceOn(dayAfter(now, 0))}) filter (where ${isActive}), 0)`
        .mapWith(Number)
        .as('monthly_total'),
      activeServices: sql<number>`count(*) filter (where ${isActive})`.as('active_services'),
      services: sql<number>`count(*)`.as('services'),
    })
    .from(services)
    .where(eq(services.user_id, userId))
    .as('service_figures');

/** Activities outlast sessions, which end and are purged; each sign-in writes one, and so does a registration. */
const lastSignIn = (db: Connection, userId: number) =>
  db
    .select({ at: activities.created_at })
    .from(activities)
    .where(and(eq(activities.user_id, userId), eq(activities.activity_type, 'login')))
    .orderBy(desc(activities.created_at))
    .limit(1)
    .as('last_sign_in');

export const makeUserSummaryStore = (db: Connection): UserSummaryStore => ({
  read: async (userId, audit, now) => {
    const ofDebt = debtFigures(db, userId, now);
    const ofInvoices = invoiceFigures(db, userId);
    const ofServices = serviceFigures(db, userId, now);
    const signIn = lastSignIn(db, userId);
    const [summary] = await db
      .with(auditingReadOf(db, userId, audit))
      .select({
        owed: ofDebt.owed,
        overdue: ofDebt.overdue,
        overdueSince: ofDebt.overdueSince,
        writtenOff: ofDebt.writtenOff,
        monthlyTotal: ofServices.monthlyTotal,
        activeServices: ofServices.activeServices,
        services: ofServices.services,
        invoices: ofInvoices.invoices,
        joinedAt: users.User_Date,
        lastSignInAt: signIn.at,
        invitation: invitationOf(now),
      })
      .from(users)
      .crossJoin(ofDebt)
      .crossJoin(ofInvoices)
      .crossJoin(ofServices)
      .leftJoin(signIn, sql`true`)
      .where(eq(users.User_Id, userId));

    return summary;
  },
});
