import { readFileSync } from 'node:fs';

const TERM = /^\(\$\.([\w.]+) = "([\w*-]+)"\)$/;

const readField = (line: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], line);

/** Reads the pattern with which the manual of a restore asks CloudWatch Logs for the later changes. */
export const readPatternOfManual = (): string =>
  /--filter-pattern '(.+)'/.exec(readFileSync('docs/operations/restore.md', 'utf8'))?.[1] ?? '';

/**
 * Returns the lines that CloudWatch Logs finds by a pattern of terms with a text each, such as
 * `{ ($.a.b = "c") || ($.d = "*") }`; "*" is any text, and no number.
 */
export const filterLog = (pattern: string, log: string): string[] => {
  const terms = pattern
    .slice('{ '.length, -' }'.length)
    .split(' || ')
    .map((term) => {
      const [, field = '', text = ''] = TERM.exec(term) ?? [];
      if (field === '') {
        throw new Error(`No term of a pattern: ${term}`);
      }

      return { field, text };
    });

  return log.split('\n').filter((line) => {
    const fields = line.startsWith('{') ? JSON.parse(line) : {};

    return terms.some(({ field, text }) => {
      const value = readField(fields, field);

      return typeof value === 'string' && (text === '*' || value === text);
    });
  });
};
