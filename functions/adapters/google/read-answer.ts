import type * as z from 'zod';
import { DriveFault } from '#functions/ports/drive-console.ts';
import { toDriveFault } from './drive-fault.ts';

/** Parses the answer of a call; throws a fault that may be shown. A page of HTML is not an answer. */
export const readAnswer = async <T>(
  schema: z.ZodType<T>,
  call: () => Promise<{ data: unknown }>,
  absent?: string,
): Promise<T> => {
  try {
    return schema.parse((await call()).data);
  } catch (error) {
    throw toDriveFault(error, absent);
  }
};

export const isAbsent = (error: unknown) => error instanceof DriveFault && error.status === 404;
