import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

interface ProcessTime {
  id: number;
  parentId: number;
  /** User and system time, with that of its children that have ended where the system tells it. */
  ms: number;
}

/** Returns undefined for a process that has just ended. */
const readLinuxProcess = (id: string): ProcessTime | undefined => {
  try {
    // The second field is the name in parentheses and may hold spaces; times are in hundredths of a second.
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
    const [, parentId = 0] = fields;
    const hundredths = fields.slice(11, 15).reduce((sum, one) => sum + one, 0);

    return { id: Number(id), parentId, ms: hundredths * 10 };
  } catch {
    return undefined;
  }
};

const readLinuxProcesses = (): ProcessTime[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => readLinuxProcess(id) ?? []);

/** Reads a time of `ps` in ms, such as '1:02:03.45' or '2:03.45'. */
const parseTime = (time: string): number =>
  time
    .split(/[-:]/)
    .map(Number)
    .reduce((seconds, part) => seconds * 60 + part, 0) * 1000;

const readOtherProcesses = (): ProcessTime[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,time='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => {
      const [id = '', parentId = '', time = ''] = line.trim().split(/\s+/);

      return { id: Number(id), parentId: Number(parentId), ms: parseTime(time) };
    });

/** Returns the processor time that these processes and all their descendants have used so far, in ms. */
export const processorMs = (rootIds: readonly number[]): number => {
  const processes = process.platform === 'linux' ? readLinuxProcesses() : readOtherProcesses();
  const children = Map.groupBy(processes, ({ parentId }) => parentId);
  const sumOf = ({ id, ms }: ProcessTime): number =>
    (children.get(id) ?? []).map(sumOf).reduce((sum, one) => sum + one, ms);

  return processes
    .filter(({ id }) => rootIds.includes(id))
    .map(sumOf)
    .reduce((sum, one) => sum + one, 0);
};
