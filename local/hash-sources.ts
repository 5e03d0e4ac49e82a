import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const listFiles = (path: string): string[] => {
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });

  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

/** One hash of all that these folders and files of `root` hold: what was made from them is known by it. */
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
