import { Box, Button, chakra, Flex, Stack, Link as StyledLink, Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import { formatDateTime } from '#shared/dates.ts';
import { formatCount } from '#shared/numbers.ts';
import { actionColumn, type Column, RowsOrCards } from '../../components/list/rows-or-cards.tsx';
import { TakeBack } from './file-acts.tsx';
import { FileState, Tie } from './file-state.tsx';
import { countLines, countOpen, countToLookAt, nameAccount, nameDays, wordEarlier } from './file-words.ts';
import { type FileGroup, groupRepeats } from './group-repeats.ts';
import { linkToFile } from './links.ts';

const Fold = chakra('details', {
  base: {
    textStyle: 'detail.number',
    '& > summary': { cursor: 'pointer', minHeight: { base: '11', md: '6' }, alignContent: 'center' },
    // Paper has the line of words, and no sign that it opens.
    _print: { '& > summary': { listStyle: 'none', minHeight: 'auto' } },
  },
});

/** The files that brought the same lines again. */
const Repeats = ({ repeats }: Pick<FileGroup, 'repeats'>) =>
  repeats.length > 0 && (
    <Fold>
      <summary>Read again {repeats.length === 1 ? 'once' : `${formatCount(repeats.length)} times`}</summary>
      <Stack as="ul" listStyleType="none" gap="2" pt="1" pb="2">
        {repeats.map((file) => (
          <Flex as="li" key={file.id} align="center" justify="space-between" columnGap="3" wrap="wrap">
            <StyledLink asChild overflowWrap="anywhere" minW="0">
              <Link {...linkToFile(file.id)}>
                <bdi>{file.fileName}</bdi>
              </Link>
            </StyledLink>
            {file.canTakeBack && <TakeBack file={file} isSmall />}
            {file.ties === false && (
              <Box flexBasis="100%">
                <Tie file={file} />
              </Box>
            )}
            <Box flexBasis="100%">
              <ReadBy file={file} />
            </Box>
          </Flex>
        ))}
      </Stack>
    </Fold>
  );

/** Leads to the first line of a file with which nothing was done yet. */
const GoOn = ({ file: { id, fileName, state, counts } }: { file: BankFile }) => {
  const open = countOpen(counts);
  if (open === 0 || state === 'booking') {
    return null;
  }
  const words = `Go on: ${countLines(open)}`;

  return (
    <Button asChild size="sm" minH={{ base: '11', md: '9' }}>
      <Link
        {...linkToFile(id, countToLookAt(counts) > 0 ? undefined : 'certain')}
        aria-label={`${words} of ${fileName}`}
      >
        {words}
      </Link>
    </Button>
  );
};

/** Opens the file. */
const Days = ({ file }: { file: BankFile }) => (
  <Stack gap="0" minW="0">
    <StyledLink asChild fontWeight="semibold">
      <Link {...linkToFile(file.id)}>{nameDays(file.from, file.to)}</Link>
    </StyledLink>
    <Text textStyle="detail" overflowWrap="anywhere">
      <bdi>{file.fileName}</bdi>
    </Text>
  </Stack>
);

const Lines = ({ file }: { file: BankFile }) => {
  const open = countOpen(file.counts);
  const toLookAt = countToLookAt(file.counts);

  return (
    <Stack gap="0.5" align="flex-start" textStyle="number.sm">
      <FileState file={file} />
      {file.counts.unidentified > 0 && <Text>{formatCount(file.counts.unidentified)} unidentified</Text>}
      {open > 0 && (
        <Text>
          {formatCount(open)} open{toLookAt > 0 && `, ${formatCount(toLookAt)} to look at`}
        </Text>
      )}
      <Text textStyle="detail.number">
        {formatCount(file.counts.booked)} booked
        {file.counts.duplicates > 0 && `, ${formatCount(file.counts.duplicates)} known before`}
      </Text>
      {file.counts.earlier > 0 && <Text textStyle="detail.number">{wordEarlier(file)}</Text>}
    </Stack>
  );
};

const ReadBy = ({ file: { uploadedBy, createdAt } }: { file: BankFile }) => (
  <Text textStyle="detail.number">
    {formatDateTime(createdAt)}
    {uploadedBy !== null && (
      <>
        {' '}
        by <bdi>{uploadedBy}</bdi>
      </>
    )}
  </Text>
);

const Acts = ({ file }: { file: BankFile }) => (
  <Flex
    gap="2"
    wrap="wrap"
    justify={{ md: 'flex-end' }}
    _empty={{ display: 'none' }}
    _print={{ display: 'none' }}
  >
    <GoOn file={file} />
    {file.canTakeBack && <TakeBack file={file} />}
  </Flex>
);

const COLUMNS: readonly Column<FileGroup>[] = [
  {
    name: 'Days',
    cell: ({ file, repeats }) => (
      <>
        <Days file={file} />
        <Repeats repeats={repeats} />
      </>
    ),
  },
  { name: 'Account', cell: ({ file: { bank, account } }) => nameAccount(bank, account) },
  { name: 'Lines', cell: ({ file }) => <Lines file={file} /> },
  { name: 'Balances', cell: ({ file }) => <Tie file={file} /> },
  { name: 'Read', cell: ({ file }) => <ReadBy file={file} /> },
  actionColumn(({ file }) => <Acts file={file} />),
];

/** The bank's files with what became of their lines, the newest first. */
export const FileList = ({ files }: { files: readonly BankFile[] }) => (
  <RowsOrCards
    items={groupRepeats(files)}
    keyOf={({ file: { id } }) => id}
    columns={COLUMNS}
    card={({ file, repeats }) => (
      <>
        <div data-pair>
          <Days file={file} />
          <Tie file={file} />
        </div>
        <Text textStyle="sm">{nameAccount(file.bank, file.account)}</Text>
        <Lines file={file} />
        <ReadBy file={file} />
        <Acts file={file} />
        <Repeats repeats={repeats} />
      </>
    )}
    isTopAligned
  />
);
