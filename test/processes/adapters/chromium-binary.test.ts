import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { unpackChromium } from '#functions/adapters/chromium/chromium-binary.ts';
import { bundleFunction } from '#infra/bundling.ts';
import { childProcessIds } from '#test/support/faults/processes.ts';
import { isRunning } from '#test/support/faults/start-process.ts';

/** Patience for what normally comes soon, for slow machines. */
const PATIENCE = { timeout: 60_000, interval: 10 };

const NOBODY = Number(execFileSync('id', ['-u', 'nobody']));
const IS_ROOT = process.getuid?.() === 0;

/** Small archives with the names of the browser's, whose 209 MB take seconds. They are unpacked in the same way. */
let archives: string;
const SMALL_BROWSER = randomBytes(4 * 1024 * 1024);
const SMALL_ARCHIVE = brotliCompressSync(SMALL_BROWSER);
const EMPTY_TAR = Buffer.alloc(1024);

beforeAll(async () => {
  archives = await mkdtemp(join(tmpdir(), 'archives-'));
  await writeFile(join(archives, 'chromium.br'), SMALL_ARCHIVE);
  for (const name of ['al2023.tar.br', 'swiftshader.tar.br']) {
    await writeFile(join(archives, name), brotliCompressSync(EMPTY_TAR));
  }
});
afterAll(() => rm(archives, { recursive: true }));

/** The folder of the unpacked browser, and the temporary folder of the processes of these tests. */
let folder: string;
let temporary: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unpack-test-'));
  temporary = await mkdtemp(join(tmpdir(), 'unpack-test-'));
  // Anyone may write to it, as to /tmp.
  await chmod(temporary, 0o1777);
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
  }
  await rm(folder, { recursive: true, maxRetries: 10 });
  await rm(temporary, { recursive: true, maxRetries: 10 });
});

/** Reads the next output of a process. */
const readNext = ({ stdout }: ChildProcess) =>
  new Promise<string>((resolve, reject) => {
    stdout?.once('data', (chunk) => resolve(String(chunk)));
    stdout?.once('end', () => reject(new Error('The process ended')));
  });

/** Ends a process as Ctrl-D does, so that it removes what it opened. */
const end = async (child: ChildProcess) => {
  const exited = once(child, 'exit');
  child.stdin?.end();
  await exited;
};

const kill = async (child: ChildProcess) => {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
};

