import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar-fs';

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

/**
 * Unpacks the browser of @sparticuz/chromium (x86_64 Linux, 209 MB) once into the temporary folder.
 *
 * The package's own `executablePath()` writes to a fixed path in place: a second process would start a file that
 * is half there, and a Lambda killed meanwhile would keep one for good. Here the folder appears whole or not at all.
 */
export const unpackChromium = async (): Promise<ChromiumBinary> => {
  const archives = archivesFolder();
  // The archive's size tells one version of the browser from the next.
  const { size } = await stat(join(archives, 'chromium.br'));
  const folder = join(tmpdir(), `chromium-${size}`);

  if (!existsSync(folder)) {
    const unfinished = await mkdtemp(`${folder}-`);

    try {
      await unpackInto(unfinished, archives);
      await rename(unfinished, folder);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      // Another process was first; its folder is the same.
      if (!existsSync(folder)) throw error;
    }
  }

  return { executablePath: join(folder, 'chromium'), librariesFolder: join(folder, 'lib') };
};
