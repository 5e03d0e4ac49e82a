import type { BankFile } from '#shared/contract/bank/bank-files.ts';

export interface FileGroup {
  file: BankFile;
  /** Files that brought the same lines again and nothing else, the newest first. */
  repeats: BankFile[];
}

/** True for a file that was read again: all its lines stand in earlier files. */
const isRepeat = ({ counts, repeats }: BankFile): boolean => counts.lines === 0 && repeats !== null;

/** Puts each file that was read again with the file that it repeats, or with the newest such one if that is on another page. */
export const groupRepeats = (files: readonly BankFile[]): FileGroup[] => {
  const groups: FileGroup[] = files
    .filter(
      (file, place) =>
        !isRepeat(file) ||
        !files.some(
          (other, otherPlace) =>
            other.id === file.repeats ||
            (otherPlace < place && isRepeat(other) && other.repeats === file.repeats),
        ),
    )
    .map((file) => ({ file, repeats: [] }));
  const leaders = new Set(groups.map(({ file }) => file.id));
  for (const file of files) {
    if (!leaders.has(file.id)) {
      groups
        .find(({ file: { id, repeats } }) => id === file.repeats || repeats === file.repeats)
        ?.repeats.push(file);
    }
  }

  return groups;
};
