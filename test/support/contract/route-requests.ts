import { eq, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { makeBillingDraftStore } from '#functions/adapters/database/billing-runs/sql-billing-draft-store.ts';
import { makeInvoiceStore } from '#functions/adapters/database/invoices/sql-invoice-store.ts';
import { makeLedgerStore } from '#functions/adapters/database/payments/sql-ledger-store.ts';
import { sessions, totpFactors } from '#functions/database/schema/auth-tables.ts';
import { billingRuns } from '#functions/database/schema/billing-tables.ts';
import { creditNotes } from '#functions/database/schema/invoices-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { bookClosings, type ledgerEntries } from '#functions/database/schema/ledger-tables.ts';
import { linkTokens, mails } from '#functions/database/schema/mails-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { Assertion } from '#shared/contract/factors.ts';
import { month } from '#shared/contract/fields.ts';
import { findRoute, type RouteId } from '#shared/contract/index.ts';
import type { JobState } from '#shared/contract/jobs.ts';
import { CONTROL_ROWS } from '#shared/contract/limits.ts';
import { monthAfter } from '#shared/dates.ts';
import { daysOfMonth, startOf } from '#shared/months.ts';
import { addBankLines } from '#test/support/bank/add-bank-lines.ts';
import { addPasskey, makePortalChallenge } from '#test/support/factors/add-passkey.ts';
import { addStoredPasskey } from '#test/support/factors/add-stored-passkey.ts';
import { addTotp, codeAt } from '#test/support/factors/add-totp.ts';
import { makeAttestation } from '#test/support/factors/make-attestation.ts';
import { addTicket, addWaitingMessage, addWords } from '#test/support/helpdesk/tickets.ts';
import { addCreditNote } from '#test/support/ledger/add-credit-note.ts';
import { addInvoices } from '#test/support/ledger/add-invoices.ts';
import { addOpening, dayFromToday } from '#test/support/ledger/money-calls.ts';
import { addUser, makeRegistration, PASSWORD } from '#test/support/portal/accounts.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';

interface Account {
  userId: number;
  email: string;
}

/** The VAT number of the report that an account's request files, another one for each request. */
const vatNumbers = new Map<number, string>();

/** The secret of the authenticator app with which an account completes its sign-in. */
const secrets = new Map<number, string>();

/** Turns the account's sessions into open second steps, which a code of its app completes. */
const openStepOf = async (portal: TestPortal, { userId }: Account) => {
  const counted = { buckets: [], quota: { name: 'of a test', limit: 300, windowSeconds: 60 } };
  await portal.connection
    .update(sessions)
    .set({ needs: 'second-step', counted })
    .where(eq(sessions.user_id, userId));
  secrets.set(userId, await addTotp(portal, userId));
};

/** What was prepared for an account, or last for any: a request of the caller's own names no account that could be missing. */
const ofAccountOrNewest = <Value>(prepared: Map<number, Value>, userId: number): Value | undefined =>
  prepared.get(userId) ?? [...prepared.values()].at(-1);

/** The answer with which an account's new passkey registers. */
const attestations = new Map<number, object>();

const askForPasskey = async (portal: TestPortal, { userId }: Account) => {
  const { attestation } = await makeAttestation(portal, userId);
  attestations.set(userId, attestation);
};

/** Gives the account an app that waits for its first code. */
const beginTotp = async (portal: TestPortal, { userId }: Account) => {
  secrets.set(userId, await addTotp(portal, userId));
  await portal.connection
    .update(totpFactors)
    .set({ confirmed_at: null })
    .where(eq(totpFactors.user_id, userId));
};

const ofPasskey = async (portal: TestPortal, { userId }: Account) => ({
  id: (await addStoredPasskey(portal, userId)).id,
});

/** What the device of an account's passkey answers to the challenge of a sign-in. */
const assertions = new Map<number, Assertion>();

/** The client to whom an account's payment is moved. */
const payers = new Map<number, number>();

const addPayer = async (portal: TestPortal, { userId }: Account) => {
  payers.set(userId, await addUser(portal, {}));
};

/** Adds a tax invoice of a number of its own to a month of long ago, and closes that month. */
const addTaxInvoice = async ({ connection }: TestPortal, { userId }: Account) => {
  const vatNumber = crypto.randomUUID().slice(0, 20);
  vatNumbers.set(userId, vatNumber);
  await connection.execute(sql`
    update book_closings set opened_at = now() where last_day = '1990-04-30'::date and opened_at is null`);
  await connection.transaction(async (db) => {
    await db.execute(sql`
      insert into ledger_entries (user_id, kind, date, amount, vat, vat_number)
      values (${userId}::int, 'invoice', '1990-04-02'::date, -115, -15, ${vatNumber})`);
    await makeLedgerStore(db).settle(userId, { on: null });
  });
  await connection.execute(sql`
    insert into book_closings (last_day, closed_at, closed_by) values ('1990-04-30'::date, now(), ${userId}::int)`);
};

/** The password that requests set. */
export const NEW_PASSWORD = 'Another-Planted-7!';

/** A request that its route grants, about a record that is created for the given account. */
export interface RouteRequest {
  /** Creates records that the request finds without naming them. */
  prepare?: (portal: TestPortal, owner: Account) => Promise<unknown>;
  params?: (portal: TestPortal, owner: Account) => Promise<Record<string, number | string>>;
  query?: string | ((owner: Account) => string);
  body?: (owner: Account) => object;
  /** True if the portal has one such record at a time. */
  isTheOnlyOne?: true;
  /** True if the body names the account that the request is about. */
  namesOwnerInBody?: true;
  /** True if not even an administrator may send it about somebody else's record. */
  isOnlyOfOwner?: true;
  /** True for a public route that answers 401 to everybody but the owner, because a link needs a session, too (D46). */
  needsOwner?: true;
  /** Status of the refusal that everybody but the owner gets, who alone has what the request is about. */
  refusedToOthers?: number;
  /** Status of the refusal if an administrator sends it about their own account (D12). */
  refusedToOneself?: number;
  /** True if its answer says that it skipped a missing account. */
  skipsMissing?: true;
}

const addService = async (portal: TestPortal, userId: number): Promise<number> => {
  const [row] = await portal.connection
    .insert(services)
    .values({ user_id: userId, service_category: 'Internet', account_username: `planted-${userId}` })
    .returning({ id: services.id });

  return row?.id ?? 0;
};

const NO_OPEN_RUN = sql`delete from billing_runs where state in ('draft', 'running', 'stopped')`;

/** Leaves no billing run open, of which there is one at a time. */
const closeRuns = async ({ connection }: TestPortal) => {
  await connection.execute(NO_OPEN_RUN);
};

/** Adds the one billing run that is open. */
const ofOpenRun = (
  state: 'draft' | 'running' | 'stopped',
): Pick<RouteRequest, 'isTheOnlyOne' | 'params'> => ({
  isTheOnlyOne: true,
  params: async (portal, { userId }) => {
    await closeRuns(portal);
    const [row] = await portal.connection
      .insert(billingRuns)
      .values({
        month: monthAfter(new Date(), 0),
        state,
        due_date: dayFromToday(7),
        drafted_by: userId,
        drafted_at: sql`now()`,
        started_at: state === 'draft' ? null : sql`now()`,
        stopped_at: state === 'stopped' ? sql`now()` : null,
      })
      .returning({ id: billingRuns.id });

    return { id: row?.id ?? 0 };
  },
});

/** Adds a draft that bills one service of the owner, R 370, and nobody else's. */
const ofFilledDraft: NonNullable<RouteRequest['params']> = async (portal, owner) => {
  const runId = Number((await ofOpenRun('draft').params?.(portal, owner))?.id);
  const month = monthAfter(new Date(), 0);
  const [service] = await portal.connection
    .insert(services)
    .values({
      user_id: owner.userId,
      service_category: 'Internet',
      account_username: `planted-${owner.userId}`,
      price_per_month: '370.00',
      bill_from: `${month}-01`,
    })
    .returning({ id: services.id });
  await makeBillingDraftStore(portal.connection).write(runId, {
    month,
    isTaxInvoice: false,
  });
  await portal.connection.execute(sql`
    update billing_run_lines set is_excluded = true, reason = 'excluded', state = 'left-out', "group" = 'left-out'
    where run_id = ${runId} and state = 'included' and service_id <> ${service?.id ?? 0}::int`);

  return { id: runId };
};

/** A month before all others, so that the closing of it changes nothing else. */
const CLOSED_MONTH = '1970-01';

/** Opens all months, and lets the books begin in the one that is closed. */
const openAllMonths = async (portal: TestPortal) => {
  const { connection } = portal;
  await connection.update(bookClosings).set({ opened_at: sql`now()`, opened_by: 1, reason: 'A test' });
  await connection.execute(sql`
    insert into ledger_entries (user_id, kind, date, amount)
    values (${await addUser(portal, {})}::int, 'payment', ${`${CLOSED_MONTH}-10`}::date, 1)`);
};

let monthsBack = 0;
/** Closes a month before those that it closed earlier, because months are opened from the newest on. */
const ofClosing = async ({ connection }: TestPortal) => {
  monthsBack += 1;
  const closed = monthAfter(startOf('1999-12'), -monthsBack);
  await connection
    .insert(bookClosings)
    .values(
      // The older one keeps closed what another request has filed.
      ['1995-12-31', daysOfMonth(closed).to].map((last_day) => ({
        last_day,
        closed_at: sql`now()`,
        closed_by: 1,
      })),
    )
    .onConflictDoNothing();

  return { month: closed };
};

/** The closing whose age analysis an account's request reads. */
const readClosings = new Map<number, number>();

/** Adds a closing of long ago with figures, which was opened again, so that it closes nothing. */
const addClosing = async ({ connection }: TestPortal, { userId }: Account) => {
  const sums = Object.fromEntries(
    ['opening', ...CONTROL_ROWS, 'closing', 'owed', 'credit'].map((row) => [row, 0]),
  );
  const [row] = await connection
    .insert(bookClosings)
    .values({
      last_day: '1969-12-31',
      closed_at: sql`now()`,
      closed_by: 1,
      opened_at: sql`now()`,
      opened_by: 1,
      reason: 'A test',
      totals: {
        ...sums,
        from: '1969-12-01',
        to: '1969-12-31',
        closedAccounts: 0,
        unidentified: { opening: 0, in: 0, out: 0, closing: 0 },
        agrees: true,
        isClosed: true,
      },
    })
    .returning({ id: bookClosings.id });
  readClosings.set(userId, row?.id ?? 0);
};

const ofReadClosing: Pick<RouteRequest, 'prepare' | 'query'> = {
  prepare: addClosing,
  query: ({ userId }) => `closing=${readClosings.get(userId) ?? 1}`,
};

/** Stores a file. Its bytes need not be a PDF: no route looks into them. */
export const storeFile = async (): Promise<string> => {
  const { invoiceFiles } = await import('#functions/runtime/ports/invoice-files-port.ts');
  const id = await invoiceFiles.generateId();
  const name = `${crypto.randomUUID()}.pdf`;
  await invoiceFiles.upload({ id, name, bytes: new TextEncoder().encode('%PDF-'), documentNumber: name });

  return id;
};

const addInvoice = async (portal: TestPortal, userId: number, state: JobState) => {
  const isDone = state === 'completed';
  const [invoiceId = 0] = await addInvoices(portal, userId, [
    isDone ? { file_name: 'invoice.pdf', google_drive_file_id: await storeFile() } : {},
  ]);
  const [job] = await portal.connection
    .insert(jobs)
    .values({ kind: 'invoice-pdf', key: String(invoiceId), state, payload: { invoiceId } })
    .returning({ id: jobs.id });

  return { invoiceId, jobId: job?.id ?? 0 };
};

/** Adds an entry of an account, and settles it; a positive amount is in the client's favour. */
const addEntry = (
  portal: TestPortal,
  userId: number,
  entry: Omit<typeof ledgerEntries.$inferInsert, 'user_id' | 'item_id' | 'date'>,
): Promise<number> =>
  portal.connection.transaction(async (db) => {
    const { rows } = await db.execute(sql`
      insert into ledger_entries (user_id, kind, date, amount, method)
      values (${userId}::int, ${entry.kind}, '2026-11-02'::date, ${entry.amount}::numeric, ${entry.method ?? null})
      returning id`);
    await makeLedgerStore(db).settle(userId, { on: null });

    return Number(rows[0]?.id);
  });

/** Several requests may be about one account, which has at most one opening balance. */
const ensureOpening = async (portal: TestPortal, { userId }: Account) => {
  const { rows } = await portal.connection.execute(
    sql`select id from ledger_entries where user_id = ${userId} and kind = 'opening'`,
  );
  if (rows.length === 0) {
    await addOpening(userId, -8_000);
  }
};

/** Adds an entry to an item, and settles the account. */
const addEntryOf = (portal: TestPortal, isItem: SQL, kind: string, amount: string) =>
  portal.connection.transaction(async (db) => {
    const { rows } = await db.execute(sql`
      insert into ledger_entries (item_id, user_id, kind, date, amount)
      select id, user_id, ${kind}, '2026-11-02'::date, ${amount}::numeric from ledger_items where ${isItem}
      returning user_id`);
    await makeLedgerStore(db).settle(Number(rows[0]?.user_id), { on: null });
  });

/** More than any credit that the account got from another request. */
const MUCH = '900000.00';

const ofOwedInvoice = async (portal: TestPortal, { userId }: Account) => {
  const [id = 0] = await addInvoices(portal, userId, [{ total_amount: MUCH }]);

  return { id };
};
const ofWrittenOffInvoice = async (portal: TestPortal, owner: Account) => {
  const { id } = await ofOwedInvoice(portal, owner);
  await addEntryOf(portal, sql`invoice_id = ${id}`, 'write-off', '10.00');

  return { id };
};
const oweOpening = async (portal: TestPortal, owner: Account) => {
  await ensureOpening(portal, owner);
  await addEntryOf(portal, sql`user_id = ${owner.userId} and kind = 'opening'`, 'correction', `-${MUCH}`);
};
const writeOffOpening = async (portal: TestPortal, owner: Account) => {
  await oweOpening(portal, owner);
  await addEntryOf(portal, sql`user_id = ${owner.userId} and kind = 'opening'`, 'write-off', '10.00');
};
/** The number of the retained invoice that an account's request recovers. */
const retainedNumbers = new Map<number, string>();

const addRetainedInvoice = async (portal: TestPortal, { userId }: Account) => {
  const goneId = await addUser(portal, {});
  const [id = 0] = await addInvoices(portal, goneId, [{ total_amount: MUCH }]);
  await addEntryOf(portal, sql`invoice_id = ${id}`, 'write-off', MUCH);
  await portal.connection.transaction(async (db) => {
    await makeInvoiceStore(db).retainAllOf(goneId);
    await db.execute(sql`delete from users where "User_Id" = ${goneId}`);
  });
  const { rows } = await portal.connection.execute(
    sql`select invoice_number as number from retained_invoices where id = ${id}`,
  );
  retainedNumbers.set(userId, String(rows[0]?.number));
};
const WRITE_OFF = {
  amount: 10,
  reason: 'Cannot be collected',
  collection: 'Three letters, then an attorney',
};

/** A reset link of an administrator goes only to a verified address (D58). */
const verifyAddress = (portal: TestPortal, { userId }: Account) =>
  portal.connection
    .update(users)
    .set({ email_verified_at: new Date().toISOString() })
    .where(eq(users.User_Id, userId));

const makeImported = (portal: TestPortal, { userId }: Account) =>
  portal.connection.update(users).set({ origin: 'imported' }).where(eq(users.User_Id, userId));

const ofUser = async (_: TestPortal, { userId }: Account) => ({ User_Id: userId });
const ofClient = async (_: TestPortal, { userId }: Account) => ({ userId });
const ofService = async (portal: TestPortal, { userId }: Account) => ({
  id: await addService(portal, userId),
});
const ofInvoice =
  (state: JobState) =>
  async (portal: TestPortal, { userId }: Account) => ({
    id: (await addInvoice(portal, userId, state)).invoiceId,
  });
const ofFailedJob = async (portal: TestPortal, { userId }: Account) => ({
  id: (await addInvoice(portal, userId, 'failed')).jobId,
});
/** An open line of the bank that is certainly the account's. */
const ofBankLine = async ({ connection }: TestPortal, { userId }: Account) => ({
  id: (await addBankLines(connection, [{ userId }])).lineIds[0] ?? 0,
});
/** A line of the bank that was ignored. */
const ofIgnoredLine = async ({ connection }: TestPortal) => ({
  id: (await addBankLines(connection, [{ state: 'ignored' }])).lineIds[0] ?? 0,
});
const ofBankFile = async ({ connection }: TestPortal, { userId }: Account) => ({
  id: (await addBankLines(connection, [{ userId }])).fileId,
});
/** A bank's file with a line that a file of the other format brought before. */
const ofSameLine = async ({ connection }: TestPortal) => {
  const { lineIds } = await addBankLines(connection, [{}]);

  return { id: (await addBankLines(connection, [{ sameAs: lineIds[0] ?? 0 }])).fileId };
};

/** A bank's file whose account has no other, so that none of its lines is booked. */
const ofNewAccount = async ({ connection }: TestPortal, { userId }: Account) => ({
  id: (await addBankLines(connection, [{ userId, account: crypto.randomUUID() }])).fileId,
});
const ofPayment = async (portal: TestPortal, { userId }: Account) => ({
  id: await addEntry(portal, userId, { kind: 'payment', amount: '50.00', method: 'eft' }),
});
/** A tax invoice that was voided without a credit note. */
const ofVoidTaxInvoice = async (portal: TestPortal, { userId }: Account) => {
  const [id = 0] = await addInvoices(portal, userId, [
    { status: 'void', supplier: { vatNumber: '4123456789' } },
  ]);

  return { id };
};
/** Issues a credit note over one cent of an invoice. */
const ofCreditNote =
  (state: JobState) =>
  async (portal: TestPortal, { userId }: Account) => {
    const { invoiceId } = await addInvoice(portal, userId, 'completed');
    const id = await addCreditNote(portal, { userId, invoiceId });
    await portal.connection
      .update(jobs)
      .set({ state })
      .where(eq(jobs.key, `credit-note:${id}`));
    if (state === 'completed') {
      await portal.connection
        .update(creditNotes)
        .set({ file_name: 'credit-note.pdf', google_drive_file_id: await storeFile() })
        .where(eq(creditNotes.id, id));
    }

    return { id };
  };
/** More than the account owes. */
const addCredit = (portal: TestPortal, { userId }: Account) =>
  addEntry(portal, userId, { kind: 'payment', amount: '100000.00', method: 'eft' });
const ofTicket = async (portal: TestPortal, owner: Account) => ({ id: await addTicket(portal, owner) });
const ofWaitingTicket = async (portal: TestPortal, owner: Account) => ({
  id: await addWaitingMessage(portal, owner),
});
const ofWaitingReply = async (portal: TestPortal, owner: Account) => {
  const ticketId = await addTicket(portal, owner);

  return { id: ticketId, replyId: await addWaitingMessage(portal, owner, { ticketId }) };
};
/** A file of the conversation, which takes more calls than a file of the description. */
const ofAttachment = async (portal: TestPortal, owner: Account) => {
  const ticketId = await addTicket(portal, owner);
  const files = [new File(['log'], 'router.log', { type: 'text/plain' })];
  const { attachmentIds } = await addWords(portal, ticketId, { files });

  return { id: ticketId, attachmentId: attachmentIds[0] ?? 0 };
};

/** The token of a link that exists; each purpose has its own. */
const TOKENS = {
  reset: 'r'.repeat(43),
  verify: 'v'.repeat(43),
  change: 'c'.repeat(43),
  'not-me': 'n'.repeat(43),
};

const addLink =
  (purpose: keyof typeof TOKENS) =>
  async (portal: TestPortal, { userId, email }: Account) => {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(TOKENS[purpose]));
    const token_hash = Buffer.from(digest).toString('base64url');
    await portal.connection.delete(linkTokens).where(eq(linkTokens.token_hash, token_hash));
    await portal.connection.insert(linkTokens).values({
      token_hash,
      user_id: userId,
      purpose,
      address: email,
      expires_at: new Date(Date.now() + 60_000).toISOString(),
    });
  };

