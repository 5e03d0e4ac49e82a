import { invalidParameter } from './errors.ts';
import type { DriveItem } from './items.ts';

type Matcher = (item: DriveItem) => boolean;

const TOKEN = /\s*(?:('(?:[^'\\]|\\.)*')|(!=|<=|>=|[=<>(){}])|([A-Za-z]+))/y;

const tokenize = (q: string) => {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (q.slice(TOKEN.lastIndex).trim() !== '') {
    const match = TOKEN.exec(q);
    if (!match) {
      throw invalidParameter('q');
    }
    tokens.push(match[0].trim());
  }

  return tokens;
};

const unquote = (token: string) => {
  if (!token.startsWith("'")) {
    throw invalidParameter('q');
  }

  return token.slice(1, -1).replaceAll(/\\(.)/g, '$1');
};

const hasWordsStarting = (name: string, beginning: string) => {
  const [text, part] = [name.toLowerCase(), beginning.toLowerCase()];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    if (!/[\p{L}\p{N}]$/u.test(text.slice(0, at))) {
      return true;
    }
  }

  return false;
};

const compareTimes = (field: 'createdTime' | 'modifiedTime', operator: string, text: string): Matcher => {
  // A time without a zone is UTC.
  const time = Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`);
  if (Number.isNaN(time)) {
    throw invalidParameter('q');
  }
  const comparisons: Record<string, (difference: number) => boolean> = {
    '=': (difference) => difference === 0,
    '!=': (difference) => difference !== 0,
    '<': (difference) => difference < 0,
    '<=': (difference) => difference <= 0,
    '>': (difference) => difference > 0,
    '>=': (difference) => difference >= 0,
  };
  const holds = comparisons[operator];
  if (!holds) {
    throw invalidParameter('q');
  }

  return (item) => holds(Date.parse(item[field]) - time);
};

const readComparison = (field: string, operator: string, value: string): Matcher => {
  if (field === 'name' || field === 'mimeType') {
    if (operator === '=') {
      return (item) => item[field] === value;
    }
    if (operator === '!=') {
      return (item) => item[field] !== value;
    }
    if (operator === 'contains') {
      // `contains` compares a name by the beginnings of its words, and a MIME type by its own beginning.
      return (item) =>
        field === 'name' ? hasWordsStarting(item.name, value) : item.mimeType.startsWith(value);
    }
  }
  if (field === 'createdTime' || field === 'modifiedTime') {
    return compareTimes(field, operator, value);
  }
  throw invalidParameter('q');
};

/**
 * Compiles the `q` of files.list into a test of one item: `name`, `mimeType`, `createdTime`, `modifiedTime`, `trashed`,
 * `parents` and `appProperties`, joined by and, or, not and brackets, evaluated from left to right. Anything else is
 * refused as Google does, with 400 'Invalid Value' for q.
 *
 * https://developers.google.com/workspace/drive/api/guides/ref-search-terms
 */
export const parseSearch = (q: string): Matcher => {
  const tokens = tokenize(q);

  const take = (expected?: string) => {
    const token = tokens.shift();
    if (token === undefined || (expected && token !== expected)) {
      throw invalidParameter('q');
    }

    return token;
  };
  const takeText = () => unquote(take());

  const readExpression = (): Matcher => {
    let matcher = readTerm();
    while (tokens[0] === 'and' || tokens[0] === 'or') {
      const [left, joint, right] = [matcher, take(), readTerm()];
      matcher = joint === 'and' ? (item) => left(item) && right(item) : (item) => left(item) || right(item);
    }

    return matcher;
  };

  const readTerm = (): Matcher => {
    const token = take();
    if (token === 'not') {
      const matcher = readTerm();

      return (item) => !matcher(item);
    }
    if (token === '(') {
      const matcher = readExpression();
      take(')');

      return matcher;
    }
    if (token.startsWith("'")) {
      take('in');
      take('parents');
      const parent = unquote(token);

      return (item) => item.parents.includes(parent);
    }
    if (token === 'appProperties') {
      return readPropertyTerm();
    }
    if (token === 'trashed') {
      const operator = take();
      const value = take();
      if (!['=', '!='].includes(operator) || !['true', 'false'].includes(value)) {
        throw invalidParameter('q');
      }

      return (item) => item.trashed === ((operator === '=') === (value === 'true'));
    }

    return readComparison(token, take(), takeText());
  };

  const readPropertyTerm = (): Matcher => {
    for (const expected of ['has', '{', 'key', '=']) {
      take(expected);
    }
    const key = takeText();
    for (const expected of ['and', 'value', '=']) {
      take(expected);
    }
    const value = takeText();
    take('}');

    return (item) => item.appProperties[key] === value;
  };

  const matcher = readExpression();
  if (tokens.length > 0) {
    throw invalidParameter('q');
  }

  return matcher;
};
