import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { MessageStore } from '#functions/ports/database/tickets/message-store.ts';
import { AppError } from '#shared/errors.ts';
import { type LanePorts, queueNextMessage } from './message-job.ts';
import { ticketNotFound } from './ticket-answers.ts';

interface RequestContext {
  now: Date;
  /** Logs a failure that the answer does not show. */
  report(failure: unknown): void;
}

const DELIVERED = 'This is at the helpdesk already, so it can no longer be withdrawn.';
const ON_ITS_WAY = 'This may be at the helpdesk already, so it can no longer be withdrawn.';

interface WithdrawalStores {
  messages: Pick<MessageStore, 'withdraw'>;
}

type WithdrawalPorts = LanePorts & {
  database: { transaction<T>(run: (database: WithdrawalStores) => Promise<T>): Promise<T> };
};

const withdraw = async (
  ports: WithdrawalPorts,
  { userId }: SessionUser,
  id: number,
  message: Parameters<MessageStore['withdraw']>[1],
  { now, report }: RequestContext,
): Promise<void> => {
  // A message with a positive id is at the helpdesk, and a withdrawal never deletes anything there.
  if (id >= 0) {
    throw ticketNotFound();
  }

  const withdrawal = await ports.database.transaction(({ messages }) => messages.withdraw(userId, message));
  if (withdrawal === 'not-found') {
    throw ticketNotFound();
  }
  if (withdrawal === 'delivered') {
    throw new AppError('conflict', DELIVERED);
  }
  if (withdrawal === 'uncertain') {
    throw new AppError('conflict', ON_ITS_WAY);
  }

  await queueNextMessage(ports, userId, now).catch(report);
};

/** Takes back a ticket that waits to be sent or was given up, with its replies. */
export const withdrawTicket = (
  ports: WithdrawalPorts,
  client: SessionUser,
  ticketId: number,
  context: RequestContext,
): Promise<void> => withdraw(ports, client, ticketId, { kind: 'ticket', messageId: -ticketId }, context);

/** Takes back a reply that waits to be sent or was given up. */
export const withdrawReply = (
  ports: WithdrawalPorts,
  client: SessionUser,
  { ticketId, replyId }: { ticketId: number; replyId: number },
  context: RequestContext,
): Promise<void> =>
  withdraw(ports, client, replyId, { kind: 'reply', messageId: -replyId, ticketId }, context);
