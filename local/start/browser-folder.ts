import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { BrowserFolder } from '#functions/adapters/chromium/chromium-binary.ts';

const findCacheFolder = (): string => {
  const { XDG_CACHE_HOME = '' } = process.env;

  return isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), '.cache');
};

const openCacheFolder = (): string => {
  const folder = join(findCacheFolder(), 'ow-connect');
  mkdirSync(folder, { recursive: true });
  accessSync(folder, constants.W_OK);

  return folder;
};

const createProcessFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ow-connect-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

  return folder;
};

/**
 * Opens the folder into which Chromium is unpacked: in this user's cache folder, once for all checkouts, so that it
 * survives `npm ci`. Without a writable home folder it is a folder that is deleted when this process ends.
 */
export const openBrowserFolder = (): BrowserFolder => {
  const isShared = true;
  try {
    return { path: openCacheFolder(), isShared };
  } catch {
    return { path: createProcessFolder(), isShared };
  }
};

/** Returns the same folder as settings of the tasks that print. */
export const browserSettings = () => ({
  BROWSER_FOLDER: openBrowserFolder().path,
  BROWSER_FOLDER_IS_SHARED: 'true',
});
