import { auditOf } from '#functions/domain/audit.ts';
import { deleteUser } from '#functions/domain/users/user-deletion.ts';
import { editUser } from '#functions/domain/users/user-edits.ts';
import { role as roleSchema } from '#shared/contract/fields.ts';
import { formatDateTime } from '#shared/dates.ts';
import { jobKinds } from '#shared/job-kinds.ts';
import { MAIL_BLOCK_REASONS } from '#shared/mails/mail-kinds.ts';
import { Refused } from '../refused.ts';
import { offerFilings, offerMonths } from './close-again.ts';
import type { LaterBooks } from './later-books.ts';
import type { LaterChanges } from './later-changes.ts';
import { listBooks } from './list-books.ts';
import { attempt, type Find, NEWS_A_STATEMENT, OPERATOR, type RestorePorts, ROLES } from './restore-ports.ts';
import { settleFactors } from './settle-factors.ts';

/** This command writes no request's log line, so there is nothing to note. */
const note = () => {};
/** Orders no mails, because each change was mailed when it was made first. */
const NO_MAIL = {
  mailSettings: { isOn: false },
  accountMailQueue: { send: async () => {} },
  report: () => {},
};

const STATUSES = ['inactive', 'active'];

/** Does the steps that are right regardless of later changes; a second run finds them done. */
const settle = async ({ store, terminal }: RestorePorts, moment: Date): Promise<void> => {
  const { newestAt, isSettled } = await store.readState(moment);
  if (isSettled) {
    terminal.say('An earlier run has ended the sessions, moved the ids ahead and held the jobs.');
    return;
  }
  if (newestAt && newestAt > moment) {
    throw new Refused(
      `This database has rows of ${newestAt.toISOString()}: it was not restored to ${moment.toISOString()}, or the portal has written to it since.`,
    );
  }
  const isWanted = await terminal.confirm(
    'This ends all sessions, moves every id ahead and holds the jobs that wait. The queues and schedules of the portal must be stopped. Go on?',
  );
  if (!isWanted) {
    throw new Refused('Nothing was changed.');
  }

  const { sessions, held } = await store.settle(moment);
  terminal.say(`${sessions} sessions ended, and every id moved ahead.`);
  for (const [kind, count] of Object.entries(held)) {
    const { label } = jobKinds[kind as keyof typeof jobKinds];
    terminal.say(`Held in Background Jobs: ${count} of '${label}'. Try again releases each.`);
  }
};

const offerDeletions = async (
  { database, terminal, isHelpdeskOn }: RestorePorts,
  deletions: LaterChanges['deletions'],
  find: Find,
  clock: () => Date,
): Promise<void> => {
  for (const deletion of deletions) {
    const account = find(deletion);
    if (!account) {
      continue;
    }
    const { userId, owNumber, at, madeAt } = deletion;
    if (account.madeAt !== madeAt) {
      terminal.say(`${owNumber} was made at another time than the account that was deleted: left as it is.`);
      continue;
    }
    const typed = await terminal.ask(
      `${owNumber}, made on ${formatDateTime(madeAt)}, was deleted on ${formatDateTime(at)}. Type its OW number to delete it again, or nothing to keep it`,
    );
    if (typed.toUpperCase() !== owNumber.toUpperCase()) {
      terminal.say(`${owNumber} is kept.`);
      continue;
    }
    const ports = { database, ...NO_MAIL, supportSettings: { isOn: isHelpdeskOn }, note };
    await attempt(
      terminal,
      owNumber,
      () => deleteUser(ports, OPERATOR, userId, clock()),
      `${owNumber} is deleted again.`,
    );
  }
};

const offerRights = async (
  { database, terminal, isHelpdeskOn }: RestorePorts,
  rights: LaterChanges['rights'],
  find: Find,
  clock: () => Date,
): Promise<void> => {
  const supportSettings = { isOn: isHelpdeskOn, contactUrl: () => '' };

  for (const { userId, owNumber, at, role, status } of rights) {
    const account = find({ userId, owNumber });
    if (!account) {
      continue;
    }
    const changes = [
      ...(role !== undefined && role !== account.role
        ? [{ edit: { user_role: roleSchema.parse(role) }, word: ROLES[role] }]
        : []),
      ...(status !== undefined && status !== account.status
        ? [{ edit: { User_Status: status }, word: STATUSES[status] }]
        : []),
    ];
    for (const { edit, word } of changes) {
      const question = `${owNumber} was made ${word} by a change of ${formatDateTime(at)}, which the restore took back. Make it ${word} again?`;
      if (!(await terminal.confirm(question))) {
        continue;
      }
      await attempt(
        terminal,
        owNumber,
        () =>
          editUser(
            { database, ...NO_MAIL, supportSettings, note },
            OPERATOR,
            { userId, edit, version: undefined, isProven: true },
            clock(),
          ),
        `${owNumber} is ${word} again.`,
      );
    }
  }
};

/** Notes the mails that were sent since, so that a held job sends none of them again. */
const settleMails = async (
  { store, terminal }: RestorePorts,
  mails: LaterChanges['mails'],
): Promise<void> => {
  let settled = 0;
  for (let start = 0; start < mails.length; start += NEWS_A_STATEMENT) {
    settled += await store.settleMails(mails.slice(start, start + NEWS_A_STATEMENT));
  }
  if (settled > 0) {
    terminal.say(`${settled} mails were sent or answered since: their jobs have ended.`);
  }
};

