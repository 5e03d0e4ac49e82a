import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { JobQueue } from '#functions/ports/job-queue.ts';
import type { JobMessage } from '#shared/tasks.ts';
import { makeRequestHandler, type Patience } from './request-handler.ts';

export const makeJobQueue = (queueUrl: string, patience: Patience): JobQueue => {
  // A message that is sent twice does no harm: the second one finds its job done or held.
  const client = new SQSClient({ maxAttempts: 2, requestHandler: makeRequestHandler(patience) });

  return {
    send: async (key) => {
      const message: JobMessage = { key };
      await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify(message) }));
    },

    check: async () => {
      await client.send(new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['QueueArn'] }));
    },
  };
};
