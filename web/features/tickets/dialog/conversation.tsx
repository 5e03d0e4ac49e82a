import { Alert, Box, Button, chakra, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ConversationEntry as Entry } from '#shared/contract/tickets.ts';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { SkeletonRows } from '../../../components/loading/skeleton-rows.tsx';
import { useNow } from '../../../lib/browser/use-now.ts';
import { wordError } from '../../../lib/reads/api-error.ts';
import { SENDING_ID } from '../mutations.ts';
import { conversationQuery } from '../queries.ts';
import { ConversationEntry } from './conversation-entry.tsx';
import { labelEntry } from './entry-label.ts';

const FETCH_FAILED = 'Failed to fetch conversations';

const ConversationError = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <Alert.Root status="error" role="alert" alignItems="center" flexWrap="wrap">
    <Alert.Indicator />
    <Alert.Content flex="1 1 14rem">
      <Alert.Title>{wordError(error, FETCH_FAILED)}</Alert.Title>
    </Alert.Content>
    <Button size="xs" variant="outline" onClick={onRetry}>
      Try again
    </Button>
  </Alert.Root>
);

/** Returns the announcement for screen readers: an answer has arrived, or the client's own reply is being sent. */
const announce = (entries: readonly Entry[], known: ReadonlySet<number>): string | undefined => {
  const newest = entries.findLast(({ id, incoming }) => !known.has(id) && (incoming || id === SENDING_ID));
  if (!newest) {
    return undefined;
  }

  return newest.incoming ? `New reply: ${labelEntry(newest)}` : 'Sending your reply…';
};

const useAnnouncement = (entries: readonly Entry[] | undefined): string => {
  const [announcement, setAnnouncement] = useState('');
  const known = useRef<ReadonlySet<number>>(undefined);

  useEffect(() => {
    if (!entries) {
      return;
    }

    const news = known.current && announce(entries, known.current);
    known.current = new Set(entries.map(({ id }) => id));
    if (news) {
      setAnnouncement(news);
    }
  }, [entries]);

  return announcement;
};

/** The messages, oldest first. Scrolls to the newest when the list is first shown and after each new message. */
const Entries = ({ ticketId, entries }: { ticketId: number; entries: readonly Entry[] }) => {
  const list = useRef<HTMLOListElement>(null);
  const now = useNow();
  const count = entries.length;

  useEffect(() => {
    if (count > 0) {
      list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
    }
  }, [count]);

  if (count === 0) {
    return (
      <Text textStyle="sm" color="fg.muted">
        Nobody has replied yet.
      </Text>
    );
  }

  return (
    <chakra.ol ref={list} display="grid" gap="3" listStyleType="none" aria-label="Conversation">
      {entries.map((entry) => (
        <Box as="li" key={entry.id} minW="0" scrollMarginBottom="4">
          <ConversationEntry ticketId={ticketId} entry={entry} now={now} />
        </Box>
      ))}
    </chakra.ol>
  );
};

interface ConversationProps {
  ticketId: number;
  isRefreshing: boolean;
  onRefresh: () => void;
}

/** The messages on a ticket. After a failed read the earlier ones stay visible. */
export const Conversation = ({ ticketId, isRefreshing, onRefresh }: ConversationProps) => {
  const { data: entries, error, refetch } = useQuery(conversationQuery(ticketId));
  const announcement = useAnnouncement(entries);

  return (
    <Stack as="section" gap="3" aria-label="Conversation">
      <HStack justify="space-between">
        <Heading as="h3" size="sm">
          Conversation
        </Heading>
        <BusyButton
          size="xs"
          variant="ghost"
          isBusy={isRefreshing}
          onClick={onRefresh}
          me="-2.5"
          _print={{ display: 'none' }}
        >
          {!isRefreshing && <RefreshCw aria-hidden />} Refresh
        </BusyButton>
      </HStack>
      <Box srOnly role="status">
        {announcement}
      </Box>
      {error && <ConversationError error={error} onRetry={refetch} />}
      {entries && <Entries ticketId={ticketId} entries={entries} />}
      {!entries && !error && <SkeletonRows label="Loading the conversation..." rows={2} height="24" />}
    </Stack>
  );
};
