import { Dialog, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import { dayAfter, nameDay, startOfDay } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { nameMonth } from '#shared/months.ts';
import { formatCount } from '#shared/numbers.ts';
import { DialogFooter } from '../../../components/dialog/dialog-footer.tsx';
import { Modal } from '../../../components/dialog/modal.tsx';
import { RefusalNote } from '../../../components/form/refusal-note.tsx';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { MoneyLine, MoneyLines } from '../../../components/money/money-lines.tsx';
import { countLines } from '../file-words.ts';
import { findMain } from './find-row.ts';
import { nameAlone } from './line-words.ts';
import { useBookCertain } from './mutations.ts';
import { bankLinesQuery } from './queries.ts';

/** '3 of these stand on 1 December 2026, because the months up to November 2026 are closed.' */
const wordClosed = ({ counts, firstOpenDay }: BankFile): string | undefined => {
  if (firstOpenDay === null || counts.closed === 0) {
    return undefined;
  }
  const month = dayAfter(startOfDay(firstOpenDay), -1).slice(0, 7);

  return `${formatCount(counts.closed)} of these ${counts.closed === 1 ? 'stands' : 'stand'} on ${nameDay(firstOpenDay)}, because the months up to ${nameMonth(month)} are closed.`;
};

/** How many lines the question names; a longer list would hide the button of a phone. */
const NAMED_LINES = 5;

/** Whom the first lines are booked for, and how many follow: 'Grant Smith R 845,00 … and 12 more'. */
const Named = ({ file: { id, counts } }: { file: BankFile }) => {
  const { data, error, refetch } = useQuery(bankLinesQuery({ fileId: id, filter: 'certain', page: 1 }));
  const count = Math.min(NAMED_LINES, counts.certain);
  const further = counts.certain - count;
  if (error && !data) {
    return <LoadError title="The lines could not be read" error={error} onRetry={refetch} />;
  }

  return (
    <div>
      {data ? (
        <MoneyLines>
          {data.lines.slice(0, count).map(({ id: lineId, proposals, description, amount }) => (
            <MoneyLine
              key={lineId}
              name={proposals[0] ? nameAlone(proposals[0]) : description}
              amount={formatAmount(amount)}
            />
          ))}
        </MoneyLines>
      ) : (
        <Skeleton height={`${count * 2.1}rem`} mb="1.5" />
      )}
      {further > 0 && <Text textStyle="detail.number">and {formatCount(further)} more</Text>}
    </div>
  );
};

interface BookAllDialogProps {
  file: BankFile;
  onOrdered: (file: BankFile) => void;
  onClose: () => void;
}

/** Names count, sum and clients once more before all certain lines are booked. */
export const BookAllDialog = ({ file, onOrdered, onClose }: BookAllDialogProps) => {
  const order = useBookCertain(file.id, onOrdered);
  const { counts, sums } = file;
  const closed = wordClosed(file);

  return (
    <Modal
      title={`Book ${countLines(counts.certain)}, ${formatAmount(sums.certain)}?`}
      onClose={onClose}
      initialFocus={() => document.querySelector<HTMLElement>('[role=dialog] [data-order]')}
      finalFocus={findMain}
    >
      <Dialog.Body>
        <Stack gap="3">
          <Text>
            Each is booked for the client whom its own number names, and pays what is due the longest. A line
            that is no longer certain stays open. Each can be undone.
          </Text>
          <Named file={file} />
          {closed && <Text>{closed}</Text>}
          <RefusalNote title="Nothing is booked yet" error={order.error} />
        </Stack>
      </Dialog.Body>
      <DialogFooter
        type="button"
        data-order
        onCancel={onClose}
        isBusy={order.isPending}
        onClick={() => order.mutate()}
      >
        Book {countLines(counts.certain)}
      </DialogFooter>
    </Modal>
  );
};
