import { readdirSync, readFileSync } from 'node:fs';

const listChildren = (processId: number | 'self'): number[] =>
  readdirSync(`/proc/${processId}/task`)
    .flatMap((thread) => readFileSync(`/proc/${processId}/task/${thread}/children`, 'utf8').trim().split(' '))
    .filter((id) => id !== '')
    .map(Number);

/** Children of test files that ran in this process before and are still ending. */
const childrenOfOthers = listChildren('self');

/** Returns the living child processes of a process; by default those of this one that this file started (Linux). */
export const childProcessIds = (processId: number | 'self' = 'self'): number[] =>
  listChildren(processId).filter((id) => !childrenOfOthers.includes(id));

/** Returns the processor time of a process, in hundredths of a second. */
export const processorTicks = (processId: number): number => {
  // The second field is the name in parentheses and may hold spaces; user and system time are fields 14 and 15.
  const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];

  return Number(fields[11]) + Number(fields[12]);
};

/** Returns a process with all its descendants. */
export const processTreeIds = (processId: number): number[] => [
  processId,
  ...childProcessIds(processId).flatMap(processTreeIds),
];

export const peakMemoryBytes = (processId: number): number => {
  const [, kibibytes] = readFileSync(`/proc/${processId}/status`, 'utf8').match(/^VmHWM:\s+(\d+) kB/m) ?? [];

  return Number(kibibytes) * 1024;
};
