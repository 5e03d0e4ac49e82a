import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { InvoiceQueue } from '#functions/ports/invoice-queue.ts';

/** Somebody waits for the answer meanwhile, and what was not sent is left to the sweep. */
const PATIENCE = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
};

export const makeInvoiceQueue = (queueUrl: string): InvoiceQueue => {
  const client = new SQSClient(PATIENCE);

  return {
    send: async (invoiceId) => {
      await client.send(
        new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify({ invoiceId }) }),
      );
    },

    check: async () => {
      await client.send(new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['QueueArn'] }));
    },
  };
};
