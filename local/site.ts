import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { CONTENT_SECURITY_POLICY, PERMISSIONS_POLICY } from '#shared/edge.ts';
import type { HttpAnswer, HttpRequest } from './http-server.ts';

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.ico': 'image/x-icon',
};

/** Answers the built site as CloudFront does: every path without an extension is the one page. */
export const makeSite =
  (folder: string) =>
  async (request: HttpRequest): Promise<HttpAnswer> => {
    const path = normalize(request.url.pathname);
    const file = extname(path) === '' ? '/index.html' : path;
    const headers = {
      'content-type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'permissions-policy': PERMISSIONS_POLICY,
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': file.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    };

    try {
      return { status: 200, headers, body: await readFile(join(folder, file)) };
    } catch {
      return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not Found' };
    }
  };
