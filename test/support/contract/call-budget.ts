import { findRoute, type RouteId } from '#shared/contract/index.ts';

const BUDGETS_OF_THEIR_OWN: Partial<Record<RouteId, number>> = {
  // Account, attempt, success and session; no transaction. The mail about an unknown browser, and the end of the oldest
  // session if there are more than a hundred.
  'auth.login': 6,
  // The open step with the factor, the attempt, the session, and beside the given-back counters the mail about an unknown
  // browser. One more for a recovery code's mail.
  'auth.second-step': 5,
  // The passkey with its account, attempt, success and session. The same mail as for a password.
  'auth.passkey': 5,
  // The link, count of changes; begin, the link again, password, links, sessions, blocks, mail, audit row, commit; the
  // contact's job. One more for an administrator.
  'links.reset': 13,
  // The session and the link; begin, the link again, address, links, sessions, mail, audit row, commit; the contact's
  // job.
  'links.verify': 11,
  // Session, account, attempt, success, count of changes; begin, password, sessions, links, mail, audit row, commit.
  'account.password': 12,
  // Session, begin, the account's lock, its factors, the passkey with its challenge, the recovery codes, the session's rise,
  // the other sessions, mail, audit row, commit. One more for the mails about an administrator's first factor.
  'factors.add-passkey': 12,
  // The same with the app instead of the passkey, the count of tries, and the app before.
  'factors.confirm-totp': 14,
  // Session, begin, the account's lock, its factors, the deletion, what goes with the last factor, the other sessions,
  // mail, audit row, commit.
  'factors.delete-passkey': 10,
  'factors.delete-totp': 10,
  // Session, begin, the account's lock, its factors, the codes, the other sessions, mail, audit row, commit.
  'factors.renew-codes': 9,
  // Session, begin, the account's lock, its factors, the deletion, the sessions, two kinds of mails, audit row, commit.
  'factors.remove': 10,
  // The link; begin, the link again, address, links, sessions, mails to administrators, audit row, commit.
  'links.not-me': 9,
  // Session, share, account, attempt, success; begin, address, two mails, audit row, commit.
  'account.change-email': 11,
  // Session, count, audit entry, and one page for each 400 rows: here only the first.
  'users.export': 4,
  // Session, begin, the key, the accounts' locks, the mails, their count of the day, the stored answer, commit.
  'mails.statements': 8,
  // Session, begin, the accounts' locks, the balance, the retained credit notes, the retained invoices, the deletion, the
  // audit row, commit.
  'users.delete': 10,
  // Session, begin, the key, the account's lock, the invoice with its job, settling, the stored answer, commit. One more
  // if a line bills days of a service, and one or two for the places of repeats.
  'invoices.create': 11,
  // Session, begin, the invoice, the account's lock, the payment, settling, the read invoice, commit.
  'invoices.status': 8,
  // Session, begin, the key, the account's lock, the invoice with its lines, the credit note, the allocations that it
  // ends, settling, the days that it takes off and those that it frees, the stored answer, commit. One or two more for the
  // places of repeats.
  'credit-notes.create': 12,
  // The same without the account's changes.
  'credit-notes.missing': 8,
  // Session, begin, the key, the account's lock, the payment, settling, the stored answer, commit. One more for a day
  // that has passed, one for a payment that takes the place of another, and one for what it recovers.
  'payments.record': 11,
  // The same, the payment's account, the ended allocations, and the read payment.
  'payments.reverse': 11,
  // Session, begin, the key, the payment's account, the locks of both accounts, the payment as it is, the ended
  // allocations, the reversal, settling, the mail about it, the payment, settling, the stored answer, commit.
  'payments.move': 14,
  // Session, begin, the key, the accounts' locks, the line's lock, the payment, settling, the line, commit, the line as it
  // is: two more than a payment of today, and two more for each further client. One more for what a payment recovers, one
  // for unidentified money, and three for the payment that a line returns.
  'bank.book': 13,
  // Session, begin, the key, the line's lock, the line, the audit row, commit, the line as it is.
  'bank.ignore': 8,
  // Session, begin, the key, the line's payments, the locks of accounts and line, the payments again, the ended bookings,
  // four to find the line's clients, the line, commit, the line as it is. Three more for each payment that is reversed, and
  // one for their mails.
  'bank.reopen': 19,
  // Session, begin, the key, the locks of account and lines, what stands against it, the deletion, the account's first
  // day, two pages of lines, three to find their clients, the lines, commit.
  'bank.take-back': 15,
  // Session, begin, the key, the file, the lock of its account, the lines, commit, the file as it is.
  'bank.same': 8,
  // Session, begin, the key, the locks of account and lines, whether one is booked, the day, the earlier lines, two pages
  // of lines, three to find their clients, the lines, commit, the file as it is.
  'bank.change-first-day': 15,
  // Session, begin, the key, the run's lock, its sum, the comparison, the start with its job, commit, the run as it is, the
  // next job.
  'billing-runs.start': 10,
  'payments.refund': 8,
  // The same, the opening balance, and its ended allocations.
  'payments.correct': 10,
  // Session, begin, the key, the lock, the closed months, the closing, commit; the closed
  // months; begin, the isolation level, control account, ages, VAT rows, commit; the figures' place, the closing as it is,
  // the stored answer.
  'books.close-month': 17,
  // Session, begin, the key, the lock, the closed months, the filed reports, the opening,
  // the closing as it is, the stored answer, commit.
  'books.open-month': 10,
  // Session, begin, the key, the account's lock, the write-off, the read invoice, the stored answer, commit.
  'write-offs.invoice': 8,
  // The same, and settling.
  'write-offs.undo-invoice': 9,
  'write-offs.undo-opening': 8,
  // Session, the key, and for each client begin, the key, the lock, the write-off, the stored answer, commit: here one.
  'write-offs.clients': 8,
  // Session, begin, the key, the invoice's lock, the payment, the recovery, the allocation, the stored answer, commit.
  'payments.recover-retained': 9,
  // Session, begin, the isolation level, count by day, one page for each 250 entries (here only the first), one of the
  // entries that are on no account, commit, and the audit row.
  'books.export': 8,
  // Session, begin, the isolation level, one page for each 250 items (here only the first), the figures, commit, and the
  // audit row.
  'books.export-bank-reconciliation': 7,
  // Session, begin, the key, the lock of the open run, the draft, the first days, the lines, the audit row, commit, the run.
  'billing-runs.create': 10,
  // Session, begin, the isolation level, the run, one page for each 400 lines (here only the first), commit, and the audit
  // row.
  'billing-runs.export': 7,
  // Session, begin, the isolation level, one page for each 400 rows (here only the first), commit, and the audit row.
  'debtors.export': 6,
  // Session, begin, the isolation level, one page for each 1,000 documents (here only the first), commit, and the audit
  // row.
  'books.export-vat-report': 6,
  // Session, begin, the key, the lock of the closings, the sums, the report, the audit row, the stored answer, commit.
  'books.file-vat-report': 9,
  'debtors.export-credits': 6,
  // Session, one page for each 400 clients (here only the first), and the audit row.
  'books.export-closed-debtors': 3,
  // Session, the header's columns, begin, the key, the account's lock, its first day, the known lines, the clients of the
  // lines, the file, its lines, the stored answer, commit, the read file. At most 60 for 10,000 lines.
  'bank.upload': 14,
  // Session, share, the message, three to begin sending it, two to note that it was sent, and one for each answer of the
  // helpdesk, beside the work that follows. Two more for the department and the contact of a client's first ticket, and
  // the calls left after that contact's answer.
  'tickets.create': 12,
  // The same, a second answer, and one more to have its job open the ticket again.
  'tickets.reply': 11,
  // Session, the five of a transaction, and the client's next message.
  'tickets.withdraw': 7,
  'tickets.withdraw-reply': 7,
  // Session, ticket, share, the known authors in parallel with the helpdesk, storing the entries, and beside it an agent
  // who is met for the first time and the calls left after two answers; one more if replies wait.
  'tickets.conversations': 8,
  // Session, ticket, share, and the calls left after two answers.
  'tickets.attachment': 5,
  // Session, ticket, share; begin, the copy, the activity, commit; and the calls left after two answers.
  'tickets.close': 9,
  // Session, the run with its audit row, the count of files, and the result.
  'debug.drive': 4,
};

