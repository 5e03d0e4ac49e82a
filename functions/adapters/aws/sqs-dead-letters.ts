import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { DeadLetterQueue } from '#functions/ports/dead-letters.ts';
import { jobMessage } from '#shared/tasks.ts';
import { makeRequestHandler, type Patience } from './request-handler.ts';

/** Messages that are not ours stay in the queue for a person to look at; the alarm on the queue reports them. */
const readMessage = (body: string) => {
  try {
    return jobMessage.parse(JSON.parse(body));
  } catch {
    return undefined;
  }
};

export const makeDeadLetterQueue = (queueUrl: string, patience: Patience): DeadLetterQueue => {
  const client = new SQSClient({ maxAttempts: 2, requestHandler: makeRequestHandler(patience) });

  return {
    count: async () => {
      const { Attributes } = await client.send(
        new GetQueueAttributesCommand({
          QueueUrl: queueUrl,
          AttributeNames: ['ApproximateNumberOfMessages'],
        }),
      );

      return Number(Attributes?.ApproximateNumberOfMessages ?? 0);
    },

    receive: async () => {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10 }),
      );

      return Messages.flatMap(({ Body = '', ReceiptHandle }) => {
        const message = readMessage(Body);
        const remove = async () => {
          await client.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }));
        };

        return message ? [{ key: message.key, remove }] : [];
      });
    },
  };
};
