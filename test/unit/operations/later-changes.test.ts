import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FactorNote, RequestNote } from '#functions/ports/request-note.ts';
import { BOOK_ACTS, NOT_REPEATED } from '#operations/after-restore/book-acts.ts';
import { collectLaterBooks } from '#operations/after-restore/later-books.ts';
import { collectLaterChanges } from '#operations/after-restore/later-changes.ts';
import { readRequestLines } from '#operations/after-restore/request-lines.ts';
import { allRoutes, findRoute, type RouteId } from '#shared/contract/index.ts';
import { filterLog, readPatternOfManual } from '#test/support/stand-ins/filter-log.ts';

/**
 * What changes the role, status, password, address or second factors of an account, or stops mail to it or lets it go
 * there again, by the file that writes it; files with none of it only fill other columns.
 */
const WRITES: Record<string, readonly string[]> = {
  'factors/spend-factor.ts': ['checkRecoveryCode'],
  'factors/sql-factor-store.ts': [
    'factors.deletePasskey',
    'factors.deleteTotp',
    'factors.deleteAllOf',
    'factors.replaceCodes',
  ],
  'links/sql-link-store.ts': ['links.setPassword', 'links.verify', 'links.changeAddress', 'links.stopMail'],
  'mails/sql-mail-event-store.ts': ['mailEvents.block'],
  'mails/sql-mail-history-store.ts': ['mailHistory.unblock'],
  'users/sql-own-account-store.ts': ['ownAccounts.changePassword'],
  'users/sql-user-store.ts': ['users.edit', 'users.setPasswordHash', 'users.delete'],
  'system/sql-purge-store.ts': [],
  'tickets/message-outbox.ts': [],
};

/** Edits names, dates and the like alone: its contract has none of these fields (D49). */
const DETAILS_ALONE = 'functions/domain/account/own-details.ts';

const ADAPTERS = 'functions/adapters/database/';
const read = (file: string) => readFileSync(file, 'utf8');
const idOf = (file: string) =>
  file.slice('functions/handlers/'.length, -'.ts'.length).replace('/', '.') as RouteId;
const filesWith = (pattern: string, isFound: (text: string) => boolean) =>
  globSync(pattern)
    .filter((file) => isFound(read(file)))
    .toSorted();

