import { Box, Button, Card, Center, Flex, Heading, Icon, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Mail } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import { formatCount } from '#shared/numbers.ts';
import { AsOf } from '../../../components/facts/as-of.tsx';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../../components/loading/skeleton-rows.tsx';
import { takeLostFocus } from '../../../lib/browser/lost-focus.ts';
import { bankFileSummaryQuery } from '../queries.ts';
import { wordStillOverdue, wordSummary } from './summary-words.ts';

/** Mails their statements to the clients who are overdue. */
export type StatementsDialog = ComponentType<{ onClose: () => void }>;

interface FileSummaryProps {
  file: BankFile;
  StatementsDialog: StatementsDialog;
}

const Words = ({ file, ...props }: FileSummaryProps) => {
  const { data: summary, error, refetch, dataUpdatedAt } = useQuery(bankFileSummaryQuery(file.id));
  const [isMailing, setIsMailing] = useState(false);
  if (error && !summary) {
    return <LoadError title="What it came to could not be read" error={error} onRetry={refetch} />;
  }
  if (!summary) {
    return <SkeletonRows label="Loading what it came to" rows={4} height="6" />;
  }

  const sentences = wordSummary(summary, file.sums.ignored);

  return (
    <Stack gap="2" textStyle="number.md" lineHeight="1.5rem">
      {sentences.length === 0 && <Text>No money was booked.</Text>}
      {sentences.map((sentence) => (
        <Text key={sentence}>{sentence}</Text>
      ))}
      {summary.overdueClients > 0 && (
        <Flex align="center" wrap="wrap" columnGap="4" rowGap="2">
          <Text>{wordStillOverdue(summary)}</Text>
          <Button
            size="sm"
            minH={{ base: '11', md: '9' }}
            _print={{ display: 'none' }}
            onClick={() => setIsMailing(true)}
          >
            <Mail aria-hidden /> Mail {summary.overdueClients === 1 ? 'the statement' : 'their statements'}…
          </Button>
        </Flex>
      )}
      <AsOf at={dataUpdatedAt} />
      {isMailing && <props.StatementsDialog onClose={() => setIsMailing(false)} />}
    </Stack>
  );
};

/** The quiet end of a file: what its bookings came to, and what to do next. */
export const FileSummary = ({ file, StatementsDialog }: FileSummaryProps) => (
  <Card.Root as="section" variant="outline" aria-label="What the file came to" flex="1">
    <Card.Body justifyContent={{ lg: 'center' }}>
      <Stack gap="4" maxW="36rem" width="100%" mx="auto" minH="15rem" py={{ base: '2', lg: '6' }}>
        <Flex align="center" gap="3">
          <Center boxSize="10" borderRadius="full" bg="bg.success" color="fg.success" aria-hidden>
            <Icon as={CircleCheck} boxSize="5" />
          </Center>
          <Heading as="h3" size="lg" tabIndex={-1} outline="none" ref={takeLostFocus}>
            Finished
          </Heading>
        </Flex>
        {/* On a phone the sentences need two lines each, and what follows does not move once they are there. */}
        <Box minH={{ base: '14rem', lg: '9rem' }}>
          <Words file={file} StatementsDialog={StatementsDialog} />
        </Box>
        <Flex align="center" wrap="wrap" gap="4" textStyle="sm" _print={{ display: 'none' }}>
          <Button asChild size="sm" variant="outline" colorPalette="gray" minH={{ base: '11', md: '9' }}>
            <Link
              to="."
              search={(shown) => ({ ...shown, bankState: 'all', line: undefined, page: undefined })}
            >
              {file.counts.lines === 1 ? 'Show the line' : `Show all ${formatCount(file.counts.lines)} lines`}
            </Link>
          </Button>
        </Flex>
      </Stack>
    </Card.Body>
  </Card.Root>
);
