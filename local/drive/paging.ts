import { invalidParameter } from './errors.ts';

const TOKEN_PREFIX = 'after:';

const encodeToken = (key: string) => Buffer.from(TOKEN_PREFIX + key).toString('base64url');

const decodeToken = (token: string) => {
  const text = Buffer.from(token, 'base64url').toString();
  if (!text.startsWith(TOKEN_PREFIX)) {
    throw invalidParameter('pageToken');
  }

  return text.slice(TOKEN_PREFIX.length);
};

export const readPageSize = (query: URLSearchParams, max: number) => {
  const size = Number(query.get('pageSize') ?? 100);
  if (!Number.isInteger(size) || size < 1 || size > max) {
    throw invalidParameter(
      'pageSize',
      `Invalid value '${query.get('pageSize')}'. Values must be within the range: [1, ${max}]`,
    );
  }

  return size;
};

/**
 * Returns one page of entries, which are already sorted by their ids. The token holds the id of the page's last
 * entry, so entries that are added or removed between two calls neither repeat nor hide others.
 */
export const takePage = <T extends { id: string }>(entries: T[], query: URLSearchParams, sizeMax: number) => {
  const size = readPageSize(query, sizeMax);
  const token = query.get('pageToken');
  const previous = token === null ? '' : decodeToken(token);

  const rest = entries.filter(({ id }) => id > previous);
  const page = rest.slice(0, size);
  const last = page.at(-1);

  return { page, nextPageToken: last && rest.length > size ? encodeToken(last.id) : undefined };
};
