import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { SECURITY_HEADERS } from '#shared/edge.ts';

const ROOT = join(import.meta.dirname, '../..');
const POLICY = 'content-security-policy';

/** Names the inline script that Vite puts into a page for React's fast refresh. */
const NONCE = randomUUID();

/**
 * Returns the policy of the site, with three exceptions for Vite: its inline script, the socket that reports changes,
 * and the worker that waits for the next start of `npm run dev`.
 */
const relaxedPolicy = (origin: string): string => {
  const relaxed: Record<string, string> = {
    'script-src': `'self' 'nonce-${NONCE}'`,
    'connect-src': `'self' ${origin.replace('http', 'ws')}`,
    'worker-src': 'blob:',
  };
  const kept = SECURITY_HEADERS[POLICY].split('; ').filter((one) => !relaxed[one.split(' ', 1)[0] ?? '']);

  return [...kept, ...Object.entries(relaxed).map(([name, value]) => `${name} ${value}`)].join('; ');
};

const NOTE_STYLE = [
  'position: fixed',
  'inset: auto auto 0 0',
  'padding: 1px 6px',
  'font: 11px system-ui, sans-serif',
  'color: #fff',
  'background: #0009',
  'border-top-right-radius: 4px',
  'pointer-events: none',
  'z-index: 9999',
].join('; ');

/** Says on each page how it differs from the built site. */
const noteOnPages = (): Plugin => ({
  name: 'note-on-pages',
  transformIndexHtml: () => [
    { tag: 'style', children: '@media print { #dev-note { display: none } }', injectTo: 'body' },
    {
      tag: 'div',
      attrs: { id: 'dev-note', role: 'note', style: NOTE_STYLE },
      children: 'dev: first screens are not rendered ahead',
      injectTo: 'body',
    },
  ],
});

interface FrontOptions {
  /** Server of the socket that reports changes to the browser. */
  server: Server;
  /** Origin in the browser's address bar. */
  origin: string;
  /** Folder in which Vite stores prepared packages. */
  cacheFolder: string;
  /** Calls `onChange` with the path of each changed file in these folders. */
  watch: { folders: readonly string[]; onChange: (path: string) => void };
}

/** Serves web/ with hot reload. */
export const startViteFront = async ({ server, origin, cacheFolder, watch }: FrontOptions) => {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: join(ROOT, 'web'),
    configLoader: 'native',
    cacheDir: cacheFolder,
    clearScreen: false,
    html: { cspNonce: NONCE },
    plugins: [noteOnPages()],
    server: {
      middlewareMode: true,
      ws: { server },
      cors: false,
      // No other folder of the checkout, because its data folder holds secrets.
      fs: { allow: ['web', 'shared', 'node_modules'].map((folder) => realpathSync(join(ROOT, folder))) },
    },
  });
  const headers = { ...SECURITY_HEADERS, [POLICY]: relaxedPolicy(origin) };
  const listener: RequestListener = (request, response) => {
    for (const [name, value] of Object.entries(headers)) {
      response.setHeader(name, value);
    }
    vite.middlewares(request, response);
  };

  vite.watcher.add(watch.folders.map((folder) => join(ROOT, folder)));
  vite.watcher.on('all', (_event, path) => {
    if (watch.folders.some((folder) => path.startsWith(join(ROOT, folder, '/')))) {
      watch.onChange(path);
    }
  });

  return { listener, close: () => vite.close() };
};
