import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { InvoiceQueue } from '#functions/ports/invoice-queue.ts';

export const makeInvoiceQueue = (queueUrl: string): InvoiceQueue => {
  const client = new SQSClient({});

  return {
    send: async (invoiceId) => {
      await client.send(
        new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify({ invoiceId }) }),
      );
    },
  };
};
