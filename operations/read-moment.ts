import * as z from 'zod';
import { Refused } from './refused.ts';

/** Reads a moment with its time zone, as a restore takes it. */
export const readMoment = (text: string): Date => {
  const moment = z.iso.datetime().safeParse(text);
  if (!moment.success) {
    throw new Refused(`${text} is no moment such as 2026-11-20T09:00:00Z.`);
  }

  return new Date(moment.data);
};
