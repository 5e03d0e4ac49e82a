import { Box, Stack, Link as StyledLink, Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import { formatDateTime } from '#shared/dates.ts';
import { formatCount } from '#shared/numbers.ts';
import { actionColumn, type Column, RowsOrCards } from '../../components/list/rows-or-cards.tsx';
import { TakeBack } from './file-acts.tsx';
import { FileState, Tie } from './file-state.tsx';
import { countOpen, countToLookAt, nameAccount, nameDays, wordEarlier } from './file-words.ts';
import { linkToFile } from './links.ts';

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

const takeBack = (file: BankFile) => file.canTakeBack && <TakeBack file={file} />;

const COLUMNS: readonly Column<BankFile>[] = [
  { name: 'Days', cell: (file) => <Days file={file} /> },
  { name: 'Account', cell: ({ bank, account }) => nameAccount(bank, account) },
  { name: 'Lines', cell: (file) => <Lines file={file} /> },
  { name: 'Balances', cell: (file) => <Tie file={file} /> },
  { name: 'Read', cell: (file) => <ReadBy file={file} /> },
  actionColumn(takeBack),
];

/** The bank's files with what became of their lines, the newest first. */
export const FileList = ({ files }: { files: readonly BankFile[] }) => (
  <RowsOrCards
    items={files}
    keyOf={({ id }) => id}
    columns={COLUMNS}
    card={(file) => (
      <>
        <div data-pair>
          <Days file={file} />
          <Tie file={file} />
        </div>
        <Text textStyle="sm">{nameAccount(file.bank, file.account)}</Text>
        <Lines file={file} />
        <ReadBy file={file} />
        {file.canTakeBack && <Box _print={{ display: 'none' }}>{takeBack(file)}</Box>}
      </>
    )}
    isTopAligned
  />
);