/** Asks for another address, and adds the link that gives it to the account. */
const askForAddress = async (portal: TestPortal, { userId }: Account) => {
  const email = `${crypto.randomUUID()}@example.com`;
  await portal.connection.update(users).set({ pending_email: email }).where(eq(users.User_Id, userId));
  await addLink('change')(portal, { userId, email });
};

const ofSession = async (portal: TestPortal, { userId }: Account) => {
  const [row] = await portal.connection
    .insert(sessions)
    .values({
      id: crypto.randomUUID(),
      user_id: userId,
      expires_at: new Date(Date.now() + 60_000).toISOString(),
    })
    .returning({ id: sessions.id });

  return { User_Id: userId, id: row?.id ?? '' };
};

const ofInvoiceMail = async (portal: TestPortal, owner: Account) => {
  const { invoiceId } = await addInvoice(portal, owner.userId, 'completed');
  const [row] = await portal.connection
    .insert(mails)
    .values({
      id: crypto.randomUUID(),
      user_id: owner.userId,
      kind: 'invoice',
      key: `invoice:${invoiceId}`,
      about: { invoiceId },
      state: 'delivered',
    })
    .returning({ id: mails.id });

  return { id: row?.id ?? '' };
};

/**
 * Every route with a request that succeeds; the tests over all routes are derived from it. Log lines must not show
 * any of these values.
 */
