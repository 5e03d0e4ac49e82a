import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { hashSources } from './hash-sources.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MARK = join(ROOT, 'dist/web/.built-from');
const SOURCES = ['web', 'shared', 'package-lock.json', 'local/start/build-web.ts'];

/** Builds the browser side, with these additional plugins, unless dist/web was built from exactly these sources. */
export const buildWeb = async (plugins: Plugin[] = []): Promise<void> => {
  const sources = hashSources(ROOT, SOURCES);
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === sources) {
    return;
  }

  const { NODE_ENV } = process.env;
  // With a test runner's NODE_ENV Vite would bundle React's development build.
  process.env.NODE_ENV = 'production';
  try {
    const { createBuilder } = await import('vite');
    const builder = await createBuilder({ root: join(ROOT, 'web'), logLevel: 'warn', plugins });
    await builder.buildApp();
  } finally {
    if (NODE_ENV === undefined) {
      delete process.env.NODE_ENV;
    } else {
      process.env.NODE_ENV = NODE_ENV;
    }
  }
  writeFileSync(MARK, sources);
};
