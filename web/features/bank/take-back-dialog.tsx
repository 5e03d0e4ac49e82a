import { Alert, Stack, Link as StyledLink, Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { BankFile } from '#shared/contract/bank-files.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { toast } from '../../lib/toast.ts';
import { countLines, nameAccount, nameDays } from './file-words.ts';
import { linkToFile } from './links.ts';
import { useTakeFileBack } from './mutations.ts';

/** The file that must go first, if a refusal names another one. */
const firstOf = (error: Error, fileId: number): BankFile | undefined => {
  const current = error instanceof ApiError && error.status === 409 ? error.current : undefined;
  const file = current as BankFile | undefined;

  return file && file.id !== fileId ? file : undefined;
};

const Refusal = ({ error, fileId, onLeave }: { error: Error; fileId: number; onLeave: () => void }) => {
  const first = firstOf(error, fileId);

  return (
    <Alert.Root status="error" role="alert">
      <Alert.Indicator />
      <Alert.Content minW="0">
        <Alert.Title>The file was not taken back</Alert.Title>
        <Alert.Description overflowWrap="anywhere">
          {error.message}{' '}
          {first && (
            <StyledLink asChild fontWeight="semibold">
              <Link {...linkToFile(first.id, 'all')} onClick={onLeave}>
                Open {first.fileName}, {nameDays(first.from, first.to)}
              </Link>
            </StyledLink>
          )}
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
};

/** A file that was taken back leaves the list with its button; what follows is to drop it again. */
const findDropZone = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-drop-zone] input');

interface TakeBackDialogProps {
  file: BankFile;
  onTaken?: () => void;
  onClose: () => void;
}

/** Names what goes with a file before it is taken back. */
export const TakeBackDialog = ({ file, onTaken, onClose }: TakeBackDialogProps) => {
  const takeBack = useTakeFileBack(file.id);
  const { lines } = file.counts;
  const isTaken = useRef(false);

  return (
    <ConfirmDialog
      title={<>Take {file.fileName} back?</>}
      confirmLabel="Take it back"
      isBusy={takeBack.isPending}
      onConfirm={() =>
        takeBack.mutate(undefined, {
          onSuccess: () => {
            isTaken.current = true;
            onClose();
            toast({ title: `${file.fileName} was taken back`, tone: 'success' });
            onTaken?.();
          },
        })
      }
      onCancel={onClose}
      finalFocus={() => (isTaken.current ? findDropZone() : null)}
    >
      <Stack gap="3">
        <Text>
          {lines === 0 ? 'It brought no line.' : `Its ${countLines(lines)} ${lines === 1 ? 'goes' : 'go'}.`}{' '}
          What the portal learned from it goes, too: the account and the columns of such a file, the first day
          that is booked, and until when {nameAccount(file.bank, file.account)} was read.
        </Text>
        <Text>
          This is possible as long as nothing of it was booked. To correct an answer, take the file back and
          drop it again.
        </Text>
        {takeBack.error && <Refusal error={takeBack.error} fileId={file.id} onLeave={onClose} />}
      </Stack>
    </ConfirmDialog>
  );
};
