import * as z from 'zod';
import type { DeadLetterCounts } from '#functions/ports/dead-letters.ts';
import { readSettings } from '#functions/runtime/settings.ts';
import { EVENT_QUEUES } from '#shared/event-queues.ts';
import { deadLettersUrlSetting } from '#shared/job-kinds.ts';
import { deadLetters, openDeadLetters } from './dead-letters-port.ts';

const ofEvents = EVENT_QUEUES.flatMap((name) => {
  const setting = deadLettersUrlSetting(name);
  const { [setting]: url } = readSettings({ [setting]: z.string() });

  return url ? [[name, openDeadLetters(url)]] : [];
});

export const deadLetterCounts: DeadLetterCounts = { ...deadLetters, ...Object.fromEntries(ofEvents) };
