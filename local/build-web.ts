import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MARK = join(ROOT, 'dist/web/.built-from');
const SOURCES = ['web', 'shared', 'package-lock.json', 'local/build-web.ts'];

const listFiles = (path: string): string[] => {
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });

  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

const hashSources = (): string => {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((source) => {
    const path = join(ROOT, source);

    return source.includes('.') ? [path] : listFiles(path);
  });
  for (const file of files.sort()) hash.update(file).update(readFileSync(file));

  return hash.digest('hex');
};

/** Builds the browser side unless what stands in dist/web was made from these very sources. */
export const buildWeb = async (): Promise<void> => {
  const sources = hashSources();
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === sources) return;

  const { createBuilder } = await import('vite');
  const builder = await createBuilder({ root: join(ROOT, 'web'), logLevel: 'warn' });
  await builder.buildApp();
  writeFileSync(MARK, sources);
};
