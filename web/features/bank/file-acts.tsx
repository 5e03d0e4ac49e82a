import { Alert, Button, Flex, HStack, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import { nameDay } from '#shared/dates.ts';
import { dialogAct } from '../../lib/address/dialogs.ts';
import { BANK_DIALOGS } from './bank-dialogs.ts';
import { countLines, wordEarlier } from './file-words.ts';
import { bankFileQuery } from './queries.ts';

const linkToAct = (name: keyof typeof BANK_DIALOGS, file: BankFile) =>
  dialogAct(BANK_DIALOGS, name, { subject: file.id }).link;

/** Takes a file back, so that it can be dropped again with other answers. */
export const TakeBack = ({ file, isSmall = false }: { file: BankFile; isSmall?: boolean }) => {
  const shape = isSmall
    ? ({ size: 'xs', variant: 'ghost', minH: { base: '11', md: '6' } } as const)
    : ({ size: 'sm', variant: 'outline', minH: { base: '11', md: '9' } } as const);
  const inside = (
    <>
      <Undo2 aria-hidden /> Take back
    </>
  );
  const label = `Take back ${file.fileName}`;

  return file.state === 'booking' ? (
    <Button {...shape} disabled aria-label={label}>
      {inside}
    </Button>
  ) : (
    <Button {...shape} asChild>
      <Link {...linkToAct('bank-file.take-back', file)} aria-label={label}>
        {inside}
      </Link>
    </Button>
  );
};

/** Takes an open file back of which nothing is booked, or says which file goes first. */
export const TakeOpenFileBack = ({ fileId }: { fileId: number }) => {
  const { data: file } = useQuery(bankFileQuery(fileId));

  return file && file.counts.booked + file.counts.unidentified === 0 ? <TakeBack file={file} /> : null;
};

/** From which day on the lines of an open file are booked; it can be changed while none is. */
const FirstDayOf = ({ file }: { file: BankFile }) => (
  <HStack gap="2" wrap="wrap" textStyle="sm">
    <Text>{wordEarlier(file) ?? `Lines are booked from ${nameDay(file.bookFrom)}`}.</Text>
    {file.counts.booked === 0 && (
      <Button asChild size="xs" variant="outline" minH={{ base: '11', md: '8' }}>
        <Link {...linkToAct('bank-file.first-day', file)}>Change the first day</Link>
      </Button>
    )}
  </HStack>
);

export const FirstDay = ({ fileId }: { fileId: number }) => {
  const { data: file } = useQuery(bankFileQuery(fileId));

  return file ? <FirstDayOf file={file} /> : null;
};

const Same = ({ file }: { file: BankFile }) => (
  <Alert.Root status="warning">
    <Alert.Indicator />
    <Alert.Content>
      <Alert.Title>
        {countLines(file.counts.perhapsSame)} of this file may stand in a file of another format.
      </Alert.Title>
      <Flex mt="2">
        <Button asChild size="sm" variant="outline" minH={{ base: '11', md: '9' }}>
          <Link {...linkToAct('bank-file.same', file)}>They are the same</Link>
        </Button>
      </Flex>
    </Alert.Content>
  </Alert.Root>
);

/** What to know about an open file before its lines: its notes, and lines that another format brought. */
export const FileNotes = ({ fileId }: { fileId: number }) => {
  const { data: file } = useQuery(bankFileQuery(fileId));
  if (!file || (file.notes.length === 0 && file.counts.perhapsSame === 0)) {
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
    </Stack>
  );
};
