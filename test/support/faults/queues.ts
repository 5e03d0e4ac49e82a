import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

/** Receives the bodies of the available messages, and hides the messages for an hour. */
export const receiveMessages = async (queueUrl: string): Promise<unknown[]> => {
  const { Messages = [] } = await new SQSClient({}).send(
    new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 3600 }),
  );

  return Messages.map(({ Body = '' }) => JSON.parse(Body));
};

/** Hides the messages that earlier tests left. */
export const emptyQueue = async (queueUrl: string): Promise<void> => {
  while ((await receiveMessages(queueUrl)).length > 0) {}
};

export const sendMessage = async (queueUrl: string, body: string): Promise<void> => {
  await new SQSClient({}).send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: body }));
};
