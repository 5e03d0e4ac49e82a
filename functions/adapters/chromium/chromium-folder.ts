import { rmSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of one process, to which no other user can write. What a killed one left, the next start removes. */
export interface WorkFolder {
  path: string;
  /** This user's processes share it and keep the unpacked browser there. */
  sharedFolder: string;
  remove(): Promise<void>;
  /** For what lives as long as this process; to be called once the browser runs that is to end first. */
  removeAtExit(): void;
}

const MODE = 0o700;

/** A browser that was killed just now may still write while its folder is being removed. */
const REMOVAL = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 } as const;

const ignore = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error;
};

/** A link to a folder is not one. */
const isOursAlone = async (path: string): Promise<boolean> => {
  const found = await lstat(path).catch(ignore('ENOENT'));

  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o777) === MODE;
};

/**
 * In the temporary folder, because nothing else can be written to on Lambda. Anyone there can be the first to make a
 * folder of the usual name: it is used only if it belongs to this user alone, or else one whose name nobody could
 * foresee. Nobody can exchange either later, because a temporary folder that users share is sticky.
 */
const openSharedFolder = async (): Promise<string> => {
  const name = `ow-connect-chromium-${process.getuid?.()}`;
  const usual = join(tmpdir(), name);
  await mkdir(usual, { mode: MODE }).catch(ignore('EEXIST'));
  if (await isOursAlone(usual)) return usual;

  const others = (await readdir(tmpdir())).filter((other) => other.startsWith(`${name}-`)).sort();
  for (const other of others) {
    if (await isOursAlone(join(tmpdir(), other))) return join(tmpdir(), other);
  }

  return mkdtemp(`${usual}-`);
};

/** When a process started, in ticks since the machine started; undefined for one that has ended. */
const findStartOf = async (processId: string): Promise<string | undefined> => {
  const text = await readFile(`/proc/${processId}/stat`, 'utf8').catch(() => '');
  // The second field is a name in parentheses, which may hold spaces. The state is field 3, the start is field 22.
  const [state = '', ...fields] = text.slice(text.lastIndexOf(') ') + 2).split(' ');

  return /[ZX]/.test(state) ? undefined : fields[18];
};

const WORK_FOLDER = /^work-(?<processId>\d+)-(?<startedAt>\d+)-/;

/** Names a process by its id and its start, because a later process may get the same id. */
const ownPrefix = async (): Promise<string> =>
  `work-${process.pid}-${await findStartOf(String(process.pid))}-`;

const listWorkFolders = async (sharedFolder: string): Promise<string[]> =>
  (await readdir(sharedFolder)).filter((name) => WORK_FOLDER.test(name));

const isOfLivingProcess = async (name: string): Promise<boolean> => {
  const { processId = '', startedAt } = WORK_FOLDER.exec(name)?.groups ?? {};

  return (await findStartOf(processId)) === startedAt;
};

const removeLeftovers = async (sharedFolder: string): Promise<void> => {
  for (const name of await listWorkFolders(sharedFolder)) {
    if (await isOfLivingProcess(name)) continue;
    // What cannot be removed now does not stop a print; the next start tries again.
    await rm(join(sharedFolder, name), REMOVAL).catch(() => undefined);
  }
};

/** Opens a folder of this process, and removes those of processes that have ended without removing theirs. */
export const openWorkFolder = async (): Promise<WorkFolder> => {
  const sharedFolder = await openSharedFolder();
  await removeLeftovers(sharedFolder);
  const path = await mkdtemp(join(sharedFolder, await ownPrefix()));

  const removeNow = () => {
    try {
      rmSync(path, REMOVAL);
    } catch {
      // The next start tries again.
    }
  };

  return {
    path,
    sharedFolder,
    remove: async () => {
      process.off('exit', removeNow);
      await rm(path, REMOVAL);
    },
    removeAtExit: () => {
      process.once('exit', removeNow);
    },
  };
};

/** Whether another process works in the shared folder. */
export const isSharedNow = async ({ sharedFolder }: WorkFolder): Promise<boolean> => {
  const own = await ownPrefix();

  return (await listWorkFolders(sharedFolder)).some((name) => !name.startsWith(own));
};
