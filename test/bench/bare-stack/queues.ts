import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

const client = new SQSClient({});

export const sendMessage = (text: string) =>
  client.send(new SendMessageCommand({ QueueUrl: 'q', MessageBody: text }));
