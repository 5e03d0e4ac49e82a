import { createHash } from 'node:crypto';
import * as z from 'zod';
import { invalidParameter, QueueError } from './errors.ts';
import type { MessageQueue, ReceivedMessage } from './message-queue.ts';

const BODY_BYTES_MAX = 1024 * 1024;
/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
const FORBIDDEN_CHARACTERS = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

const delaySeconds = z.number().int().min(0).max(900).default(0);
/** Whole seconds at AWS; fractions save tests the waiting. */
const visibilityTimeoutSeconds = z.number().min(0).max(43_200);

const sendInput = z.strictObject({ MessageBody: z.string(), DelaySeconds: delaySeconds });
const deleteInput = z.strictObject({ ReceiptHandle: z.string().min(1) });
const changeInput = deleteInput.extend({ VisibilityTimeout: visibilityTimeoutSeconds });
const receiveInput = z.strictObject({
  MaxNumberOfMessages: z.number().int().min(1).max(10).default(1),
  VisibilityTimeout: visibilityTimeoutSeconds.optional(),
  WaitTimeSeconds: z.number().min(0).max(20).default(0),
  AttributeNames: z.array(z.string()).default([]),
  MessageSystemAttributeNames: z.array(z.string()).default([]),
  MessageAttributeNames: z.array(z.string()).optional(),
});
const attributesInput = z.strictObject({ AttributeNames: z.array(z.string()).default([]) });

type Action = (queue: MessageQueue, input: unknown, signal: AbortSignal) => unknown;

const parse = <T>(schema: z.ZodType<T>, input: unknown): T => {
  const result = schema.safeParse(input);
  if (result.success) {
    return result.data;
  }
  const [issue] = result.error.issues;
  throw invalidParameter(
    `Value for parameter ${issue?.path.join('.')} is invalid. Reason: ${issue?.message}.`,
  );
};

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

const sendMessage = (queue: MessageQueue, input: unknown) => {
  const { MessageBody: body, DelaySeconds } = parse(sendInput, input);
  if (body === '') {
    throw new QueueError('MissingParameter', 'The request must contain the parameter MessageBody.');
  }
  if (Buffer.byteLength(body) > BODY_BYTES_MAX) {
    throw invalidParameter(
      `One or more parameters are invalid. Reason: Message must be shorter than ${BODY_BYTES_MAX} bytes.`,
    );
  }
  if (FORBIDDEN_CHARACTERS.test(body)) {
    throw new QueueError('InvalidMessageContents', 'Invalid characters found in the message body.');
  }

  return { MessageId: queue.send(body, DelaySeconds), MD5OfMessageBody: md5(body) };
};

const toSystemAttributes = (message: ReceivedMessage) => ({
  SenderId: 'AIDALOCAL',
  SentTimestamp: String(message.sentAt),
  ApproximateReceiveCount: String(message.receiveCount),
  ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
  ...(message.deadLetterSourceArn && { DeadLetterQueueSourceArn: message.deadLetterSourceArn }),
});

const pick = (attributes: Record<string, string>, names: string[]) =>
  Object.fromEntries(
    Object.entries(attributes).filter(([name]) => names.includes('All') || names.includes(name)),
  );

const receiveMessages = async (queue: MessageQueue, input: unknown, signal: AbortSignal) => {
  const request = parse(receiveInput, input);
  const names = [...request.AttributeNames, ...request.MessageSystemAttributeNames];
  const received = await queue.receive({
    maxMessages: request.MaxNumberOfMessages,
    visibilityTimeoutSeconds: request.VisibilityTimeout,
    waitSeconds: request.WaitTimeSeconds,
    signal,
  });
  if (received.length === 0) {
    return {};
  }

  return {
    Messages: received.map((message) => ({
      MessageId: message.id,
      ReceiptHandle: message.receiptHandle,
      MD5OfBody: md5(message.body),
      Body: message.body,
      Attributes: pick(toSystemAttributes(message), names),
    })),
  };
};

const deleteMessage = (queue: MessageQueue, input: unknown) => {
  queue.delete(parse(deleteInput, input).ReceiptHandle);

  return {};
};

const changeVisibility = (queue: MessageQueue, input: unknown) => {
  const { ReceiptHandle, VisibilityTimeout } = parse(changeInput, input);
  queue.changeVisibility(ReceiptHandle, VisibilityTimeout);

  return {};
};

const getAttributes = (queue: MessageQueue, input: unknown) => {
  const names = parse(attributesInput, input).AttributeNames;
  const { visible, inFlight, delayed } = queue.count();
  const attributes: Record<string, string> = {
    QueueArn: queue.arn,
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(delayed),
    VisibilityTimeout: String(queue.visibilityTimeoutSeconds),
    MaximumMessageSize: String(BODY_BYTES_MAX),
    DelaySeconds: '0',
    ReceiveMessageWaitTimeSeconds: '0',
    ...(queue.redrive && {
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: queue.redrive.deadLetters.arn,
        maxReceiveCount: queue.redrive.maxReceiveCount,
      }),
    }),
  };
  const unknown = names.find((name) => name !== 'All' && name !== 'RedrivePolicy' && !(name in attributes));
  if (unknown) {
    throw new QueueError('InvalidAttributeName', `Unknown Attribute ${unknown}.`);
  }

  return { Attributes: pick(attributes, names) };
};

/** Each action takes the request (without QueueUrl) and returns the response. Unknown parameters are refused. */
export const actions: Record<string, Action> = {
  SendMessage: (queue, input) => sendMessage(queue, input),
  ReceiveMessage: (queue, input, signal) => receiveMessages(queue, input, signal),
  DeleteMessage: (queue, input) => deleteMessage(queue, input),
  ChangeMessageVisibility: (queue, input) => changeVisibility(queue, input),
  GetQueueAttributes: (queue, input) => getAttributes(queue, input),
};
