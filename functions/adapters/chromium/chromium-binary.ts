import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar-fs';
import { isSharedNow, type WorkFolder } from './chromium-folder.ts';

export interface ChromiumBinary {
  executablePath: string;
  /** Shared objects that the browser needs and that Lambda's Amazon Linux 2023 (or a slim image) lacks. */
  librariesFolder: string;
}

const archivesFolder = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'bin');

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

const BROWSER_FOLDER = /^browser-\d+$/;

/** Removes those of other versions, unless another process may be using one. */
const removeOtherBrowsers = async (work: WorkFolder, kept: string): Promise<void> => {
  if (await isSharedNow(work)) return;

  const names = (await readdir(work.sharedFolder)).filter(
    (name) => BROWSER_FOLDER.test(name) && name !== kept,
  );
  for (const name of names) {
    // It is moved first, because a browser stands there whole or not at all.
    await rename(join(work.sharedFolder, name), join(work.path, name));
    await rm(join(work.path, name), { recursive: true });
  }
};

/**
 * Unpacks the browser of @sparticuz/chromium (x86_64 Linux, 209 MB) once for all processes of this user.
 *
 * The package's own `executablePath()` writes to a fixed path in place, whoever owns it: a second process would start a
 * file that is half there, a Lambda killed meanwhile would keep one for good, and another user could plant one. Here it
 * is unpacked in the work folder and moved to the shared one, where it appears whole or not at all.
 */
export const unpackChromium = async (
  work: WorkFolder,
  archives = archivesFolder(),
): Promise<ChromiumBinary> => {
  // The archive's size tells one version of the browser from the next.
  const { size } = await stat(join(archives, 'chromium.br'));
  const name = `browser-${size}`;
  const folder = join(work.sharedFolder, name);

  if (!existsSync(folder)) {
    const unfinished = await mkdtemp(join(work.path, 'unpacking-'));

    try {
      await unpackInto(unfinished, archives);
      await rename(unfinished, folder);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      // Another process was first; its folder is the same.
      if (!existsSync(folder)) throw error;
    }
  }
  // What cannot be removed now does not stop a print.
  await removeOtherBrowsers(work, name).catch(() => undefined);

  return { executablePath: join(folder, 'chromium'), librariesFolder: join(folder, 'lib') };
};
