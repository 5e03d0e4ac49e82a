import { Alert, Box, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { Landmark } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { BankAccount, BankFile } from '#shared/contract/bank/bank-files.ts';
import { BANK_FILES_SHOWN } from '#shared/contract/bank/bank-limits.ts';
import { AsOf } from '../../components/facts/as-of.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { PagedList } from '../../components/list/paged-list.tsx';
import { Pages } from '../../components/list/pages.tsx';
import { lazyPart } from '../../components/loading/lazy-part.tsx';
import { SkeletonList } from '../../components/loading/skeleton-list.tsx';
import { toast } from '../../lib/browser/toast.ts';
import { UNREACHABLE } from '../../lib/reads/api-error.ts';
import { DropZone, ReadingZone, useFileDrop } from './drop-zone.tsx';
import { FileList } from './file-list.tsx';
import { countOpen, nameOwnAccount, summarize, wordReadUntil, wordReadUpTo } from './file-words.ts';
import { takeHeldFiles } from './held-files.ts';
import { linkToFile } from './links.ts';
import { bankFilesQuery } from './queries.ts';
import { UnidentifiedLink } from './unidentified-link.tsx';

const ReadFile = lazyPart(() => import('./read-file.tsx'), 'ReadFile', { waiting: <ReadingZone /> });

const wordRefusal = ({ name, message }: Error): string => (name === 'FileRefusal' ? message : UNREACHABLE);

/** Takes a file of the bank and reads it; afterwards the file is open. */
const NewFile = ({ accounts }: { accounts: readonly BankAccount[] | undefined }) => {
  const navigate = useNavigate();
  const { history } = useRouter();
  const prepare = useMutation({
    // Reading needs a parser, which no first screen loads.
    mutationFn: async (files: readonly File[]) => (await import('./prepare-file.ts')).prepareFile(files),
  });
  const { isPending, data: file, error } = prepare;
  const [hasChosen, setHasChosen] = useState(false);
  const choose = (files: readonly File[]) => {
    setHasChosen(true);
    prepare.mutate(files);
  };
  const chooseHeld = useEffectEvent(() => {
    const files = takeHeldFiles(history.location.state.heldFiles);
    if (files.length > 0) {
      choose(files);
    }
  });
  useEffect(() => chooseHeld(), []);
  const isBusy = isPending || file !== undefined;
  const isOver = useFileDrop((files) => {
    if (!isBusy) {
      choose(files);
    }
  });

  const open = (read: BankFile) => {
    toast({ title: summarize(read), tone: 'success' });
    void navigate({ ...linkToFile(read.id, countOpen(read.counts) > 0 ? undefined : 'all') });
  };

  if (isPending || (file && !accounts)) {
    return <ReadingZone name={prepare.variables?.[0]?.name} />;
  }
  if (file && accounts) {
    return <ReadFile key={file.id} file={file} accounts={accounts} onRead={open} onClose={prepare.reset} />;
  }

  return (
    <Stack gap="2">
      <DropZone isOver={isOver} takesFocus={hasChosen} onFiles={choose} />
      {error && (
        <Alert.Root status="error" role="alert">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>{wordRefusal(error)}</Alert.Title>
          </Alert.Content>
        </Alert.Root>
      )}
    </Stack>
  );
};

/** Until when each account was read: on a phone in one line, which scrolls. */
const Accounts = ({ accounts }: { accounts: readonly BankAccount[] }) => (
  <Box role="group" aria-label="Your accounts" tabIndex={0} overflowX="auto">
    <Flex
      as="ul"
      listStyleType="none"
      wrap={{ md: 'wrap' }}
      whiteSpace="nowrap"
      columnGap="4"
      rowGap="1"
      textStyle="detail.number"
    >
      {accounts.map((own) => (
        <li key={own.number}>
          {nameOwnAccount(own)}: {wordReadUntil(own)}
        </li>
      ))}
    </Flex>
  </Box>
);

/** The bank's files under the place where the next one is dropped. */
export const BankFiles = ({ page }: { page: number }) => {
  const read = useQuery(bankFilesQuery(page));
  const { data, error, dataUpdatedAt } = read;
  // Without the accounts a file can still be read: the server knows them.
  const accounts = data?.accounts ?? (error ? [] : undefined);

  return (
    <Stack gap={{ base: '3', md: '4' }}>
      <NewFile accounts={accounts} />
      <PagedList
        read={read}
        items={data?.files}
        shown={data}
        icon={Landmark}
        pages={(total) => <Pages page={page} total={total} limit={BANK_FILES_SHOWN} />}
        failed="The files could not be read"
        waiting={
          <SkeletonList label="Loading the bank's files" count={4} cardHeight="9rem" rowHeight="4rem" />
        }
        empty={
          <EmptyNote icon={Landmark} title="No bank file yet">
            Each file that you read appears here with what became of its lines. You find the CSV or OFX in
            your internet banking, among the transactions or statements of the account.
          </EmptyNote>
        }
      >
        {(files) => (
          <Stack gap="2">
            <Flex justify="space-between" align="center" wrap="wrap" columnGap="3" rowGap="0">
              <Flex align="baseline" wrap="wrap" columnGap="3" flex={{ sm: '1' }}>
                <Heading as="h2" size="md">
                  Bank files
                </Heading>
                {data && <Text textStyle="number.sm">{wordReadUpTo(data.accounts)}</Text>}
              </Flex>
              {/* It arrives after the list, so a phone keeps a line for it. */}
              <Box
                order={{ base: 1, sm: 0 }}
                flexBasis={{ base: '100%', sm: 'auto' }}
                minH={{ base: '6', sm: '0' }}
              >
                <UnidentifiedLink />
              </Box>
              <AsOf at={dataUpdatedAt} />
            </Flex>
            <FileList files={files} />
          </Stack>
        )}
      </PagedList>
      {data && data.accounts.length > 1 && <Accounts accounts={data.accounts} />}
    </Stack>
  );
};
