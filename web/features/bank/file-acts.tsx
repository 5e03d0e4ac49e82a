import { Alert, Button, Flex, HStack, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { BankFile } from '#shared/contract/bank-files.ts';
import { nameDay } from '#shared/dates.ts';
import { lazyDialog } from '../../components/dialog/lazy-dialog.tsx';
import { linkToAdmin } from '../../lib/admin-link.ts';
import { countLines, wordEarlier } from './file-words.ts';
import { bankFileQuery } from './queries.ts';

const TakeBackDialog = lazyDialog(() => import('./take-back-dialog.tsx'), 'TakeBackDialog', {
  role: 'alertdialog',
  size: 'sm',
  title: 'Take the file back?',
  height: '12rem',
});
const FirstDayDialog = lazyDialog(() => import('./first-day-dialog.tsx'), 'FirstDayDialog', {
  title: 'Change the first day?',
  height: '10rem',
});
const SameDialog = lazyDialog(() => import('./same-dialog.tsx'), 'SameDialog', {
  role: 'alertdialog',
  size: 'sm',
  title: 'Are these lines the same as before?',
  height: '10rem',
});

interface TakeBackProps {
  file: BankFile;
  /** Called once the file is gone. */
  onTaken?: () => void;
}

/** Takes a file back, so that it can be dropped again with other answers. */
export const TakeBack = ({ file, onTaken }: TakeBackProps) => {
  const [isAsking, setIsAsking] = useState(false);

  return (
    <>
      <Button
        size="sm"
        variant="outline"
        minH={{ base: '11', md: '9' }}
        disabled={file.state === 'booking'}
        aria-label={`Take back ${file.fileName}`}
        onClick={() => setIsAsking(true)}
        onPointerEnter={TakeBackDialog.preload}
      >
        <Undo2 aria-hidden /> Take back
      </Button>
      {isAsking && (
        <TakeBackDialog file={file} {...(onTaken && { onTaken })} onClose={() => setIsAsking(false)} />
      )}
    </>
  );
};

/** Takes an open file back of which nothing is booked, or says which file goes first; shows the list afterwards. */
export const TakeOpenFileBack = ({ fileId }: { fileId: number }) => {
  const { data: file } = useQuery(bankFileQuery(fileId));
  const navigate = useNavigate();

  return file && file.counts.booked + file.counts.unidentified === 0 ? (
    <TakeBack file={file} onTaken={() => void navigate(linkToAdmin({ section: 'bank' }))} />
  ) : null;
};

/** From which day on the lines of an open file are booked; it can be changed while none is. */
const FirstDay = ({ file }: { file: BankFile }) => {
  const [isChanging, setIsChanging] = useState(false);

  return (
    <HStack gap="2" wrap="wrap" textStyle="sm">
      <Text>{wordEarlier(file) ?? `Lines are booked from ${nameDay(file.bookFrom)}`}.</Text>
      {file.counts.booked === 0 && (
        <Button
          size="xs"
          variant="outline"
          minH={{ base: '11', md: '8' }}
          onClick={() => setIsChanging(true)}
        >
          Change the first day
        </Button>
      )}
      {isChanging && <FirstDayDialog file={file} onClose={() => setIsChanging(false)} />}
    </HStack>
  );
};

const Same = ({ file }: { file: BankFile }) => {
  const [isAsking, setIsAsking] = useState(false);

  return (
    <Alert.Root status="warning">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>
          {countLines(file.counts.perhapsSame)} of this file may stand in a file of another format.
        </Alert.Title>
        <Flex mt="2">
          <Button
            size="sm"
            variant="outline"
            minH={{ base: '11', md: '9' }}
            onClick={() => setIsAsking(true)}
          >
            They are the same
          </Button>
        </Flex>
      </Alert.Content>
      {isAsking && <SameDialog file={file} onClose={() => setIsAsking(false)} />}
    </Alert.Root>
  );
};

/** What to know about an open file besides its lines: its notes, its first day, and lines that another format brought. */
export const FileNotes = ({ fileId }: { fileId: number }) => {
  const { data: file } = useQuery(bankFileQuery(fileId));
  if (!file) {
    return null;
  }

  return (
    <Stack gap="3">
      {file.notes.map((note) => (
        <Alert.Root key={note} status="warning">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>{note}</Alert.Title>
          </Alert.Content>
        </Alert.Root>
      ))}
      {file.counts.perhapsSame > 0 && <Same file={file} />}
      <FirstDay file={file} />
    </Stack>
  );
};
