import type * as z from 'zod';
import type { Terminal } from '#operations/terminal.ts';

/** Asks again until the contract accepts the answer. */
export const askFor = async <T>(terminal: Terminal, question: string, schema: z.ZodType<T>): Promise<T> => {
  for (;;) {
    const answer = schema.safeParse(await terminal.ask(question));
    if (answer.success) {
      return answer.data;
    }
    terminal.say(answer.error.issues.map(({ message }) => message).join('. '));
  }
};
