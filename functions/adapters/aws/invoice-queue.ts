import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { InvoiceQueue } from '#functions/ports/invoice-queue.ts';
import { type Patience, PatientRequestHandler } from './request-handler.ts';

export const makeInvoiceQueue = (queueUrl: string, patience: Patience): InvoiceQueue => {
  // A message that is sent twice does no harm: the second finds its job done or held.
  const client = new SQSClient({ maxAttempts: 2, requestHandler: new PatientRequestHandler(patience) });

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
