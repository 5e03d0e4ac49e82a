import type { MessageText, StoreResult } from '#functions/ports/database/tickets/message-store.ts';
import { HelpdeskError } from '#functions/ports/helpdesk.ts';
import { AppError, secondsUntil } from '#shared/errors.ts';
import { parentFailed, ticketClosed } from './reply-delivery.ts';
import { ticketNotFound } from './ticket-answers.ts';

const DEPARTMENT = 'Choose one of the departments';

export const unknownDepartment = (cause?: unknown) =>
  new AppError('unprocessable', DEPARTMENT, { fields: { department: DEPARTMENT }, cause });

const SHARE_USED = {
  ticket: 'You have created many tickets within an hour. Please try again later.',
  reply: 'You have sent many replies within an hour. Please try again later.',
};

export const toRefusal = (
  result: Exclude<StoreResult, { outcome: 'stored' }>,
  kind: MessageText['kind'],
  now: Date,
): AppError => {
  switch (result.outcome) {
    case 'share-used':
      return new AppError('too_many_requests', SHARE_USED[kind], {
        retryAfterSeconds: secondsUntil(result.until, now),
      });
    case 'closed':
      return ticketClosed();
    case 'parent-failed':
      return parentFailed();
    case 'not-found':
      return ticketNotFound();
    case 'repeated':
      return new AppError('conflict', 'The same request is still being worked on. Please wait a moment.', {
        retryAfterSeconds: 5,
      });
  }
};

/** The names of the forms' fields by the helpdesk port's names for them. */
const FIELDS: Record<string, string> = {
  groupId: 'department',
  subject: 'subject',
  description: 'description',
  priority: 'priority',
  tags: 'tags',
  body: 'body',
};

/** Turns a refusal of the helpdesk into the errors that the client's form shows at its fields. */
export const atItsField = (error: unknown): unknown => {
  if (!(error instanceof HelpdeskError)) {
    return error;
  }

  const refused = error.refusedFields.flatMap((name) => FIELDS[name] ?? []);
  if (refused.includes('department')) {
    return unknownDepartment(error);
  }
  const fields = Object.fromEntries(refused.map((field) => [field, error.message]));

  return new AppError('unprocessable', error.message, {
    ...(refused.length > 0 && { fields }),
    cause: error,
  });
};