describe('what must be known after a restore (ADR 37)', () => {
  it('each store that changes accounts or blocks is known here, so that its routes can be held to note it', () => {
    const writers = filesWith(`${ADAPTERS}!(operations)/**/*.ts`, (text) =>
      /((update|delete)\(users\)|(insert|delete)\((mailBlocks|passkeys|totpFactors|recoveryCodes)\)|(update|delete from) \$\{(users|mailBlocks|passkeys|totpFactors|recoveryCodes)\})/.test(
        text,
      ),
    );

    expect(writers.map((file) => file.slice(ADAPTERS.length))).toEqual(Object.keys(WRITES).toSorted());
  });

  it.each(Object.values(WRITES).flat())('each rule that calls %s notes it for the log line', (write) => {
    const callers = filesWith('functions/domain/**/*.ts', (text) => text.includes(`${write}(`));

    expect(callers).not.toEqual([]);
    expect(callers.filter((file) => !/\b(note|log)\(\{/.test(read(file)))).toEqual(
      callers.filter((file) => file === DETAILS_ALONE),
    );
  });

  it('the pattern of the manual finds the line of every route that notes or writes the books, and of every task that notes', () => {
    const notingFiles = (pattern: string) => filesWith(pattern, (text) => /\bnote\b/.test(text));
    const handlers = notingFiles('functions/handlers/**/*.ts').map(idOf);
    const routes = allRoutes.filter(([id]) => handlers.includes(id) || id in BOOK_ACTS);
    const tasks: Record<string, RequestNote> = {
      'account-mail': { mail: { id: crypto.randomUUID(), state: 'sent' } },
      'bank-booking': { bankFile: { id: 1, booked: 2 } },
      'billing-run': {
        billingRun: { id: 1, issued: 2, numbers: [['INV-2026-000001', 'INV-2026-000002']] },
      },
      'business-mail': { mail: { id: crypto.randomUUID(), state: 'sent' } },
      'mail-events': { account: { id: 1, owNumber: 'OW10001', ownAddress: 'bounce' } },
    };
    const lines = [
      ...routes.map(([routeId, { method }]) => JSON.stringify({ message: 'request', routeId, method })),
      ...Object.entries(tasks).map(([name, note]) =>
        JSON.stringify({ message: 'task done', task: name, ...note }),
      ),
    ];
    const noting = filesWith('functions/tasks/*.ts', (text) =>
      /run\w+MailJob\(|noteMailEvent\(|runBookingJob\(|runBillingJob\(/.test(text),
    );

    expect(noting.map((file) => file.slice('functions/tasks/'.length, -'.ts'.length))).toEqual(
      Object.keys(tasks),
    );
    expect(routes.length).toBeGreaterThan(Object.keys(BOOK_ACTS).length);
    expect(filterLog(readPatternOfManual(), lines.join('\n'))).toEqual(lines);
  });

  it('each route that can write invoices, money, services or closings is listed by the command, or says why not', () => {
    const WRITERS =
      /\b(bankFileStore|bankLineStore|bankOrderStore|billingDraftStore|billingWorkStore|closingStore|creditNoteStore|invoiceStore|ledgerStore|serviceStore|vatReportStore)\b/;
    /** Offered by itself: it writes money of no account that stays. */
    const OFFERED = ['users.delete'];
    const written = filesWith('functions/handlers/**/*.ts', (text) => WRITERS.test(text))
      .map(idOf)
      .filter((id) => findRoute(id).method !== 'GET');

    expect(written).toContain('payments.record');
    expect(written.filter((id) => !(id in BOOK_ACTS || id in NOT_REPEATED || OFFERED.includes(id)))).toEqual(
      [],
    );
  });
});

const MOMENT = new Date('2026-11-20T09:00:00Z');
const account = (id: number, change: object) => ({ account: { id, owNumber: `OW${id}`, ...change } });
const readLines = (...notes: object[]) => {
  const lines = notes.map((note, minute) =>
    JSON.stringify({
      message: 'request',
      timestamp: new Date(MOMENT.getTime() + (minute + 1) * 60_000).toISOString(),
      ...note,
    }),
  );

  return readRequestLines(lines.join('\n'), MOMENT);
};
const collect = (...notes: object[]) => collectLaterChanges(readLines(...notes));
const blocksOf = (...notes: object[]) => collect(...notes).blocks.map(({ reason }) => reason);

describe('the blocks since a moment', () => {
  it.each(['verified', 'unblocked'])('a bounce is none once its address is %s', (ownAddress) => {
    expect(blocksOf(account(1, { ownAddress: 'bounce' }))).toEqual(['bounce']);
    expect(blocksOf(account(1, { ownAddress: 'bounce' }), account(1, { ownAddress }))).toEqual([]);
    expect(blocksOf(account(1, { ownAddress: 'bounce' }), account(2, { ownAddress }))).toEqual(['bounce']);
  });

  it('only an administrator lifts the block that the owner of an address asked for', () => {
    const refused = account(1, { ownAddress: 'not-me' });

    expect(blocksOf(account(1, { ownAddress: 'bounce' }), refused)).toEqual(['not-me']);
    expect(blocksOf(refused, account(1, { ownAddress: 'verified' }))).toEqual(['not-me']);
    expect(blocksOf(refused, account(1, { ownAddress: 'bounce' }))).toEqual(['not-me']);
    expect(blocksOf(refused, account(1, { ownAddress: 'unblocked' }))).toEqual([]);
  });

  it('a block of an address that the restored account does not have yet is none', () => {
    const changed = account(1, { changed: { User_Email: null } });
    const blocked = account(1, { ownAddress: 'complaint' });

    expect(blocksOf(changed, blocked)).toEqual([]);
    expect(blocksOf(blocked, changed)).toEqual(['complaint']);
    expect(blocksOf(blocked, account(1, { deletedMadeAt: MOMENT.toISOString() }))).toEqual([]);
  });
});

describe('the second factors since a moment', () => {
  const factorsOf = (...notes: FactorNote[]) =>
    collect(...notes.map((factors) => account(1, { factors }))).factors.map(
      ({ removed, isAllRemoved, added }) => [removed, isAllRemoved, added.map(({ factor }) => factor)],
    );
  const added = (passkeyId?: string) => ({ change: 'added' as const, ...(passkeyId && { passkeyId }) });
  const removed = (passkeyId?: string) => ({ change: 'removed' as const, ...(passkeyId && { passkeyId }) });

  it.each<[string, FactorNote[], unknown]>([
    ['one that was added', [added('a')], [[], false, ['a']]],
    ['one that was removed', [removed('a'), removed()], [['a', 'totp'], false, []]],
    ['one that was added and removed', [added('a'), added(), removed('a')], [['a'], false, ['totp']]],
    ['one that was removed and added again', [removed(), added()], [['totp'], false, ['totp']]],
    ['all', [added('a'), { change: 'all-removed' }, added('b')], [[], true, ['b']]],
    ['a code that was used', [{ change: 'code-used' }], [[], false, []]],
    ['codes that were made anew', [{ change: 'codes-renewed' }], [[], false, []]],
  ])('the log says what became of factors: %s', (_, notes, known) => {
    expect(factorsOf(...notes)).toEqual([known]);
  });

  it('the factors of an account that was deleted since, or of a request that failed, are none', () => {
    const line = account(1, { factors: added('a') });

    expect(collect(line, account(1, { deletedMadeAt: MOMENT.toISOString() })).factors).toEqual([]);
    expect(collect({ ...line, message: 'request failed' }).factors).toEqual([]);
  });
});

it('a mail has the last state that the vendor told, however its lines are mixed', () => {
  const id = crypto.randomUUID();
  const note = (state: string) => ({ message: 'task done', mail: { id, state } });

  for (const states of [
    ['sent', 'bounced', 'delivered'],
    ['bounced', 'sent'],
  ]) {
    expect(collect(...states.map(note)).mails).toMatchObject([{ mailId: id, state: 'bounced' }]);
  }
});

describe('the books since a moment', () => {
  const failed = { message: 'request failed' };
  const close = (month: string) => ({ routeId: 'books.close-month', month });
  const open = (month: string) => ({ routeId: 'books.open-month', month });

  it('a request that was sent again with its key is one act, and sure if one of its answers was', () => {
    const key = crypto.randomUUID();
    const pay = { routeId: 'payments.record', key, recordIds: { userId: '7' } };
    const { acts } = collectLaterBooks(
      readLines(
        { ...pay, ...failed },
        pay,
        pay,
        { ...pay, key: crypto.randomUUID() },
        { ...pay, key: undefined },
      ),
    );

    expect(acts.map(({ line }) => line.message)).toEqual(['request', 'request', 'request']);
  });

  it.each([
    ['failed first', [failed, {}]],
    ['was answered first', [{}, failed]],
  ])('a request whose answer was lost keeps what it noted, if the one that noted %s', (_which, messages) => {
    const row = { gross: 115, vat: 15 };
    const figures = { invoices: row, creditNotes: row, writtenOff: row, recovered: row };
    const file = { routeId: 'books.file-vat-report', key: crypto.randomUUID() };
    const credit = { routeId: 'credit-notes.create', key: crypto.randomUUID() };
    const lines = readLines(
      { ...file, ...messages[0], vatReport: { period: '2026-10', vatNumber: '4870261234', figures } },
      { ...file, ...messages[1] },
      { ...credit, ...messages[0], creditNote: { id: 1, number: 'CN-2026-000004' } },
      { ...credit, ...messages[1] },
    );

    expect(collectLaterBooks(lines).filings).toMatchObject([{ period: '2026-10', isSure: true, figures }]);
    expect(collectLaterChanges(lines).creditNoteNumbers).toEqual([{ year: 2026, lastNumber: 4 }]);
  });

  it('a number that may be given, because its request failed, counts as given', () => {
    const lines = readLines({ ...failed, invoice: { id: 1, number: 'INV-2026-000007' } });

    expect(collectLaterChanges(lines).invoiceNumbers).toEqual([{ year: 2026, lastNumber: 7 }]);
  });

  it('each act has words for a request that failed before it noted anything', () => {
    const nothing = { message: 'request failed', timestamp: '', clientNames: '' } as const;
    for (const { tell } of Object.values(BOOK_ACTS)) {
      expect(tell('it', nothing)).toMatch(/^(?!.*(undefined|Invalid| {2}| $)).+$/);
    }
  });

  it('a month has the last act of all, with a doubt if that failed; an opening that failed hides no closing', () => {
    const monthsOf = (...notes: object[]) =>
      collectLaterBooks(readLines(...notes)).months.map(({ month, isClosed, isSure }) => [
        month,
        isClosed,
        isSure,
      ]);

    expect(monthsOf(close('2026-10'), open('2026-10'), close('2026-09'))).toEqual([
      ['2026-09', true, true],
      ['2026-10', false, true],
    ]);
    expect(monthsOf(open('2026-10'), { ...close('2026-10'), ...failed })).toEqual([['2026-10', true, false]]);
    expect(monthsOf(close('2026-10'), { ...open('2026-10'), ...failed })).toEqual([['2026-10', true, true]]);
    expect(monthsOf({ ...open('2026-10'), ...failed })).toEqual([['2026-10', false, false]]);
  });

  it('a request that failed changes nothing of an account', () => {
    expect(collect({ ...account(1, { changed: { User_Pass_Bkp: null } }), ...failed }).passwords).toEqual([]);
  });
});
