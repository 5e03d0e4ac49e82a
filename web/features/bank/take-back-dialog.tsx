import { Alert, Stack, Link as StyledLink, Text } from '@chakra-ui/react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import type { DialogProps } from '../../lib/address/dialogs.ts';
import { toast } from '../../lib/browser/toast.ts';
import { ApiError } from '../../lib/reads/api-error.ts';
import { countLines, nameAccount, nameDays } from './file-words.ts';
import { linkFromFile, linkToFile } from './links.ts';
import { useTakeFileBack } from './mutations.ts';
import { WithFile } from './with-file.tsx';

/** The file that must go first, if a refusal names another one. */
const firstOf = (error: Error, fileId: number): BankFile | undefined => {
  const current = error instanceof ApiError && error.status === 409 ? error.current : undefined;
  const file = current as BankFile | undefined;

  return file && file.id !== fileId ? file : undefined;
};

const Refusal = ({ error, fileId }: { error: Error; fileId: number }) => {
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
              <Link {...linkToFile(first.id, 'all')}>
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

const TakeBackQuestion = ({ file, onClose }: { file: BankFile; onClose: () => void }) => {
  const navigate = useNavigate();
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
            void navigate({ ...linkFromFile, replace: true });
            toast({ title: `${file.fileName} was taken back`, tone: 'success' });
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
        {takeBack.error && <Refusal error={takeBack.error} fileId={file.id} />}
      </Stack>
    </ConfirmDialog>
  );
};

/** Names what goes with a file before it is taken back. */
export const TakeBackDialog = ({ subject: fileId, onClose }: DialogProps<number>) => (
  <WithFile fileId={fileId} title="Take the file back?" onClose={onClose}>
    {(file) => <TakeBackQuestion file={file} onClose={onClose} />}
  </WithFile>
);
