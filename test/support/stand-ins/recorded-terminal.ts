import type { Terminal } from '#operations/terminal.ts';

/** Makes a terminal that gives these answers, each to one question with that beginning, and records its output. */
export const makeRecordedTerminal = (answers: [question: string, answer: string][] = []) => {
  const shown: string[] = [];
  const answer = async (question: string): Promise<string> => {
    shown.push(question);
    const [expected = 'no question', given = ''] = answers.shift() ?? [];
    if (!question.startsWith(expected)) {
      throw new Error(`Asked '${question}' in the place of '${expected}'`);
    }

    return given;
  };
  const terminal: Terminal = {
    say: (text) => shown.push(text),
    showProgress: (text) => shown.push(text),
    ask: answer,
    askHidden: answer,
    confirm: async (question) => (await answer(question)) === 'yes',
  };

  return { terminal, shown, unanswered: answers };
};