export const routeRequests: Record<RouteId, RouteRequest> = {
  'auth.user': {},
  'auth.login': { body: ({ email }) => ({ identifier: email, password: PASSWORD }) },
  'auth.passkey': {
    prepare: async (portal, { userId }) => {
      const device = await addPasskey(portal, userId);
      assertions.set(userId, device.assert(await makePortalChallenge()));
    },
    body: ({ userId }) => ({ assertion: assertions.get(userId) }),
  },
  'auth.second-step': {
    prepare: openStepOf,
    body: ({ userId }) => ({ code: codeAt(secrets.get(userId) ?? '') }),
    needsOwner: true,
  },
  'auth.register': { body: () => makeRegistration() },
  'auth.logout': {},
  'auth.options': {},
  'invoices.provider': {},
  'account.update': { body: () => ({ User_Town: 'Paarl' }) },
  'account.password': { body: () => ({ currentPassword: PASSWORD, User_Pass_Bkp: NEW_PASSWORD }) },
  'account.proof': { body: () => ({ password: PASSWORD }) },
  'account.change-email': {
    body: () => ({ User_Email: `${crypto.randomUUID()}@example.com`, currentPassword: PASSWORD }),
  },
  'account.keep-email': { prepare: askForAddress },
  'account.verification': {},
  'account.sessions': {},
  'account.end-session': { params: ofSession, isOnlyOfOwner: true },
  'account.end-sessions': { prepare: async (portal, owner) => void (await ofSession(portal, owner)) },
  'account.mails': {},
  'factors.list': {},
  'factors.passkey-options': {},
  'factors.add-passkey': {
    prepare: askForPasskey,
    body: ({ userId }) => ({ attestation: ofAccountOrNewest(attestations, userId) }),
    refusedToOthers: 400,
  },
  'factors.delete-passkey': { params: ofPasskey, isOnlyOfOwner: true },
  'factors.begin-totp': {},
  'factors.confirm-totp': {
    prepare: beginTotp,
    body: ({ userId }) => ({ code: codeAt(ofAccountOrNewest(secrets, userId) ?? '') }),
    refusedToOthers: 409,
  },
  'factors.delete-totp': {
    prepare: (portal, { userId }) => addTotp(portal, userId),
    refusedToOthers: 409,
  },
  'factors.renew-codes': { prepare: ofPasskey, refusedToOthers: 409 },
  'factors.remove': {
    prepare: ofPasskey,
    params: ofUser,
    body: () => ({ reason: 'The planted phone is lost' }),
    refusedToOneself: 409,
  },
  'links.request-reset': { body: ({ email }) => ({ User_Email: email }) },
  'links.check-reset': { prepare: addLink('reset'), body: () => ({ token: TOKENS.reset }) },
  'links.reset': {
    prepare: addLink('reset'),
    body: () => ({ token: TOKENS.reset, User_Pass_Bkp: NEW_PASSWORD }),
  },
  'links.check-verification': { prepare: addLink('verify'), body: () => ({ token: TOKENS.verify }) },
  'links.verify': { prepare: askForAddress, body: () => ({ token: TOKENS.change }), needsOwner: true },
  'links.not-me': { prepare: addLink('not-me'), body: () => ({ token: TOKENS['not-me'] }) },
  'sessions.list': { params: ofUser },
  'sessions.end': { params: ofSession },
  'sessions.end-all': { params: ofUser },
  'mails.list': { params: ofUser },
  'mails.resend': { params: ofInvoiceMail },
  'mails.statements': {
    prepare: verifyAddress,
    body: ({ userId }) => ({ userIds: [userId], from: '2026-11-01', to: '2026-11-30' }),
    namesOwnerInBody: true,
    refusedToOneself: 400,
    skipsMissing: true,
  },
  'mails.unblock': { params: ofUser },
  'customers.search': { query: 'q=example' },
  'palette.search': { query: 'q=example' },
  'users.stats': {},
  'users.recent': {},
  'users.list': {},
  'users.export': {},
  'users.read': { params: ofUser },
  'users.summary': { params: ofUser },
  'users.update': { params: ofUser, body: () => ({ User_Town: 'Paarl' }) },
  'users.delete': { params: ofUser, refusedToOneself: 409 },
  'users.unblock': { params: ofUser },
  'users.timeline': { params: ofUser },
  'users.send-reset': { prepare: verifyAddress, params: ofUser },
  'users.invite': { prepare: makeImported, params: ofClient, refusedToOneself: 409 },
  'services.list': { params: ofClient },
  'services.billed': { params: ofUser, query: 'month=2026-11' },
  'services.unbilled': { params: ofService, query: 'until=2026-12-31' },
  'services.create': {
    params: ofClient,
    body: () => ({ serviceCategory: 'Voice', msisdn: '0827776655', simSerialNumber: '8927000000000000001' }),
  },
  'services.update': { params: ofService, body: () => ({ pricePerMonth: 337 }) },
  'services.delete': { params: ofService },
  'invoices.list': { params: ofClient },
  'invoices.create': {
    body: ({ userId }) => ({ userId, lineItems: [{ description: 'Line rental', amount: 100 }] }),
    namesOwnerInBody: true,
  },
  'invoices.read': { params: ofInvoice('completed') },
  'invoices.billing': {},
  'invoices.progress': { params: ofInvoice('running') },
  'invoices.retry': { params: ofInvoice('failed') },
  'invoices.cancel': { params: ofInvoice('queued') },
  'invoices.status': { params: ofInvoice('completed'), body: () => ({ status: 'paid' }) },
  'invoices.download': { params: ofInvoice('completed') },
  'credit-notes.create': {
    params: ofInvoice('completed'),
    body: () => ({ reason: 'error', explanation: 'Billed for a planted line', amount: 10 }),
  },
  'credit-notes.missing': {
    params: ofVoidTaxInvoice,
    body: () => ({ reason: 'cancelled', explanation: 'Voided for a planted reason' }),
  },
  'credit-notes.list': { params: ofClient },
  'credit-notes.read': { params: ofCreditNote('completed') },
  'credit-notes.progress': { params: ofCreditNote('running') },
  'credit-notes.retry': { params: ofCreditNote('failed') },
  'credit-notes.download': { params: ofCreditNote('completed') },
  'payments.list': { params: ofClient },
  'payments.debt': { params: ofClient },
  'payments.record': {
    params: ofClient,
    body: () => ({ date: dayFromToday(-1), amount: 50, method: 'eft', reference: 'planted' }),
  },
  'payments.reverse': { params: ofPayment, body: () => ({ reason: 'The bank returned it' }) },
  'payments.move': {
    prepare: addPayer,
    params: ofPayment,
    body: ({ userId }) => ({ userId: payers.get(userId) ?? 2_000_000_000, reason: 'Another client paid it' }),
  },
  'payments.refund': {
    prepare: addCredit,
    params: ofClient,
    body: () => ({ amount: 10, method: 'eft', reason: 'Paid twice' }),
  },
  'payments.correct': {
    prepare: ensureOpening,
    params: ofClient,
    body: () => ({ amount: -10, reason: 'Forgotten' }),
  },
  'write-offs.invoice': { params: ofOwedInvoice, body: () => WRITE_OFF },
  'write-offs.undo-invoice': { params: ofWrittenOffInvoice, body: () => ({ reason: 'The client paid' }) },
  'write-offs.opening': { prepare: oweOpening, params: ofClient, body: () => WRITE_OFF },
  'write-offs.undo-opening': {
    prepare: writeOffOpening,
    params: ofClient,
    body: () => ({ reason: 'The client paid' }),
  },
  'write-offs.clients': {
    prepare: ofOwedInvoice,
    body: ({ userId }) => ({
      userIds: [userId],
      reason: WRITE_OFF.reason,
      collection: WRITE_OFF.collection,
    }),
    namesOwnerInBody: true,
    skipsMissing: true,
  },
  'payments.recover-retained': {
    prepare: addRetainedInvoice,
    body: ({ userId }) => ({
      invoiceNumber: retainedNumbers.get(userId) ?? 'INV-1999-000001',
      date: dayFromToday(0),
      amount: 10,
      method: 'eft',
    }),
  },
  'books.export': { query: 'from=2026-11-01&to=2026-11-30' },
  'books.totals': { query: 'from=2026-11-01&to=2026-11-30' },
  'books.vat-reports': {},
  'books.vat-report': { query: 'period=2026-10&vatNumber=4123456789' },
  'books.vat-documents': { query: 'period=2026-10&vatNumber=4123456789&row=invoices' },
  'books.export-vat-report': { query: 'period=2026-10&vatNumber=4123456789&row=invoices' },
  'books.file-vat-report': {
    prepare: addTaxInvoice,
    // Without an invoice there is nothing to file: no report has this number.
    body: ({ userId }) => ({ period: '1990-04', vatNumber: vatNumbers.get(userId) ?? '4999999999' }),
  },
  'books.bank-reconciliation': { query: 'month=2026-10' },
  'books.reconciliation-items': { query: 'month=2026-10&row=typed' },
  'books.export-bank-reconciliation': { query: 'month=2026-10' },
  'books.entries': { query: 'from=2026-11-01&to=2026-11-30&row=receipts' },
  'debtors.statement': { params: ofClient, query: 'from=2026-11-01&to=2026-11-30' },
  'debtors.export-statement': { params: ofClient, query: 'from=2026-11-01&to=2026-11-30' },
  'billing-runs.list': {},
  'billing-runs.months': {},
  'billing-runs.read': ofOpenRun('draft'),
  'billing-runs.create': { prepare: closeRuns, body: () => ({ month: monthAfter(new Date(), 0) }) },
  'billing-runs.lines': ofOpenRun('draft'),
  'billing-runs.export': ofOpenRun('draft'),
  'billing-runs.exclude': { ...ofOpenRun('draft'), body: () => ({ lineIds: [1], excluded: true }) },
  'billing-runs.start': { isTheOnlyOne: true, params: ofFilledDraft, body: () => ({ total: 370 }) },
  'billing-runs.stop': ofOpenRun('running'),
  'billing-runs.continue': ofOpenRun('stopped'),
  'billing-runs.cancel': ofOpenRun('stopped'),
  'billing-runs.delete': ofOpenRun('draft'),
  'debtors.list': {},
  'debtors.sums': {},
  'debtors.export': {},
  'books.closings': {},
  'books.closed-debtors': ofReadClosing,
  'books.export-closed-debtors': ofReadClosing,
  'books.open-points': { query: 'month=2026-10' },
  'books.close-month': { prepare: openAllMonths, body: () => ({ month: CLOSED_MONTH }) },
  'books.open-month': { params: ofClosing, body: () => ({ reason: 'An invoice was forgotten' }) },
  'debtors.credits': {},
  'debtors.export-credits': {},
  'bank.upload': {
    body: () => ({
      fileName: 'planted.csv',
      text: 'Date,Description,Amount,Balance\n20261102,PLANTED PAYMENT,100.00,100.00\n',
    }),
  },
  'bank.preview': {
    body: () => ({
      fileName: 'planted.csv',
      text: 'Date,Description,Amount,Balance\n20261102,PLANTED PAYMENT,100.00,100.00\n',
    }),
  },
  'bank.files': {},
  'bank.file': { params: ofBankFile },
  'bank.summary': { params: ofBankFile },
  'bank.take-back': { params: ofBankFile },
  'bank.change-first-day': { params: ofNewAccount, body: () => ({ bookFrom: dayFromToday(0) }) },
  'bank.lines': { params: ofBankFile },
  'bank.file-of-line': { params: ofBankLine },
  'bank.forecast': { params: ofBankLine, query: ({ userId }) => `userId=${userId}` },
  'bank.find-payers': { query: 'amount=500' },
  'bank.same': { params: ofSameLine },
  'bank.book-certain': { params: ofBankFile, body: () => ({}) },
  'bank.book': { params: ofBankLine, body: () => ({ unidentified: true }) },
  'bank.ignore': { params: ofBankLine },
  'bank.reopen': { params: ofIgnoredLine, body: () => ({}) },
  'bank.unidentified': {},
  'jobs.list': {},
  'jobs.retry': { params: ofFailedJob },
  'jobs.retry-all': { prepare: ofFailedJob, body: () => ({ kind: 'invoice-pdf' }) },
  'client.stats': {},
  'client.services': {},
  'client.activities': {},
  'tickets.list': {},
  'tickets.groups': {},
  'tickets.status': {},
  'tickets.create': {
    body: () => ({ subject: 'Planted subject', description: 'Planted description', tags: ['Planted tag'] }),
  },
  'tickets.read': { params: ofTicket },
  'tickets.withdraw': { params: ofWaitingTicket },
  'tickets.conversations': { params: ofTicket },
  'tickets.reply': { params: ofTicket, body: () => ({ body: 'Planted reply' }) },
  'tickets.withdraw-reply': { params: ofWaitingReply },
  'tickets.close': { params: ofTicket },
  'tickets.attachment': { params: ofAttachment },
  'debug.drive': {},
  'debug.upload': {},
  'debug.permissions': {},
  'debug.system': {},
  'debug.results': {},
  'figures.counts': {},
  'figures.money': {},
  'figures.months': {},
};

