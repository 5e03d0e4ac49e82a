import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const listFiles = (path: string): string[] => {
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });

  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

/** Returns one hash of all content of these folders and files in `root`, which identifies what was built from them. */
export const hashSources = (root: string, sources: readonly string[]): string => {
  const hash = createHash('sha256');
  const files = sources.flatMap((source) => {
    const path = join(root, source);

    return source.includes('.') ? [path] : listFiles(path);
  });
  for (const file of files.sort()) {
    hash.update(file).update(readFileSync(file));
  }

  return hash.digest('hex');
};
