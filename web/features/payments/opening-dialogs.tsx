import { TakeBackDialog } from '../../components/money/take-back-write-off-dialog.tsx';
import { WriteOffDialog } from '../../components/money/write-off-dialog.tsx';
import type { RecordDialogProps } from '../../lib/address/dialogs.ts';
import { nameWithNumber } from '../../lib/words/full-name.ts';

const openingOf = ({ userId, client }: RecordDialogProps) => ({
  userId,
  clientName: client && nameWithNumber(client),
});

/** Writes off an opening balance that nobody expects any more. */
export const OpeningWriteOffDialog = (props: RecordDialogProps) => (
  <WriteOffDialog item={openingOf(props)} onClose={props.onClose} onDone={props.onDone} />
);

/** Takes back what is written off of an opening balance. */
export const OpeningTakeBackDialog = (props: RecordDialogProps) => (
  <TakeBackDialog item={openingOf(props)} onClose={props.onClose} onDone={props.onDone} />
);