describe('the unpacked browser', () => {
  const unpack = (isShared = true) =>
    unpackChromium({ path: folder, isShared }, { version: '1.0.0', archives });

  /** Starts a process that reports that it is ready, and unpacks when it gets a message. */
  const spawnUnpacking = (from: string) => {
    const child = spawn(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { once } from 'node:events';
         import { unpackChromium } from ${JSON.stringify(resolve('functions/adapters/chromium/chromium-binary.ts'))};
         process.stdout.write('ready');
         await once(process.stdin, 'data');
         const folder = { path: ${JSON.stringify(folder)}, isShared: true };
         const { executablePath } = await unpackChromium(folder, { version: '1.0.0', archives: ${JSON.stringify(from)} });
         process.stdout.write(executablePath);
         process.stdin.destroy();`,
      ],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    children.push(child);

    return child;
  };

  const expectWhole = async () => {
    const { executablePath } = await unpack();

    expect(executablePath).toBe(join(folder, 'chromium-1.0.0', 'chromium'));
    expect(SMALL_BROWSER.equals(await readFile(executablePath))).toBe(true);
  };

  /** Leaves the half-unpacked folder of a process that is killed while it unpacks. */
  const killWhileUnpacking = async (): Promise<string> => {
    const before = await readdir(folder);
    // A named pipe serves as an archive that does not end before somebody writes the rest of it.
    const from = await mkdtemp(join(temporary, 'archives-'));
    execFileSync('mkfifo', [join(from, 'chromium.br')]);
    for (const name of ['al2023.tar.br', 'swiftshader.tar.br']) {
      await symlink(join(archives, name), join(from, name));
    }
    const child = spawnUnpacking(from);
    await readNext(child);
    child.stdin?.write('go');
    const pipe = await open(join(from, 'chromium.br'), 'w');
    await pipe.write(SMALL_ARCHIVE.subarray(0, SMALL_ARCHIVE.length / 2));
    const half = await vi.waitFor(async () => {
      const [name = ''] = (await readdir(folder)).filter((other) => !before.includes(other));
      expect((await stat(join(folder, name, 'chromium'))).size).toBeGreaterThan(0);

      return name;
    }, PATIENCE);
    await kill(child);
    await pipe.close();

    return half;
  };

  it('two processes that unpack the browser at the same time leave one copy and nothing more', async () => {
    const processes = [spawnUnpacking(archives), spawnUnpacking(archives)];
    await Promise.all(processes.map(readNext));
    for (const { stdin } of processes) {
      stdin?.write('go');
    }

    const paths = await Promise.all(processes.map(readNext));

    expect(new Set(paths).size).toBe(1);
    expect(await readdir(folder)).toEqual(['chromium-1.0.0']);
    await expectWhole();
  });

  it('the browser is unpacked after a killed process, whose remains are deleted when they are an hour old', async () => {
    const half = await killWhileUnpacking();

    await expectWhole();
    expect((await readdir(folder)).sort()).toEqual(['chromium-1.0.0', half]);

    const anHourAgo = Date.now() / 1000 - 60 * 60 - 1;
    await utimes(join(folder, half), anHourAgo, anHourAgo);
    await expectWhole();
    expect(await readdir(folder)).toEqual(['chromium-1.0.0']);
  });

  it('the browser is unpacked into a folder of one process without the remains of three killed processes', async () => {
    for (let kills = 0; kills < 3; kills += 1) {
      await killWhileUnpacking();
    }

    await unpack(false);

    expect(await readdir(folder)).toEqual(['chromium-1.0.0']);
    await expectWhole();
  });
});

describe('a browser that prints', () => {
  let bundle: string;
  /** The folder in which the browser was unpacked once, for all that print here. */
  let unpacked: string;

  beforeAll(async () => {
    unpacked = await mkdtemp(join(tmpdir(), 'unpack-test-'));
    await unpackChromium({ path: unpacked, isShared: false });

    // Outside the checkout, which another user may not be able to read.
    bundle = await mkdtemp(join(tmpdir(), 'print-test-'));
    await chmod(bundle, 0o755);
    const entry = join(bundle, 'print.ts');
    await writeFile(
      entry,
      `import { makeChromiumPrinter } from ${JSON.stringify(resolve('functions/adapters/chromium/chromium.ts'))};
       import { openBrowserFolder } from ${JSON.stringify(resolve('local/start/browser-folder.ts'))};
       const { ALONE, ACCOUNT, ENDS } = process.env;
       if (ACCOUNT) {
         process.setgroups?.([]);
         process.setgid?.(Number(ACCOUNT));
         process.setuid?.(Number(ACCOUNT));
       }
       const browserFolder = ALONE ? { path: ALONE, isShared: false } : openBrowserFolder();
       const printer = makeChromiumPrinter({ fontsFolder: import.meta.dirname + '/fonts', browserFolder, timeoutMs: 60_000 });
       const print = async () => process.stdout.write(Buffer.from(await printer.print('<p>Printed</p>')).subarray(0, 5));
       await print();
       process.stdin.on('data', print).on('close', () => (ENDS === 'by exit' ? process.exit() : printer.close()));`,
    );
    bundleFunction(entry, ['pdfPrinter'], join(bundle, 'bundle'));
  });

  afterAll(async () => {
    await rm(bundle, { recursive: true });
    await rm(unpacked, { recursive: true });
  });

  const cache = () => join(folder, 'ow-connect');

  /** Puts the browser into a folder as an earlier process would have left it there. */
  const placeBrowser = async (place: string) => {
    await mkdir(place, { recursive: true });
    execFileSync('cp', ['--archive', '--link', `${unpacked}/.`, place]);
  };

  const spawnPrinting = (env: Record<string, string>, from = join(bundle, 'bundle')) => {
    const child = spawn(process.execPath, [join(from, 'index.mjs')], {
      cwd: bundle,
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { TMPDIR: temporary, HOME: '/nowhere', XDG_CACHE_HOME: folder, ...env },
    });
    children.push(child);

    return child;
  };

  const BROWSER = expect.stringMatching(/^chromium-\d+\.\d+\.\d+$/);

  it('the unpacked browser is whole, and starts', async () => {
    expect(await readdir(unpacked)).toEqual([BROWSER]);
    const [name = ''] = await readdir(unpacked);
    const browser = join(unpacked, name);
    expect((await readdir(browser)).sort()).toEqual([
      'chromium',
      'lib',
      'libEGL.so',
      'libGLESv2.so',
      'libvk_swiftshader.so',
      'libvulkan.so.1',
      'vk_swiftshader_icd.json',
    ]);
    const { stdout } = await promisify(execFile)(join(browser, 'chromium'), ['--version'], {
      env: { LD_LIBRARY_PATH: join(browser, 'lib') },
    });
    expect(stdout).toMatch(/\d+\.\d+/);
  });

  it.each(['by close', 'by exit'])(
    'a process that printed and ends %s leaves only the browser behind',
    async (ENDS) => {
      await placeBrowser(cache());
      const child = spawnPrinting({ ENDS });
      expect(await readNext(child)).toBe('%PDF-');
      expect(await readdir(temporary)).toHaveLength(1);

      await end(child);

      expect(await readdir(temporary)).toEqual([]);
      expect(await readdir(cache())).toEqual([BROWSER]);
    },
  );

  it('a document prints without the installed packages, as while `npm ci` replaces them', async () => {
    await placeBrowser(cache());
    const checkout = join(temporary, 'checkout');
    execFileSync('cp', ['--archive', '--link', join(bundle, 'bundle'), checkout]);
    const child = spawnPrinting({}, checkout);
    expect(await readNext(child)).toBe('%PDF-');
    await rm(join(checkout, 'node_modules'), { recursive: true });

    for (const browser of childProcessIds(child.pid)) {
      process.kill(browser, 'SIGKILL');
    }
    child.stdin?.write('again');

    expect(await readNext(child)).toBe('%PDF-');
    await end(child);
  });

  it('the browser ends with its process, and the next start deletes the profile of ten kills', async () => {
    await placeBrowser(folder);
    const browsers: number[] = [];
    for (let kills = 0; kills < 10; kills += 1) {
      const child = spawnPrinting({ ALONE: folder });
      expect(await readNext(child)).toBe('%PDF-');
      browsers.push(...childProcessIds(child.pid));
      await kill(child);
    }

    await vi.waitFor(() => expect(browsers.filter(isRunning)).toEqual([]), PATIENCE);
    expect(browsers).toHaveLength(10);
    expect((await readdir(folder)).sort()).toEqual([BROWSER, expect.stringMatching(/^ow-connect-profile-/)]);

    const child = spawnPrinting({ ALONE: folder });
    expect(await readNext(child)).toBe('%PDF-');
    await end(child);
    expect(await readdir(folder)).toEqual([BROWSER]);
    expect(await readdir(temporary)).toEqual([]);
  });

  // Only root can become another user.
  it.runIf(IS_ROOT)(
    'the browser prints for root and then for another user who has the same home',
    async () => {
      await chmod(folder, 0o755);
      await placeBrowser(cache());
      const ours = spawnPrinting({});
      expect(await readNext(ours)).toBe('%PDF-');
      const theirs = spawnPrinting({ ACCOUNT: String(NOBODY) });
      expect(await readNext(theirs)).toBe('%PDF-');

      await Promise.all([end(ours), end(theirs)]);
      expect(await readdir(temporary)).toEqual([]);
      expect(await readdir(cache())).toEqual([BROWSER]);
    },
  );
});
