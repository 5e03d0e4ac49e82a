import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { InvoiceDeadLetters } from '#functions/ports/invoice-dead-letters.ts';
import { invoiceMessage } from '#shared/jobs.ts';

export const makeInvoiceDeadLetters = (queueUrl: string): InvoiceDeadLetters => {
  const client = new SQSClient({});

  return {
    receive: async () => {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10 }),
      );

      return Messages.map(({ Body = '', ReceiptHandle }) => ({
        invoiceId: invoiceMessage.parse(JSON.parse(Body)).invoiceId,
        remove: async () => {
          await client.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }));
        },
      }));
    },
  };
};
