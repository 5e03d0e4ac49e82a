import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileOf, SECURITY_HEADERS, SITE_CACHE } from '#shared/edge.ts';
import type { HttpAnswer, HttpRequest } from '../http/http-server.ts';

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.ico': 'image/x-icon',
};

export const contentTypeOf = (extension: string): string =>
  CONTENT_TYPES[extension] ?? 'application/octet-stream';

/** Serves the built site as CloudFront does, but without Strict-Transport-Security, which has no meaning on http. */
export const makeSite =
  (folder: string) =>
  async (request: HttpRequest): Promise<HttpAnswer> => {
    const { pathname, searchParams } = request.url;
    const file = fileOf(pathname, (name) => searchParams.getAll(name));
    const headers = {
      ...SECURITY_HEADERS,
      'content-type': contentTypeOf(extname(file)),
      'cache-control': SITE_CACHE[file.startsWith('/assets/') ? 'hashed' : 'named'],
    };

    try {
      return { status: 200, headers, body: await readFile(join(folder, file)) };
    } catch {
      return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not Found' };
    }
  };
