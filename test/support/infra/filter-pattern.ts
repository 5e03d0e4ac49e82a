/** A log line as CloudWatch reads it: any JSON object. */
export type LogLine = Record<string, unknown>;

type Test = (line: LogLine) => boolean;

/** A token of a pattern for JSON lines: a bracket, an operator, a selector, a text in quotes or a number. */
const TOKEN = /\s*(&&|\|\||[(){}]|!=|>=|=|\$(?:\.[\w-]+)+|"[^"]*"|\d+|IS FALSE)/y;

const readTokens = (pattern: string): string[] => {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let end = 0; end < pattern.trimEnd().length; end = TOKEN.lastIndex) {
    const [, token] = TOKEN.exec(pattern) ?? [];
    if (token === undefined) {
      throw new Error(`The pattern is not understood from here on: ${pattern.slice(end)}`);
    }
    tokens.push(token);
  }

  return tokens;
};

/** Returns the value that a selector such as `$.mail.state` names. */
export const selectValue = (selector: string, line: LogLine): unknown =>
  selector
    .split('.')
    .slice(1)
    .reduce<unknown>((value, key) => (value as LogLine | undefined)?.[key], line);

const matchesText = (text: string, value: unknown): boolean =>
  text.endsWith('*') ? String(value).startsWith(text.slice(0, -1)) : value === text;

/** Tests of a field that the line has: a text in quotes equals no number. */
const COMPARISONS: Record<string, (value: unknown, operand: string) => boolean> = {
  '=': (value, operand) =>
    operand.startsWith('"') ? matchesText(operand.slice(1, -1), value) : value === Number(operand),
  '!=': (value, operand) => !COMPARISONS['=']?.(value, operand),
  '>=': (value, operand) => typeof value === 'number' && value >= Number(operand),
};

/**
 * Reads a filter pattern for JSON lines and returns its test, as CloudWatch describes its syntax:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntaxForMetricFilters.html
 */
export const readFilterPattern = (pattern: string): Test => {
  const tokens = readTokens(pattern);
  const take = (): string => tokens.shift() ?? '';

  const readTest = (): Test => {
    const selector = take();
    if (selector === '(') {
      const test = readAny();
      take();

      return test;
    }
    const operator = take();
    if (operator === 'IS FALSE') {
      return (line) => selectValue(selector, line) === false;
    }
    const compare = COMPARISONS[operator];
    const operand = take();
    if (!compare) {
      throw new Error(`The operator ${operator} is not understood: ${pattern}`);
    }

    return (line) => {
      const value = selectValue(selector, line);

      return value !== undefined && compare(value, operand);
    };
  };
  const readList = (separator: string, read: () => Test): Test[] => {
    const tests = [read()];
    while (tokens[0] === separator) {
      take();
      tests.push(read());
    }

    return tests;
  };
  const readAll = (): Test => {
    const tests = readList('&&', readTest);

    return (line) => tests.every((test) => test(line));
  };
  const readAny = (): Test => {
    const tests = readList('||', readAll);

    return (line) => tests.some((test) => test(line));
  };

  take();

  return readAny();
};
