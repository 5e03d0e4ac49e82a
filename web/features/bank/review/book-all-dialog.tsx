import { Dialog, Stack, Text } from '@chakra-ui/react';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import { dayAfter, formatMonth, nameDay, startOf, startOfDay } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { DialogFooter } from '../../../components/dialog/dialog-footer.tsx';
import { Modal } from '../../../components/dialog/modal.tsx';
import { RefusalNote } from '../../../components/form/refusal-note.tsx';
import { countLines } from '../file-words.ts';
import { findRow } from './find-row.ts';
import { useBookCertain } from './mutations.ts';

/** '3 of these stand on 1 December 2026, because the months up to November 2026 are closed.' */
const wordClosed = ({ counts, firstOpenDay }: BankFile): string | undefined => {
  if (firstOpenDay === null || counts.closed === 0) {
    return undefined;
  }
  const month = dayAfter(startOfDay(firstOpenDay), -1).slice(0, 7);

  return `${formatCount(counts.closed)} of these ${counts.closed === 1 ? 'stands' : 'stand'} on ${nameDay(firstOpenDay)}, because the months up to ${formatMonth(startOf(month))} are closed.`;
};

interface BookAllDialogProps {
  file: BankFile;
  onOrdered: (file: BankFile) => void;
  onClose: () => void;
}

/** Names count and sum once more before all certain lines are booked. */
export const BookAllDialog = ({ file, onOrdered, onClose }: BookAllDialogProps) => {
  const order = useBookCertain(file.id, onOrdered);
  const { counts, sums } = file;
  const closed = wordClosed(file);

  return (
    <Modal
      title={`Book ${countLines(counts.certain)}, ${formatAmount(sums.certain)}?`}
      onClose={onClose}
      initialFocus={() => document.querySelector<HTMLElement>('[role=dialog] [data-order]')}
      finalFocus={findRow}
    >
      <Dialog.Body>
        <Stack gap="3">
          <Text>
            Each is booked for the client whom its own number names, and pays what is due the longest. A line
            that is no longer certain stays open. Each can be undone.
          </Text>
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
