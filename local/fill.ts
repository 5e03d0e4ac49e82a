import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { and, eq, gt } from 'drizzle-orm';
import { type AwsDataApiPgDatabase, drizzle } from 'drizzle-orm/aws-data-api/pg';
import { activities } from '#functions/database/schema/client-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { Database } from '#functions/ports/database/database.ts';
import { amountFromCents } from '#shared/money.ts';
import type { FreshdeskContext } from './freshdesk/context.ts';
import { ADMIN_EMAIL, DEMO_PASSWORD } from './seed/demo-accounts.ts';
import { seedDatabase } from './seed/seed-database.ts';
import { seedHelpdesk } from './seed/seed-helpdesk.ts';
import { makeSeed, type SeedData } from './seed.ts';
import { HELPDESK_ID_PREFIX } from './stand-ins.ts';

const CLIENTS = 250;

/**
 * Moves the payment that the portal has just recorded for a user to `at`: the portal records an activity with the
 * present time. The user has no other payment after `at`, because the seed issues and pays in order of time.
 */
const dateNewPayments = (connection: AwsDataApiPgDatabase, userId: number, at: Date) =>
  connection
    .update(activities)
    .set({ created_at: at.toISOString() })
    .where(
      and(
        eq(activities.user_id, userId),
        eq(activities.activity_type, 'payment'),
        gt(activities.created_at, at.toISOString()),
      ),
    );

const findAdmin = async (database: Pick<Database, 'users'>): Promise<SessionUser> => {
  const found = await database.users.findCredentials(ADMIN_EMAIL);
  if (!found) {
    throw new Error('The seed has no administrator');
  }

  return { userId: found.user.User_Id, role: 'admin', sessionId: '', address: '127.0.0.1' };
};

/** Creates the seed's tickets at the helpdesk, and stores each client's contact in the portal. */
const fillHelpdesk = async (helpdesk: FreshdeskContext, connection: AwsDataApiPgDatabase, seed: SeedData) => {
  const accounts = await connection
    .select({ owNumber: users.OWNumber, contactKey: users.contact_key })
    .from(users);
  const contactKeys = new Map(accounts.map(({ owNumber, contactKey }) => [owNumber, contactKey]));
  const contactIds = await seedHelpdesk(
    helpdesk,
    seed.tickets,
    seed.users,
    (owNumber) => `${HELPDESK_ID_PREFIX}:${contactKeys.get(owNumber)}`,
  );

  for (const [owNumber, contactId] of contactIds) {
    await connection.update(users).set({ User_Support_Id: contactId }).where(eq(users.OWNumber, owNumber));
  }
};

/**
 * Fills an empty portal with the demo data. The invoices are issued as an administrator issues them, so their PDFs are
 * real; their jobs are not sent yet.
 */
export const fillPortal = async (helpdesk: FreshdeskContext, now: Date): Promise<void> => {
  const { database } = await import('./whole-database.ts');
  const { passwords } = await import('#functions/runtime/ports/passwords-port.ts');
  const { supplier } = await import('#functions/runtime/ports/supplier-port.ts');
  const { createInvoice } = await import('#functions/domain/invoices/create-invoice.ts');
  const { changeInvoiceStatus } = await import('#functions/domain/invoices/change-invoice-status.ts');

  const { DATABASE_ARN = '', DATABASE_SECRET_ARN = '', DATABASE_NAME = '' } = process.env;
  const connection = drizzle(new RDSDataClient({}), {
    resourceArn: DATABASE_ARN,
    secretArn: DATABASE_SECRET_ARN,
    database: DATABASE_NAME,
  });
  // A separate database (DATABASE_URL) may have been filled from another data folder.
  if (await database.users.findCredentials(ADMIN_EMAIL)) {
    return;
  }

  const seed = makeSeed({ clients: CLIENTS, now });
  const userIds = await seedDatabase(connection, seed, await passwords.hash(DEMO_PASSWORD));
  await fillHelpdesk(helpdesk, connection, seed);
  const admin = await findAdmin(database);

  for (const invoice of seed.invoices) {
    const userId = userIds.get(invoice.owNumber) ?? 0;
    const issuedAt = new Date(invoice.issuedAt);
    const lineItems = invoice.lines.map(({ description, unitCents, quantity }) => ({
      description,
      amount: amountFromCents(unitCents),
      quantity,
    }));
    const { id } = await createInvoice(
      { database, supplier, mailSettings: { isOn: false }, note: () => {} },
      admin,
      { userId, lineItems },
      issuedAt,
    );
    await dateNewPayments(connection, userId, issuedAt);
    if (invoice.paidAt !== null) {
      const paidAt = new Date(invoice.paidAt);
      await changeInvoiceStatus(database, admin, { invoiceId: id, status: 'paid' }, paidAt);
      await dateNewPayments(connection, userId, paidAt);
    }
  }
};
