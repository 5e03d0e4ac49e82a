import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
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
  const binary = await unpackChromium(work);
  await work.remove();

  return { ...binary, sharedFolder: work.sharedFolder };
};

/** What the package's own start would print, from the file that is there. */
const readVersion = async ({ executablePath, librariesFolder }: Awaited<ReturnType<typeof unpackOnce>>) => {
  const { stdout } = await promisify(execFile)(executablePath, ['--version'], {
    env: { LD_LIBRARY_PATH: librariesFolder },
  });

  return stdout;
};

/** A process that has opened its work folder, and that waits once it has unpacked. */
const spawnUnpacking = () => {
  const adapter = (name: string) => JSON.stringify(resolve(`functions/adapters/chromium/${name}.ts`));
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { unpackChromium } from ${adapter('chromium-binary')};
       import { openWorkFolder } from ${adapter('chromium-folder')};
       const work = await openWorkFolder();
       work.removeAtExit();
       await unpackChromium(work);
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
  it('is whole, and alone in a folder of this user', async () => {
    const unpacked = await unpackOnce();

    expect(unpacked.sharedFolder).toBe(usualFolder());
    expect(await readdir(temporary)).toEqual([basename(usualFolder())]);
    expect(await readdir(usualFolder())).toEqual([expect.stringMatching(BROWSER)]);
    expect((await readdir(dirname(unpacked.executablePath))).sort()).toEqual([
      'chromium',
      'lib',
      'libEGL.so',
      'libGLESv2.so',
      'libvk_swiftshader.so',
      'libvulkan.so.1',
      'vk_swiftshader_icd.json',
    ]);
    expect((await stat(usualFolder())).mode & 0o777).toBe(0o700);
    expect(await readVersion(unpacked)).toMatch(/\d+\.\d+/);
  });

  it('is one for all processes that unpack it at the same time, and nothing is left once they end', async () => {
    const processes = [spawnUnpacking(), spawnUnpacking()];
    const [here, again] = await Promise.all([unpackOnce(), unpackOnce(), ...processes.map(readFirst)]);

    expect(again).toEqual(here);
    expect(await readVersion(here)).toMatch(/\d+\.\d+/);

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
    const unpacking = spawnUnpacking();
    await vi.waitFor(
      async () => {
        const [work = ''] = await readdir(usualFolder());
        const [unfinished = ''] = await readdir(join(usualFolder(), work));
        expect((await stat(join(usualFolder(), work, unfinished, 'chromium'))).size).toBeGreaterThan(0);
      },
      { timeout: PATIENCE_MS, interval: 1 },
    );
    await kill(unpacking);
    expect(await readdir(usualFolder())).toEqual([expect.stringMatching(/^work-/)]);

    const unpacked = await unpackOnce();

    expect(await readdir(usualFolder())).toEqual([expect.stringMatching(BROWSER)]);
    expect(await readVersion(unpacked)).toMatch(/\d+\.\d+/);
  });
});

describe('a process that prints', () => {
  let bundle: string;

  /** Outside the checkout, which another user may not be able to read. */
  beforeAll(async () => {
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

  afterAll(() => rm(bundle, { recursive: true }));

  const spawnPrinting = (html: string, account?: number) => {
    const child = spawn(
      process.execPath,
      [join(bundle, 'bundle', 'index.mjs'), html, ...(account === undefined ? [] : [String(account)])],
      { cwd: bundle, stdio: ['pipe', 'pipe', 'inherit'], env: { TMPDIR: temporary } },
    );
    children.push(child);

    return child;
  };

  it.each(['close', 'exit'])('leaves nothing but the browser after its %s', async (how) => {
    const child = spawnPrinting(`<p>${how}</p>`);
    expect(await readFirst(child)).toBe('%PDF-');

    await end(child);

    expect(await readdir(temporary)).toEqual([basename(usualFolder())]);
    expect(await readdir(usualFolder())).toEqual([expect.stringMatching(BROWSER)]);
  });

  it('takes its browser along when it is killed, and the next start removes the profile', async () => {
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
    await unpackOnce();
    expect(await readdir(temporary)).toEqual([basename(usualFolder())]);
    expect(await readdir(usualFolder())).toEqual([expect.stringMatching(BROWSER)]);
  });

  it.runIf(IS_ROOT)('prints for each of two users of the same machine', async () => {
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
