import { Box, Card, Flex, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { CHANGES_MAX, CHANGES_OF_KIND_MAX } from '#shared/contract/limits.ts';
import type { AccountChange } from '#shared/contract/users.ts';
import { formatDateTime } from '#shared/dates.ts';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../components/loading/skeleton-rows.tsx';
import { wordActor, wordChange } from './change-words.ts';
import { changesQuery } from './queries.ts';

const ChangeRow = ({ change }: { change: AccountChange }) => (
  <Flex
    as="li"
    px={{ base: '3', md: '4' }}
    py="2.5"
    gap={{ base: '0.5', md: '4' }}
    direction={{ base: 'column', md: 'row' }}
    justify="space-between"
    borderTopWidth="1px"
    _first={{ borderTopWidth: 0 }}
  >
    <Box minW="0">
      <Text textStyle="sm" fontWeight="medium" overflowWrap="anywhere">
        {wordChange(change)}
      </Text>
      <Text textStyle="detail">{wordActor(change)}</Text>
    </Box>
    <Text as="time" textStyle="detail.number" whiteSpace="nowrap">
      {formatDateTime(change.createdAt)}
    </Text>
  </Flex>
);

/** Who changed what of an account, and when; no value is kept. */
export const ClientChanges = ({ userId }: { userId: number }) => {
  const { data: changes, error, isFetching, refetch } = useQuery(changesQuery(userId));

  return (
    <Stack as="section" gap="3" aria-label="Changes of this account">
      <HStack justify="space-between" flexWrap="wrap" gap="2">
        <Heading as="h3" size="md">
          Changes of this account
        </Heading>
        <BusyButton
          size="sm"
          variant="outline"
          isBusy={isFetching && changes !== undefined}
          onClick={() => refetch()}
          _print={{ display: 'none' }}
        >
          Refresh
        </BusyButton>
      </HStack>
      {error && <LoadError title="The changes could not be read" error={error} onRetry={refetch} />}
      {!changes && !error && <SkeletonRows label="Loading the changes" rows={4} height="3.5rem" />}
      {changes?.length === 0 && (
        <Card.Root variant="outline">
          <EmptyNote icon={Pencil} title="No changes yet">
            Changes by the user and by administrators appear here, without their values.
          </EmptyNote>
        </Card.Root>
      )}
      {changes && changes.length > 0 && (
        <Box as="ul" listStyleType="none" borderWidth="1px" borderRadius="l3" overflow="hidden">
          {changes.map((change, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a change has no id, and the list is replaced as a whole
            <ChangeRow key={index} change={change} />
          ))}
        </Box>
      )}
      {changes && changes.length >= CHANGES_MAX && (
        <Text textStyle="sm" color="fg.muted">
          These are the newest {CHANGES_MAX}, and the newest {CHANGES_OF_KIND_MAX} of each kind.
        </Text>
      )}
    </Stack>
  );
};