/**
 * Returns the maximum number of Data API calls of one request, including the check of its session, begin and commit.
 * One call takes about 100 ms on Aurora.
 */
export const callBudgetOf = (routeId: RouteId): number =>
  BUDGETS_OF_THEIR_OWN[routeId] ?? (findRoute(routeId).method === 'GET' ? 2 : 7);

/** As many as follow one another today: lower the number when calls begin to share a level. */
const LEVELS_OF_THEIR_OWN: Partial<Record<RouteId, number>> = {
  'auth.options': 0,
  'invoices.provider': 0,
  'auth.login': 5,
  'auth.second-step': 4,
  'auth.passkey': 5,
  'auth.logout': 1,
  'account.update': 3,
  'account.password': 12,
  'account.change-email': 11,
  'account.verification': 4,
  'factors.add-passkey': 11,
  'factors.delete-passkey': 10,
  'factors.confirm-totp': 14,
  'factors.delete-totp': 10,
  'factors.renew-codes': 9,
  'factors.remove': 10,
  'links.request-reset': 3,
  'links.check-reset': 1,
  'links.reset': 12,
  'links.check-verification': 1,
  'links.verify': 10,
  'links.not-me': 9,
  'users.export': 4,
  'users.update': 2,
  'users.delete': 9,
  'users.unblock': 6,
  'users.send-reset': 6,
  'users.invite': 7,
  'mails.resend': 6,
  'mails.statements': 7,
  'services.create': 6,
  // Session, begin, the account's lock, the service with what is billed, the change, the audit row, commit.
  'services.update': 7,
  'services.delete': 6,
  'invoices.billing': 1,
  'invoices.create': 10,
  'invoices.status': 8,
  'credit-notes.create': 11,
  'credit-notes.missing': 7,
  'payments.record': 10,
  'payments.reverse': 10,
  'payments.move': 13,
  'bank.book': 13,
  'bank.same': 8,
  'bank.take-back': 15,
  'bank.change-first-day': 15,
  'bank.ignore': 8,
  'bank.reopen': 19,
  'payments.refund': 7,
  'payments.correct': 9,
  'books.close-month': 17,
  'books.open-month': 10,
  'write-offs.invoice': 7,
  'write-offs.undo-invoice': 8,
  'write-offs.opening': 6,
  'write-offs.undo-opening': 7,
  'write-offs.clients': 8,
  'payments.recover-retained': 8,
  'books.export': 8,
  'books.export-bank-reconciliation': 7,
  'billing-runs.create': 10,
  'billing-runs.export': 7,
  'billing-runs.exclude': 6,
  'billing-runs.start': 9,
  'billing-runs.stop': 6,
  'billing-runs.continue': 7,
  'billing-runs.cancel': 6,
  'billing-runs.delete': 6,
  'debtors.export': 6,
  'books.export-vat-report': 6,
  'books.file-vat-report': 8,
  'debtors.export-credits': 6,
  'books.export-closed-debtors': 3,
  // Session, begin, the key, the order, commit, the file, and the job's place in its lane.
  'bank.book-certain': 7,
  'bank.upload': 14,
  'jobs.retry': 6,
  'jobs.retry-all': 2,
  // The first ticket of a client, to a department.
  'tickets.create': 8,
  'tickets.withdraw': 7,
  // With an agent who is met for the first time.
  'tickets.conversations': 6,
  // If its job opens the ticket again.
  'tickets.reply': 8,
  'tickets.withdraw-reply': 7,
  'tickets.close': 9,
  'tickets.attachment': 6,
  'debug.drive': 4,
  'debug.upload': 3,
};

/**
 * Returns how many calls of a request, of the Data API and of the helpdesk, may follow one another; calls at the same
 * time count once. The user waits for each of these, about 100 ms on Aurora.
 */
export const levelBudgetOf = (routeId: RouteId): number => {
  const { method, readsBesideCheck } = findRoute(routeId);

  return LEVELS_OF_THEIR_OWN[routeId] ?? (readsBesideCheck ? 1 : method === 'GET' ? 2 : 5);
};

const HELPDESK_BUDGETS: Partial<Record<RouteId, number>> = {
  // The contact, once for each client, and the ticket.
  'tickets.create': 2,
  // The current ticket, and the note.
  'tickets.reply': 2,
  // One page of 100 entries, and an agent who is met for the first time.
  'tickets.conversations': 2,
  // The current ticket, and its status.
  'tickets.close': 2,
  // The ticket, its conversation and the bytes, which the host of the attachments returns.
  'tickets.attachment': 2,
  // The agent to whom the key belongs.
  'debug.system': 1,
};

/** Returns the maximum number of helpdesk calls of one request; a route without an entry makes none in any case. */
export const helpdeskBudgetOf = (routeId: RouteId): number => HELPDESK_BUDGETS[routeId] ?? 0;
