import { QUEUE_PATIENCE } from '#functions/adapters/aws/request-handler.ts';
import { makeDeadLetterQueue } from '#functions/adapters/aws/sqs-dead-letters.ts';
import { timeLeftMs } from '#functions/runtime/deadline.ts';
import { readQueueUrl } from '#functions/runtime/queue-url.ts';
import { deadLettersUrlSetting, ofEachKind } from '#shared/job-kinds.ts';

export const deadLetters = ofEachKind((kind) =>
  makeDeadLetterQueue(readQueueUrl(deadLettersUrlSetting(kind)), { ...QUEUE_PATIENCE, timeLeftMs }),
);
