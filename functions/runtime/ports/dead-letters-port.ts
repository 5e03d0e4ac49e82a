import { QUEUE_PATIENCE } from '#functions/adapters/aws/request-handler.ts';
import { makeDeadLetterQueue } from '#functions/adapters/aws/sqs-dead-letters.ts';
import type { DeadLetterQueue } from '#functions/ports/dead-letters.ts';
import { timeLeftMs } from '#functions/runtime/deadline.ts';
import { readSetting } from '#functions/runtime/settings.ts';
import { deadLettersUrlSetting, ofEachKind } from '#shared/job-kinds.ts';

export const openDeadLetters = (url: string): DeadLetterQueue =>
  makeDeadLetterQueue(url, { ...QUEUE_PATIENCE, timeLeftMs });

export const deadLetters = ofEachKind((kind) => openDeadLetters(readSetting(deadLettersUrlSetting(kind))));
