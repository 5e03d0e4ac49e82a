import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { InvoiceDeadLetters } from '#functions/ports/invoice-dead-letters.ts';
import { invoiceMessage } from '#shared/jobs.ts';
import { type Patience, PatientRequestHandler } from './request-handler.ts';

/** What is no message of ours stays where it is, for a person to look at; the alarm on the queue tells. */
const readMessage = (body: string) => {
  try {
    return invoiceMessage.parse(JSON.parse(body));
  } catch {
    return undefined;
  }
};

export const makeInvoiceDeadLetters = (queueUrl: string, patience: Patience): InvoiceDeadLetters => {
  const client = new SQSClient({ maxAttempts: 2, requestHandler: new PatientRequestHandler(patience) });

  return {
    receive: async () => {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10 }),
      );

      return Messages.flatMap(({ Body = '', ReceiptHandle }) => {
        const message = readMessage(Body);
        const remove = async () => {
          await client.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }));
        };

        return message ? [{ invoiceId: message.invoiceId, remove }] : [];
      });
    },
  };
};
