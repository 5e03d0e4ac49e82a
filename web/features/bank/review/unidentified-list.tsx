import { Card, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Landmark } from 'lucide-react';
import { BANK_LINES_SHOWN } from '#shared/contract/bank/bank-limits.ts';
import { formatAmount } from '#shared/money.ts';
import { EmptyNote } from '../../../components/list/empty-note.tsx';
import { Pages } from '../../../components/list/pages.tsx';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { MissingPage } from '../../../components/shell/missing-page.tsx';
import { countLines } from '../file-words.ts';
import { PanesSkeleton } from '../panes/panes-skeleton.tsx';
import { unidentifiedQuery } from '../queries.ts';
import { LineReview } from './line-review.tsx';

/** The lines of all files whose money is nobody's yet, the oldest first, with their sum. */
export const UnidentifiedList = ({ page = 1 }: { page?: number | undefined }) => {
  const { data, error, refetch, isPlaceholderData } = useQuery(unidentifiedQuery(page));
  if (error && !data) {
    return <LoadError title="The lines could not be read" error={error} onRetry={refetch} />;
  }
  if (!data) {
    return <PanesSkeleton />;
  }

  return (
    <Stack gap="3" flex="1" opacity={isPlaceholderData ? 0.6 : undefined} aria-busy={isPlaceholderData}>
      <Text textStyle="number.sm">
        <Text as="strong" fontWeight="semibold">
          {formatAmount(data.sum)}
        </Text>{' '}
        in {countLines(data.total)}
        {data.total > 0 && '. Book each for its client, send it back, or open it again.'}
      </Text>
      <LineReview
        key={data.page}
        lines={data.lines}
        isPending={({ state }) => state === 'unidentified'}
        pendingCount={data.total}
        isPaused={isPlaceholderData}
        nothing={
          data.total > 0 ? (
            <MissingPage icon={Landmark} page={page} />
          ) : (
            <Card.Root variant="outline">
              <EmptyNote icon={CircleCheck} title="No unidentified money">
                Money that nobody can place yet waits here until its client is found.
              </EmptyNote>
            </Card.Root>
          )
        }
      />
      {data.total > BANK_LINES_SHOWN && <Pages page={page} total={data.total} limit={BANK_LINES_SHOWN} />}
    </Stack>
  );
};
