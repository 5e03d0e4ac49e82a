import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { constants } from 'node:fs';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { unpackChromium } from '#functions/adapters/chromium/chromium-binary.ts';
import { openWorkFolder } from '#functions/adapters/chromium/chromium-folder.ts';
import { bundleFunction } from '#infra/bundling.ts';
import { childProcessIds } from '#test/support/processes.ts';
import { isRunning } from '#test/support/start-process.ts';

/** For what comes soon, on a slow machine too. */
const PATIENCE_MS = 60_000;

const BROWSER = /^browser-\d+$/;
const UID = process.getuid?.() ?? 0;
const NOBODY = Number(execFileSync('id', ['-u', 'nobody']));
const IS_ROOT = UID === 0;

/** What all processes of these tests have as the temporary folder: anyone may write there, as in /tmp. */
let temporary: string;
const children: ChildProcess[] = [];

/** Archives named as those of the browser, 209 MB of which take seconds: how they are unpacked is the same. */
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

beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'unpack-test-'));
  await chmod(temporary, 0o1777);
  vi.stubEnv('TMPDIR', temporary);
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  vi.unstubAllEnvs();
  await rm(temporary, { recursive: true, maxRetries: 10 });
});

const usualFolder = (uid = UID) => join(temporary, `ow-connect-chromium-${uid}`);

/** Unpacks as each start does, and answers the folder that it left. */
const unpackOnce = async () => {
  const work = await openWorkFolder();
  const binary = await unpackChromium(work, archives);
  await work.remove();

  return { ...binary, sharedFolder: work.sharedFolder };
};

const isSmallBrowser = async ({ executablePath }: { executablePath: string }) =>
  SMALL_BROWSER.equals(await readFile(executablePath));

