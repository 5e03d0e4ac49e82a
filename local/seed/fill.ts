import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { and, eq, gt } from 'drizzle-orm';
import { type AwsDataApiPgDatabase, drizzle } from 'drizzle-orm/aws-data-api/pg';
import { bankLines } from '#functions/database/schema/bank-tables.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { Database } from '#functions/ports/database/database.ts';
import { dayAfter } from '#shared/dates.ts';
import { amountFromCents, centsFromDecimal } from '#shared/money.ts';
import type { FreshdeskContext } from '../freshdesk/context.ts';
import { HELPDESK_ID_PREFIX } from '../stand-ins.ts';
import type { SeedEvent } from './book.ts';
import { ADMIN_EMAIL, DEMO_PASSWORD } from './demo-accounts.ts';
import { makeDemoBankFile } from './demo-bank.ts';
import type { SeedService } from './demo-services.ts';
import { makeSeed, type SeedData } from './seed.ts';
import { seedDatabase } from './seed-database.ts';
import { seedHelpdesk } from './seed-helpdesk.ts';

const CLIENTS = 250;

/**
 * Moves the activities that the portal has just recorded for a user to `at`: the portal records them with the present
 * time. The user has no others after `at`, because the seed tells what happened in order of time.
 */
const dateNewActivities = (connection: AwsDataApiPgDatabase, userId: number, at: Date) =>
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

  return {
    userId: found.user.User_Id,
    role: 'admin',
    levelMin: 1,
    isProven: true,
    sessionId: '',
    address: '127.0.0.1',
    checkedAt: new Date(),
  };
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

/** The newest invoice and payment of a client. */
interface Newest {
  invoiceId: number;
  paymentId: number;
}

/** Makes a function that lets the portal write what happened to a client's money, as an administrator writes it. */
const makeBookkeeper = async (
  database: Database,
  admin: SessionUser,
  serviceIds: ReadonlyMap<SeedService, number>,
) => {
  const { supplier } = await import('#functions/runtime/ports/supplier-port.ts');
  const { createInvoice } = await import('#functions/domain/invoices/create-invoice.ts');
  const { issueCreditNote } = await import('#functions/domain/credit-notes/issue-credit-note.ts');
  const { invoiceItem, writeOff } = await import('#functions/domain/write-offs/write-off.ts');
  const { recordPayment } = await import('#functions/domain/payments/record-payment.ts');
  const { reversePayment } = await import('#functions/domain/payments/reverse-payment.ts');
  const { recordRefund } = await import('#functions/domain/payments/change-credit.ts');
  const ports = {
    database,
    supplier,
    provider: supplier.supplier,
    mailSettings: { isOn: false as const },
    note: () => {},
  };
  const newestOf = new Map<number, Newest>();

  return async (userId: number, event: SeedEvent, now: Date): Promise<void> => {
    const newest = newestOf.get(userId) ?? { invoiceId: 0, paymentId: 0 };
    newestOf.set(userId, newest);

    switch (event.kind) {
      case 'invoice': {
        const lineItems = event.lines.map(({ service, ...line }) => ({
          ...line,
          ...(service && { serviceId: serviceIds.get(service) }),
        }));
        const order = { userId, lineItems };
        newest.invoiceId = (await createInvoice(ports, admin, order, now)).id;
        break;
      }
      case 'credit-note': {
        const { kind, owNumber, at, cents, ...note } = event;
        const order = { invoiceId: newest.invoiceId, amount: amountFromCents(cents), ...note };
        await issueCreditNote(ports, admin, order, now);
        break;
      }
      case 'write-off': {
        const { kind, owNumber, at, cents, ...debt } = event;
        await writeOff(
          database,
          admin,
          { item: invoiceItem(newest.invoiceId), amount: amountFromCents(cents), ...debt },
          now,
        );
        break;
      }
      case 'payment': {
        const amount = amountFromCents(event.cents);
        const order = {
          date: dayAfter(now, 0),
          amount,
          method: event.method,
          reference: event.owNumber,
          note: event.note,
          allocations: event.paysNewest ? [{ invoiceId: newest.invoiceId, amount }] : [],
        };
        newest.paymentId = (await recordPayment(ports, admin, userId, order, now)).id;
        break;
      }
      case 'reversal': {
        const reversal = { paymentId: newest.paymentId, reason: event.reason };
        await reversePayment(database, admin, reversal, now);
        break;
      }
      case 'refund': {
        const refund = { amount: amountFromCents(event.cents), method: event.method, reason: event.reason };
        await recordRefund(database, admin, userId, refund, now);
        break;
      }
    }
  };
};

/** Lets the portal read the file of the bank, and does with its lines what an administrator has done. */
const fillBank = async (
  { database, connection }: { database: Database; connection: AwsDataApiPgDatabase },
  admin: SessionUser,
  { seed, userIds, now }: { seed: SeedData; userIds: ReadonlyMap<string, number>; now: Date },
): Promise<void> => {
  const { bankAccounts } = await import('#functions/runtime/ports/bank-accounts-port.ts');
  const { uploadBankFile } = await import('#functions/domain/bank/upload-bank-file.ts');
  const { bookLine } = await import('#functions/domain/bank/book-line.ts');
  const { ignoreLine } = await import('#functions/domain/bank/ignore-line.ts');

  const { deeds, ...order } = makeDemoBankFile(seed, bankAccounts[0]?.number ?? '', now);
  await uploadBankFile({ database, bankAccounts }, admin, order, { once: undefined, now });
  const lines = await connection
    .select({ lineId: bankLines.id, amount: bankLines.amount })
    .from(bankLines)
    .orderBy(bankLines.id);
  for (const { lineId, amount } of lines) {
    const deed = deeds.get(centsFromDecimal(amount));
    if (deed?.kind === 'ignore') {
      await database.transaction((transaction) => ignoreLine(transaction, admin, lineId, now));
    } else if (deed) {
      const bookedAs =
        deed.kind === 'book'
          ? { parts: [{ userId: userIds.get(deed.owNumber) ?? 0, amount: Number(amount), allocations: [] }] }
          : { unidentified: true as const };
      await database.transaction((transaction) =>
        bookLine({ database: transaction, mailSettings: { isOn: false }, admin, lineId, now }, bookedAs),
      );
    }
  }
};

/**
 * Fills an empty portal with the demo data. The invoices are issued as an administrator issues them, so their PDFs are
 * real; their jobs are not sent yet.
 */
export const fillPortal = async (helpdesk: FreshdeskContext, now: Date): Promise<void> => {
  const { database } = await import('./whole-database.ts');
  const { passwords } = await import('#functions/runtime/ports/passwords-port.ts');

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
  const { userIds, serviceIds } = await seedDatabase(connection, seed, await passwords.hash(DEMO_PASSWORD));
  await fillHelpdesk(helpdesk, connection, seed);

  const admin = await findAdmin(database);
  const write = await makeBookkeeper(database, admin, serviceIds);
  for (const event of seed.money) {
    const userId = userIds.get(event.owNumber) ?? 0;
    const at = new Date(event.at);
    await write(userId, event, at);
    await dateNewActivities(connection, userId, at);
  }
  await fillBank({ database, connection }, admin, { seed, userIds, now });
};
