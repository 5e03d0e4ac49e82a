import { makeDeadLetterQueue } from '#functions/adapters/aws/dead-letters.ts';
import { QUEUE_PATIENCE } from '#functions/adapters/aws/request-handler.ts';
import { deadLettersUrlSetting, ofEachKind } from '#shared/job-kinds.ts';
import { timeLeftMs } from '../deadline.ts';
import { readSetting } from '../settings.ts';

export const deadLetters = ofEachKind((kind) =>
  makeDeadLetterQueue(readSetting(deadLettersUrlSetting(kind)), { ...QUEUE_PATIENCE, timeLeftMs }),
);