const offerAddresses = async (
  { store, terminal }: RestorePorts,
  addresses: LaterChanges['addresses'],
  find: Find,
): Promise<void> => {
  for (const { userId, owNumber, at } of addresses) {
    const account = find({ userId, owNumber });
    if (!account || account.isBlocked) {
      continue;
    }
    const isWanted = await terminal.confirm(
      `${owNumber} got another address on ${formatDateTime(at)}, which no log has; now the former one has it again, and reset links would go there. Stop mail to the former address, until its owner or an administrator enters another?`,
    );
    if (isWanted) {
      await store.blockAddresses([{ userId, reason: 'brought-back' }]);
      terminal.say(`No mail goes to the address of ${owNumber}.`);
    }
  }
};

/** Asks once for all, because a block is no right and an administrator lifts it. */
const offerBlocks = async (
  { store, terminal }: RestorePorts,
  blocks: LaterChanges['blocks'],
  find: Find,
): Promise<void> => {
  const open = blocks.filter((block) => find(block)?.isBlocked === false);
  if (open.length === 0) {
    return;
  }
  const counts = Object.entries(MAIL_BLOCK_REASONS)
    .map(([reason, words]) => ({ words, count: open.filter((block) => block.reason === reason).length }))
    .filter(({ count }) => count > 0)
    .map(({ words, count }) => `${count}: ${words}`);
  const isWanted = await terminal.confirm(
    `${open.length} addresses were blocked since: ${counts.join('; ')}. Block them again?`,
  );
  if (isWanted) {
    for (let start = 0; start < open.length; start += NEWS_A_STATEMENT) {
      const blocked = open.slice(start, start + NEWS_A_STATEMENT);
      await store.blockAddresses(blocked.map(({ userId, reason }) => ({ userId, reason })));
    }
    terminal.say(`${open.length} addresses get no mail.`);
  }
};

const offerPasswords = async (
  { database, terminal, makeUnknownHash }: RestorePorts,
  passwords: LaterChanges['passwords'],
  find: Find,
  clock: () => Date,
): Promise<void> => {
  for (const { userId, owNumber, at } of passwords) {
    if (!find({ userId, owNumber })) {
      continue;
    }
    const isWanted = await terminal.confirm(
      `${owNumber} got a new password on ${formatDateTime(at)}; now the old one opens the account again. Let no password open it until a new one is set, by a reset link or an administrator?`,
    );
    if (!isWanted) {
      continue;
    }
    await database.transaction(async ({ users, links, sessions, journal }) => {
      await users.setPasswordHash(userId, { passwordHash: makeUnknownHash(), isTemporary: false }, clock());
      await links.endAllOf(userId);
      await sessions.endAllOf(userId);
      await journal.record(
        auditOf(OPERATOR, 'users.update', { record: `user ${userId}`, changes: ['User_Pass_Bkp'] }),
      );
    });
    terminal.say(`No password opens ${owNumber}.`);
  }
};

const offerNumbers = async (
  { store, terminal }: RestorePorts,
  series: 'INV' | 'CN',
  numbers: LaterChanges['invoiceNumbers'],
): Promise<void> => {
  const counters = await store.readCounters(series);
  const document = series === 'INV' ? 'invoice' : 'credit note';

  for (const { year, lastNumber } of numbers) {
    const restored = counters.get(year) ?? 0;
    if (restored >= lastNumber) {
      continue;
    }
    const isWanted = await terminal.confirm(
      `The last ${document} of ${year} has the number ${restored} here, and numbers up to ${lastNumber} were given to clients since. Go on after ${lastNumber}?`,
    );
    if (isWanted) {
      await store.raiseCounter(series, year, lastNumber);
    }
  }
};

/**
 * Makes a restored database safe to use: first the steps that are right regardless of later changes, then each later
 * change that the logs show, only if the operator chooses it.
 */
export const afterRestore = async (
  ports: RestorePorts,
  {
    moment,
    changes,
    books,
    clock,
  }: { moment: Date; changes: LaterChanges; books: LaterBooks; clock: () => Date },
): Promise<void> => {
  await settle(ports, moment);

  await offerMonths(ports, books.months, clock);
  await offerFilings(ports, books.filings, clock);

  await settleMails(ports, changes.mails);

  const { deletions, rights, passwords, addresses, blocks, factors } = changes;
  const changed = [...deletions, ...rights, ...passwords, ...addresses, ...blocks, ...factors];
  const accounts = await ports.store.findAccounts(changed.map(({ userId }) => userId));
  const find: Find = ({ userId, owNumber }) =>
    accounts.find((account) => account.userId === userId && account.owNumber === owNumber);

  await settleFactors(ports, factors, { find, moment });
  await offerDeletions(ports, deletions, find, clock);
  await offerRights(ports, rights, find, clock);
  await offerAddresses(ports, addresses, find);
  await offerPasswords(ports, passwords, find, clock);
  await offerBlocks(ports, blocks, find);
  await offerNumbers(ports, 'INV', changes.invoiceNumbers);
  await offerNumbers(ports, 'CN', changes.creditNoteNumbers);
  await listBooks(ports, books);
  ports.terminal.say('Nothing else was changed.');
};
