import { makeBankMatchStore } from '#functions/adapters/database/bank/sql-bank-match-store.ts';
import { bankBookings } from '#functions/database/schema/bank-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import type { users } from '#functions/database/schema/users-tables.ts';
import { type LineToMatch, matchLines } from '#functions/domain/bank/match-lines.ts';
import { dayAfter } from '#shared/dates.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import type { TestPortal } from '#test/support/portal/open-portal.ts';
import { addBankLines } from './add-bank-lines.ts';

export type Client = Partial<typeof users.$inferInsert>;

/** No client owes this. */
export const NOBODYS_CENTS = 99_999_917;

let made = 0;

/** A word that no other client has, in letters only. */
export const newWord = () => {
  made += 1;

  return `Zq${crypto.randomUUID().replace(/[^a-f]/g, '')}${String(made).replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`;
};

/** An OW number of eight digits that no other has. */
export const newNumber = () => {
  made += 1;

  return String(50_000_000 + Math.floor(Math.random() * 40_000) * 1000 + made * 7);
};

/** Adds clients, and finds who paid lines. The portal is asked for when it is needed, because it starts after the file. */
export const openMatching = (portalOf: () => TestPortal) => {
  /** Adds an account of which the portal knows nothing but what was typed. */
  const addStranger = async (change: Client = {}) => {
    const number = newNumber();
    const surname = newWord();
    const userId = await addUser(portalOf(), {
      OWNumber: `OW${number}`,
      User_Surname: surname,
      User_Mobile: null,
      ...change,
    });

    return { userId, number, surname, account: writeAccount(portalOf(), userId) };
  };

  const addService = (userId: number, change: Partial<typeof services.$inferInsert> = {}) =>
    portalOf()
      .connection.insert(services)
      .values({ user_id: userId, service_category: 'Fibre', ...change });

  /** Adds a client with an active service, whose typed words count. */
  const addClient = async (change: Client = {}) => {
    const client = await addStranger(change);
    await addService(client.userId);

    return client;
  };

  const match = async (...lines: Partial<LineToMatch>[]) => {
    const today = dayAfter(new Date(), 0);

    return matchLines(
      { bankMatches: makeBankMatchStore(portalOf().connection) },
      lines.map((line) => ({
        date: today,
        description: 'DEPOSIT',
        reference: null,
        amountCents: NOBODYS_CENTS,
        hasBalance: true,
        seenInFileOf: null,
        ...line,
      })),
      today,
    );
  };

  const proposalsOf = async (line: Partial<LineToMatch>) => (await match(line))[0]?.proposals ?? [];

  /** Books a line of this payer, as the portal does, and returns the booking. */
  const bookLineOf = async (payer: string, entryId: number) => {
    const { lineIds } = await addBankLines(portalOf().connection, [{ payer, state: 'booked' }]);
    const [booking] = await portalOf()
      .connection.insert(bankBookings)
      .values({ line_id: lineIds[0] ?? 0, entry_id: entryId, kind: 'payment' })
      .returning({ id: bankBookings.id });

    return booking?.id ?? 0;
  };

  return { addStranger, addService, addClient, match, proposalsOf, bookLineOf };
};
