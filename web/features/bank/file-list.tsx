import { Box, Card, Flex, Stack, Link as StyledLink, Table, Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import type { BankFile } from '#shared/contract/bank-files.ts';
import { formatDateTime } from '#shared/dates.ts';
import { formatCount } from '#shared/numbers.ts';
import { RowsOrCards } from '../../components/list/rows-by-hand.tsx';
import { TakeBack } from './file-acts.tsx';
import { FileState, Tie } from './file-state.tsx';
import { countOpen, countToLookAt, nameAccount, nameDays, wordEarlier } from './file-words.ts';
import { linkToFile } from './links.ts';

/** Opens the file. */
const Days = ({ file }: { file: BankFile }) => (
  <Stack gap="0" minW="0">
    <StyledLink asChild fontWeight="semibold">
      <Link {...linkToFile(file.id, countOpen(file.counts) > 0 ? undefined : 'all')}>
        {nameDays(file.from, file.to)}
      </Link>
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

/** The bank's files with what became of their lines, the newest first. */
export const FileList = ({ files }: { files: readonly BankFile[] }) => (
  <RowsOrCards
    items={files}
    headers={
      <>
        <Table.ColumnHeader>Days</Table.ColumnHeader>
        <Table.ColumnHeader>Account</Table.ColumnHeader>
        <Table.ColumnHeader>Lines</Table.ColumnHeader>
        <Table.ColumnHeader>Balances</Table.ColumnHeader>
        <Table.ColumnHeader>Read</Table.ColumnHeader>
      </>
    }
    renderRow={(file) => (
      <Table.Row key={file.id} verticalAlign="top">
        <Table.Cell>
          <Days file={file} />
        </Table.Cell>
        <Table.Cell>{nameAccount(file.bank, file.account)}</Table.Cell>
        <Table.Cell>
          <Lines file={file} />
        </Table.Cell>
        <Table.Cell>
          <Tie file={file} />
        </Table.Cell>
        <Table.Cell>
          <ReadBy file={file} />
        </Table.Cell>
        <Table.Cell textAlign="end" _print={{ display: 'none' }}>
          {file.canTakeBack && <TakeBack file={file} />}
        </Table.Cell>
      </Table.Row>
    )}
    renderCard={(file) => (
      <Card.Root key={file.id} as="li" size="sm" variant="outline">
        <Card.Body gap="2">
          <Flex justify="space-between" gap="3">
            <Days file={file} />
            <Tie file={file} />
          </Flex>
          <Text textStyle="sm">{nameAccount(file.bank, file.account)}</Text>
          <Lines file={file} />
          <ReadBy file={file} />
          {file.canTakeBack && (
            <Box _print={{ display: 'none' }}>
              <TakeBack file={file} />
            </Box>
          )}
        </Card.Body>
      </Card.Root>
    )}
  />
);
