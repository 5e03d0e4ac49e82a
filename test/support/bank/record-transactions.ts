import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { vi } from 'vitest';

/** Records the calls of each transaction that is committed while `work` runs: 'begin', the statements, 'commit'. */
export const recordTransactions = async (work: () => Promise<unknown>): Promise<string[][]> => {
  const send = RDSDataClient.prototype.send;
  const open = new Map<string, string[]>();
  const committed: string[][] = [];
  const spy = vi.spyOn(RDSDataClient.prototype, 'send').mockImplementation(async function (
    this: RDSDataClient,
    ...sent: unknown[]
  ) {
    const [command] = sent as [
      { constructor: { name: string }; input: { transactionId?: string; sql?: string } },
    ];
    const answer = await (send as (...all: unknown[]) => Promise<{ transactionId?: string }>).apply(
      this,
      sent,
    );
    const { transactionId = answer.transactionId ?? '', sql } = command.input;
    if (command.constructor.name === 'BeginTransactionCommand') {
      open.set(transactionId, ['begin']);
    }
    if (sql !== undefined) {
      open.get(transactionId)?.push(sql);
    }
    if (command.constructor.name === 'CommitTransactionCommand') {
      committed.push([...(open.get(transactionId) ?? []), 'commit']);
    }

    return answer;
  } as never);
  try {
    await work();
  } finally {
    spy.mockRestore();
  }

  return committed;
};