/** A process that has opened its work folder, and that waits once it has unpacked; before that, too, if it is told to. */
const spawnUnpacking = ({ waitsBefore = false, from = archives } = {}) => {
  const adapter = (name: string) => JSON.stringify(resolve(`functions/adapters/chromium/${name}.ts`));
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { once } from 'node:events';
       import { unpackChromium } from ${adapter('chromium-binary')};
       import { openWorkFolder } from ${adapter('chromium-folder')};
       const work = await openWorkFolder();
       work.removeAtExit();
       if (${waitsBefore}) {
         process.stdout.write('ready');
         await once(process.stdin, 'data');
       }
       await unpackChromium(work, ${JSON.stringify(from)});
       process.stdout.write(work.path);
       process.stdin.resume();`,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  children.push(child);

  return child;
};

/** What a process prints first. */
const readFirst = async ({ stdout }: ChildProcess): Promise<string> => {
  const [chunk] = await once(stdout ?? expect.fail('nobody listens'), 'data');

  return String(chunk);
};

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
  it('is one for all processes that unpack it at the same time, and nothing is left once they end', async () => {
    const processes = [spawnUnpacking({ waitsBefore: true }), spawnUnpacking({ waitsBefore: true })];
    await Promise.all(processes.map(readFirst));
    for (const { stdin } of processes) stdin?.write('go');
    const [here, again] = await Promise.all([unpackOnce(), unpackOnce(), ...processes.map(readFirst)]);

    expect(again).toEqual(here);
    expect(await isSmallBrowser(here)).toBe(true);

    await Promise.all(processes.map(end));
    expect(await readdir(temporary)).toEqual([basename(usualFolder())]);
    expect(await readdir(usualFolder())).toEqual([expect.stringMatching(BROWSER)]);
  });

  it('replaces one of another version, once no other process can be using that', async () => {
    const other = spawnUnpacking();
    await readFirst(other);
    await mkdir(join(usualFolder(), 'browser-1'));

    await unpackOnce();
    expect(await readdir(usualFolder())).toContain('browser-1');

    await end(other);
    await unpackOnce();
    expect(await readdir(usualFolder())).not.toContain('browser-1');
  });
});

describe('a folder that somebody else may have made', () => {
  const openOnce = async (): Promise<string> => {
    const work = await openWorkFolder();
    await work.remove();

    return work.sharedFolder;
  };

  const makeFolder = async (path: string, mode: number, owner = UID) => {
    await mkdir(path);
    await chmod(path, mode);
    await chown(path, owner, owner);
  };

  const plants: [string, () => Promise<void>][] = [
    ['others may write to', () => makeFolder(usualFolder(), 0o777)],
    ['others may read', () => makeFolder(usualFolder(), 0o755)],
    [
      'is a link to a folder',
      async () => {
        await makeFolder(join(temporary, 'target'), 0o700);
        await symlink(join(temporary, 'target'), usualFolder());
      },
    ],
    ['is a link to nowhere', () => symlink(join(temporary, 'nowhere'), usualFolder())],
    ['is a file', () => writeFile(usualFolder(), '', { mode: 0o700 })],
  ];
  // Only root can give a folder away.
  const plantsOfRoot: typeof plants = [
    ['belongs to another user', () => makeFolder(usualFolder(), 0o700, NOBODY)],
    [
      'belongs to another user, under a name for when the usual one is taken too',
      async () => {
        await makeFolder(usualFolder(), 0o700, NOBODY);
        await makeFolder(`${usualFolder()}-AAAAAA`, 0o700, NOBODY);
      },
    ],
  ];

  const refuse = async (plant: () => Promise<void>) => {
    await plant();
    const planted = await readdir(temporary);

    const opened = await openOnce();

    expect(planted).not.toContain(basename(opened));
    expect(await lstat(opened)).toMatchObject({ uid: UID, mode: constants.S_IFDIR | 0o700 });
    // It is not one more at each start.
    expect(await openOnce()).toBe(opened);
  };

  it.each(plants)('is not used if it %s', (_, plant) => refuse(plant));
  it.runIf(IS_ROOT).each(plantsOfRoot)('is not used if it %s', (_, plant) => refuse(plant));

  it('is looked at before each use', async () => {
    expect(await openOnce()).toBe(usualFolder());

    await chmod(usualFolder(), 0o777);

    expect(await openOnce()).not.toBe(usualFolder());
  });
});

describe('a work folder', () => {
  it('stays while its process lives, and is removed at the next start after that was killed', async () => {
    const living = spawnUnpacking();
    const path = await readFirst(living);

    await unpackOnce();
    expect(await readdir(usualFolder())).toContain(basename(path));

    await kill(living);
    await unpackOnce();
    expect(await readdir(usualFolder())).toEqual([expect.stringMatching(BROWSER)]);
  });

  it('of an earlier process with the same id is removed', async () => {
    const { sharedFolder } = await unpackOnce();
    await mkdir(join(sharedFolder, `work-${process.pid}-1-AAAAAA`));

    await unpackOnce();

    expect(await readdir(sharedFolder)).toEqual([expect.stringMatching(BROWSER)]);
  });

  it('with a half-unpacked browser is removed at the next start after its process was killed', async () => {
    // A pipe is an archive that comes to its end only when somebody writes the rest of it.
    const halfWritten = join(temporary, 'half-written');
    await mkdir(halfWritten);
    execFileSync('mkfifo', [join(halfWritten, 'chromium.br')]);
    for (const name of ['al2023.tar.br', 'swiftshader.tar.br']) {
      await symlink(join(archives, name), join(halfWritten, name));
    }
    const unpacking = spawnUnpacking({ from: halfWritten });
    const pipe = await open(join(halfWritten, 'chromium.br'), 'w');
    await pipe.write(SMALL_ARCHIVE.subarray(0, SMALL_ARCHIVE.length / 2));
    await vi.waitFor(
      async () => {
        const [work = ''] = await readdir(usualFolder());
        const [unfinished = ''] = await readdir(join(usualFolder(), work));
        expect((await stat(join(usualFolder(), work, unfinished, 'chromium'))).size).toBeGreaterThan(0);
      },
      { timeout: PATIENCE_MS, interval: 10 },
    );
    await kill(unpacking);
    await pipe.close();
    expect(await readdir(usualFolder())).toEqual([expect.stringMatching(/^work-/)]);

    const unpacked = await unpackOnce();

    expect(await readdir(usualFolder())).toEqual([expect.stringMatching(BROWSER)]);
    expect(await isSmallBrowser(unpacked)).toBe(true);
  });
});

describe('the browser itself', () => {
  let bundle: string;
  /** Where it was unpacked once, for all that print in this user's name. */
  let unpacked: Awaited<ReturnType<typeof unpackOnce>>;

  beforeAll(async () => {
    vi.stubEnv('TMPDIR', await mkdtemp(join(tmpdir(), 'unpack-test-')));
    const work = await openWorkFolder();
    unpacked = { ...(await unpackChromium(work)), sharedFolder: work.sharedFolder };
    await work.remove();
    vi.unstubAllEnvs();

    // Outside the checkout, which another user may not be able to read.
    bundle = await mkdtemp(join(tmpdir(), 'print-test-'));
    await chmod(bundle, 0o755);
    const entry = join(bundle, 'print.ts');
    await writeFile(
      entry,
      `import { makeChromiumPrinter } from ${JSON.stringify(resolve('functions/adapters/chromium/chromium.ts'))};
       const [, , html, id] = process.argv;
       if (id) {
         process.setgroups?.([]);
         process.setgid?.(Number(id));
         process.setuid?.(Number(id));
       }
       const printer = makeChromiumPrinter({ fontsFolder: import.meta.dirname + '/fonts', timeoutMs: 60_000 });
       const pdf = await printer.print(html);
       process.stdout.write(Buffer.from(pdf).subarray(0, 5));
       process.stdin.on('close', () => (html.includes('exit') ? process.exit() : printer.close())).resume();`,
    );
    bundleFunction(entry, ['pdfPrinter'], join(bundle, 'bundle'));
  });

  afterAll(async () => {
    await rm(bundle, { recursive: true });
    await rm(dirname(unpacked.sharedFolder), { recursive: true });
  });

  /** Gives this user's folder the browser as an earlier process left it there. */
  const placeBrowser = async () => {
    const folder = dirname(unpacked.executablePath);
    await mkdir(usualFolder(), { mode: 0o700 });
    execFileSync('cp', ['--archive', '--link', folder, join(usualFolder(), basename(folder))]);
  };

  const spawnPrinting = (html: string, account?: number) => {
    const child = spawn(
      process.execPath,
      [join(bundle, 'bundle', 'index.mjs'), html, ...(account === undefined ? [] : [String(account)])],
      { cwd: bundle, stdio: ['pipe', 'pipe', 'inherit'], env: { TMPDIR: temporary } },
    );
    children.push(child);

    return child;
  };

  it('is whole, and alone in a folder of this user', async () => {
    expect(basename(unpacked.sharedFolder)).toBe(basename(usualFolder()));
    expect(await readdir(dirname(unpacked.sharedFolder))).toEqual([basename(usualFolder())]);
    expect(await readdir(unpacked.sharedFolder)).toEqual([expect.stringMatching(BROWSER)]);
    expect((await readdir(dirname(unpacked.executablePath))).sort()).toEqual([
      'chromium',
      'lib',
      'libEGL.so',
      'libGLESv2.so',
      'libvk_swiftshader.so',
      'libvulkan.so.1',
      'vk_swiftshader_icd.json',
    ]);
    expect((await stat(unpacked.sharedFolder)).mode & 0o777).toBe(0o700);
    const { stdout } = await promisify(execFile)(unpacked.executablePath, ['--version'], {
      env: { LD_LIBRARY_PATH: unpacked.librariesFolder },
    });
    expect(stdout).toMatch(/\d+\.\d+/);
  });

  it.each(['close', 'exit'])('is all that is left after the %s of a process that printed', async (how) => {
    await placeBrowser();
    const child = spawnPrinting(`<p>${how}</p>`);
    expect(await readFirst(child)).toBe('%PDF-');

    await end(child);

    expect(await readdir(temporary)).toEqual([basename(usualFolder())]);
    expect(await readdir(usualFolder())).toEqual([expect.stringMatching(BROWSER)]);
  });

  it('ends with a process that printed and is killed, and the next start removes the profile', async () => {
    await placeBrowser();
    const heavy = `<table>${'<tr><td>a cell</td></tr>'.repeat(4_000)}</table>`;
    const child = spawnPrinting(heavy);
    const browser = await vi.waitFor(async () => {
      const [id = 0] = childProcessIds(child.pid);
      const [work = ''] = (await readdir(usualFolder())).filter((name) => name.startsWith('work-'));
      expect(await readdir(join(usualFolder(), work, 'profile'))).not.toEqual([]);

      return id;
    }, PATIENCE_MS);

    await kill(child);

    await vi.waitFor(() => expect(isRunning(browser)).toBe(false), PATIENCE_MS);
    await (await openWorkFolder()).remove();
    expect(await readdir(temporary)).toEqual([basename(usualFolder())]);
    expect(await readdir(usualFolder())).toEqual([expect.stringMatching(BROWSER)]);
  });

  it.runIf(IS_ROOT)('prints for each of two users of the same machine', async () => {
    await placeBrowser();
    const ours = spawnPrinting('<p>Ours</p>');
    expect(await readFirst(ours)).toBe('%PDF-');
    const theirs = spawnPrinting('<p>Theirs</p>', NOBODY);
    expect(await readFirst(theirs)).toBe('%PDF-');

    expect((await stat(usualFolder(NOBODY))).uid).toBe(NOBODY);
    await Promise.all([end(ours), end(theirs)]);
    expect((await readdir(temporary)).sort()).toEqual(
      [usualFolder(), usualFolder(NOBODY)].map((path) => basename(path)).sort(),
    );
  });
});
