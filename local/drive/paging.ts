import { invalidParameter } from './errors.ts';

const encodeToken = (key: string) => Buffer.from(TOKEN_PREFIX + key).toString('base64url');

const decodeToken = (token: string) => {
  const text = Buffer.from(token, 'base64url').toString();
  if (!text.startsWith(TOKEN_PREFIX)) {
    throw invalidParameter('pageToken');
  }

  return text.slice(TOKEN_PREFIX.length);
};

/**
 * Returns one page of entries, which are already sorted by their keys. The token holds the key of the page's last
 * entry, so entries that are added or removed between two calls neither repeat nor hide others.
 */
export const takePage = <T>(
  entries: T[],
  keyOf: (entry: T) => string,
  query: URLSearchParams,
  options: { usualSize: number; maxSize: number; isDescending?: boolean },
) => {
  const size = Number(query.get('pageSize') ?? options.usualSize);
  if (!Number.isInteger(size) || size < 1 || size > options.maxSize) {
    throw invalidParameter(
      'pageSize',
      `Invalid value '${query.get('pageSize')}'. Values must be within the range: [1, ${options.maxSize}]`,
    );
  }

  const token = query.get('pageToken');
  const previous = token === null ? undefined : decodeToken(token);
  const isAhead = (key: string) =>
    previous === undefined || (options.isDescending ? key < previous : key > previous);

  const rest = entries.filter((entry) => isAhead(keyOf(entry)));
  const page = rest.slice(0, size);
  const last = page.at(-1);

  return {
    page,
    nextPageToken: last && rest.length > size ? encodeToken(keyOf(last)) : undefined,
  };
};

const TOKEN_PREFIX = 'after:';
