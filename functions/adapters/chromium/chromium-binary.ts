import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar-fs';
import * as z from 'zod';

/** The folder where the browser is unpacked. */
export interface BrowserFolder {
  path: string;
  /** True if other processes use the folder at the same time. Lambda's /tmp belongs to one process. */
  isShared: boolean;
}

export interface ChromiumBinary {
  executablePath: string;
  /** Shared objects that the browser needs and that Lambda's Amazon Linux 2023 (or a slim image) lacks. */
  librariesFolder: string;
}

const HALF_UNPACKED = '.unpacking-';
const HOUR_MS = 60 * 60 * 1000;

interface BrowserPackage {
  version: string;
  archives: string;
}

const packageJson = z.object({ version: z.string() });

const readPackage = (): BrowserPackage => {
  const folder = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..');
  const { version } = packageJson.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));

  return { version, archives: join(folder, 'bin') };
};

let ownPackage: BrowserPackage | undefined;

/** Read once, because `npm ci` removes the package for a while, and a running portal may launch a browser then. */
const findPackage = (): BrowserPackage => {
  ownPackage ??= readPackage();

  return ownPackage;
};

const unpackInto = async (folder: string, archives: string): Promise<void> => {
  const unpackBrowser = pipeline(
    createReadStream(join(archives, 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(join(folder, 'chromium'), { mode: 0o755 }),
  );
  const unpackArchive = (name: string) =>
    pipeline(createReadStream(join(archives, name)), createBrotliDecompress(), extract(folder));

  await Promise.all([unpackBrowser, unpackArchive('al2023.tar.br'), unpackArchive('swiftshader.tar.br')]);
};

/** Unpacks into a folder next to the place and renames it, so that the browser is there whole or not at all. */
const unpackTo = async (place: string, archives: string): Promise<void> => {
  const unfinished = await mkdtemp(`${place}${HALF_UNPACKED}`);

  try {
    await unpackInto(unfinished, archives);
    await rename(unfinished, place);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process was first; its browser is the same.
    if (!existsSync(place)) {
      throw error;
    }
  }
};

/**
 * Removes what killed processes left half unpacked. In a shared folder another process may still be unpacking a
 * recent one.
 */
const removeHalfUnpacked = async ({ path, isShared }: BrowserFolder): Promise<void> => {
  for (const name of await readdir(path)) {
    if (!name.includes(HALF_UNPACKED)) {
      continue;
    }
    const folder = join(path, name);
    const { mtimeMs } = await stat(folder);
    if (!isShared || Date.now() - mtimeMs > HOUR_MS) {
      await rm(folder, { recursive: true, force: true });
    }
  }
};

/**
 * Unpacks the browser of @sparticuz/chromium (x86_64 Linux, 209 MB) once for all processes that use the folder. The
 * package's own `executablePath()` unpacks in place, where a second process would start a half-written file.
 */
export const unpackChromium = async (
  folder: BrowserFolder,
  { version, archives }: BrowserPackage = findPackage(),
): Promise<ChromiumBinary> => {
  const place = join(folder.path, `chromium-${version}`);
  await mkdir(folder.path, { recursive: true });
  // Failing to remove them does not stop a print.
  await removeHalfUnpacked(folder).catch(() => undefined);
  if (!existsSync(place)) {
    await unpackTo(place, archives);
  }

  return { executablePath: join(place, 'chromium'), librariesFolder: join(place, 'lib') };
};
