import { Stack, Text } from '@chakra-ui/react';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import type { DialogProps } from '../../lib/address/dialogs.ts';
import { toast } from '../../lib/browser/toast.ts';
import { countLines } from './file-words.ts';
import { useIgnoreSame } from './mutations.ts';
import { WithFile } from './with-file.tsx';

interface SameQuestionProps {
  file: BankFile;
  onClose: () => void;
  onDone: () => void;
}

const SameQuestion = ({ file, onClose, onDone }: SameQuestionProps) => {
  const ignore = useIgnoreSame(file.id);
  const lines = countLines(file.counts.perhapsSame);

  return (
    <ConfirmDialog
      title={`Are these ${lines} the same as before?`}
      confirmLabel="They are the same"
      confirmPalette="brand"
      isBusy={ignore.isPending}
      onConfirm={() =>
        ignore.mutate(undefined, {
          onSuccess: () => {
            onDone();
            toast({ title: `${lines} ignored`, tone: 'success' });
          },
        })
      }
      onCancel={onClose}
    >
      <Stack gap="3">
        <Text>
          An earlier file in another format brought the same days and amounts. The {lines} of{' '}
          <bdi>{file.fileName}</bdi> that say ‘Perhaps in the file of …’ become ignored, and are not booked.
          The lines of the earlier file stay as they are. Each ignored line can be opened again.
        </Text>
        <RefusalNote title="Nothing was ignored" error={ignore.error} />
      </Stack>
    </ConfirmDialog>
  );
};

const whyNot = ({ counts }: BankFile) =>
  counts.perhapsSame === 0 ? 'No open line of this file may stand in a file of another format' : undefined;

/** Names what becomes of the lines that another file brought before in another format. */
export const SameDialog = ({ subject: fileId, ...ways }: DialogProps<number>) => (
  <WithFile
    fileId={fileId}
    title="Are these lines the same as before?"
    whyNot={whyNot}
    onClose={ways.onClose}
  >
    {(file) => <SameQuestion file={file} {...ways} />}
  </WithFile>
);