/** The id of no record among those with random ids. */
const MISSING_UUID = crypto.randomUUID();
/** A month that nobody closes. */
const MISSING_MONTH = '1960-01';
const writeMissing = (schema: unknown, missingId: number | undefined) => {
  if (schema === month) {
    return MISSING_MONTH;
  }

  return schema instanceof z.ZodUUID ? MISSING_UUID : missingId;
};

/** Returns the request of a route about a record of `owner`, or about an unknown id. */
export const makeRequest = async (
  portal: TestPortal,
  routeId: RouteId,
  owner: Account,
  { missingId }: { missingId?: number } = {},
) => {
  const route = findRoute(routeId);
  const { prepare, params, query, body } = routeRequests[routeId];
  await prepare?.(portal, owner);
  const owned = missingId === undefined && params ? await params(portal, owner) : {};
  const asked = typeof query === 'function' ? query(owner) : query;
  const shape = route.params instanceof z.ZodObject ? route.params.shape : {};
  const path = route.path.replace(/\{(\w+)\}/g, (_, name) =>
    String(owned[name] ?? writeMissing(shape[name], missingId)),
  );

  return {
    method: route.method,
    path: asked ? `${path}?${asked}` : path,
    ...(body && { body: body(missingId === undefined ? owner : { ...owner, userId: missingId }) }),
  };
};
