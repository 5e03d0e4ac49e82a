import { clearLine, cursorTo } from 'node:readline';
import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';
import { Refused } from './refused.ts';

/** Output and questions of a command to the person who runs it. */
export interface Terminal {
  say(text: string): void;
  /** Like `say`, but replaces the progress that was shown before. */
  showProgress(text: string): void;
  ask(question: string): Promise<string>;
  /** Asks without showing the answer. */
  askHidden(question: string): Promise<string>;
  /** Returns true only for yes. */
  confirm(question: string): Promise<boolean>;
}

/** Makes a stream that discards what readline would show. */
const makeSilence = () => new Writable({ write: (_chunk, _encoding, done) => done() });

interface Streams {
  input: Readable & Partial<Pick<ReadStream, 'isTTY'>>;
  output: Writable & Partial<Pick<WriteStream, 'isTTY'>>;
}

/**
 * Makes a terminal for a pipeline, where nobody answers: it confirms everything, and refuses questions that only a
 * person can answer.
 */
export const withoutQuestions = (terminal: Terminal): Terminal => {
  const refuse = async (question: string): Promise<never> => {
    throw new Refused(
      `--yes asks nothing, and AWS does not keep this yet: ${question}. Run it without --yes once.`,
    );
  };

  return {
    ...terminal,
    ask: refuse,
    askHidden: refuse,
    confirm: async (question) => {
      terminal.say(`${question} yes`);

      return true;
    },
  };
};

export const openTerminal = ({ input, output }: Streams): Terminal => {
  const say = (text: string) => {
    output.write(`${text}\n`);
  };

  /** Reads a line. Readline turns off the terminal's echo, and writes the typed text to `shown` instead. */
  const read = async (question: string, shown: Writable): Promise<string> => {
    if (!input.isTTY) {
      throw new Refused('This command asks something: please run it on a terminal.');
    }

    const interrupted = new AbortController();
    const lines = createInterface({ input, output: shown, terminal: true, historySize: 0 });
    for (const event of ['SIGINT', 'close']) {
      lines.once(event, () => interrupted.abort());
    }
    if (shown !== output) {
      output.write(question);
    }
    try {
      return await lines.question(shown === output ? question : '', { signal: interrupted.signal });
    } catch (cause) {
      throw new Refused('Interrupted.', { cause });
    } finally {
      lines.close();
      if (shown !== output) {
        output.write('\n');
      }
    }
  };

  const ask = async (question: string) => (await read(`${question}: `, output)).trim();

  return {
    say,
    ask,
    showProgress: (text) => {
      if (!output.isTTY) {
        return say(text);
      }
      clearLine(output, 0);
      cursorTo(output, 0);
      output.write(text);
    },
    askHidden: (question) => read(`${question}: `, makeSilence()),
    confirm: async (question) => /^y(es)?$/i.test(await ask(`${question} (yes/no)`)),
  };
};
