import { DataApiError, invalid } from './errors.ts';

/** A statement as PostgreSQL expects it: `$1`, `$2`, … and the name of the parameter behind each. */
export interface PositionalSql {
  text: string;
  names: string[];
}

/**
 * Parts of SQL in which a colon, a semicolon or a dollar has no special meaning: comments, strings (plain, E'' and
 * dollar-quoted), quoted identifiers and casts. A lookbehind keeps `a$b$c` and `type'x'` from being taken for the
 * quoted forms.
 */
const LEXEMES = new RegExp(
  [
    String.raw`(?<comment>--[^\n]*|/\*)`,
    String.raw`(?<quoted>(?<![\w$])[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*")`,
    String.raw`(?<dollarQuoted>(?<![\w$])\$(?<tag>[A-Za-z_]\w*)?\$[\s\S]*?\$\k<tag>\$)`,
    '(?<cast>::)',
    String.raw`:(?<parameter>\w+)`,
    String.raw`(?<![\w$])\$(?<position>\d+)`,
    '(?<semicolon>;)',
  ].join('|'),
  'g',
);

/** PostgreSQL's block comments nest, which no regular expression can follow. */
const findCommentEnd = (sql: string, start: number) => {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = start;
  let depth = 0;

  for (let mark = marks.exec(sql); mark; mark = marks.exec(sql)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) {
      return marks.lastIndex;
    }
  }

  return sql.length;
};

function* readTokens(sql: string): Generator<Token> {
  const lexemes = new RegExp(LEXEMES);
  let from = 0;

  for (let match = lexemes.exec(sql); match; match = lexemes.exec(sql)) {
    if (match.index > from) {
      yield { kind: 'plain', source: sql.slice(from, match.index), name: '' };
    }
    if (match[0] === '/*') {
      lexemes.lastIndex = findCommentEnd(sql, match.index);
    }

    from = lexemes.lastIndex;
    const { comment, parameter, position, semicolon } = match.groups ?? {};
    const kind = comment
      ? 'comment'
      : parameter
        ? 'parameter'
        : position
          ? 'position'
          : semicolon
            ? 'semicolon'
            : 'plain';
    yield { kind, source: sql.slice(match.index, from), name: parameter ?? '' };
  }

  if (from < sql.length) {
    yield { kind: 'plain', source: sql.slice(from), name: '' };
  }
}

/**
 * Replaces `:name` by `$1`, `$2`, …, one for each occurrence. Refuses what the Data API refuses: a second statement,
 * and PostgreSQL's own `$1`, which it binds to nothing. Allows one semicolon at the end.
 */
export const toPositionalSql = (sql: string): PositionalSql => {
  const names: string[] = [];
  let text = '';
  let isEnded = false;

  for (const { kind, source, name } of readTokens(sql)) {
    if (kind === 'semicolon') {
      isEnded = true;
    } else if (isEnded && kind !== 'comment' && source.trim() !== '') {
      throw invalid("Multistatements aren't supported.");
    } else if (kind === 'parameter') {
      names.push(name);
      text += `$${names.length}`;
    } else if (kind === 'position') {
      throw new DataApiError(
        'DatabaseErrorException',
        `ERROR: there is no parameter ${source}; SQLState: 42P02`,
      );
    } else if (!isEnded) {
      text += source;
    }
  }

  return { text, names };
};

interface Token {
  kind: 'plain' | 'comment' | 'parameter' | 'position' | 'semicolon';
  source: string;
  name: string;
}
