import { Alert, Box, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { CopyButton } from '../../../components/facts/copy-button.tsx';
import { dropStoredDraft } from '../../../lib/forms/stored-drafts.ts';
import { useUser } from '../../../lib/session/session.ts';
import { conversationQuery } from '../queries.ts';
import { readReplyDraft, replyDraft } from '../writing/reply-draft.ts';
import { JoinedTicket } from './joined-ticket.tsx';

/** A reply to a ticket that was closed meanwhile; it stays until the client discards it. */
const UnsentReply = ({ text, onDiscard }: { text: string; onDiscard: () => void }) => (
  <Stack gap="2" align="start" p="4" borderWidth="1px" borderRadius="l3">
    <Text textStyle="sm" fontWeight="semibold">
      Your reply was not sent
    </Text>
    <Box as="bdi" display="block" textStyle="sm" whiteSpace="pre-wrap" overflowWrap="anywhere" maxW="full">
      {text}
    </Box>
    <HStack gap="2">
      <CopyButton text={text} label="Copy text" />
      <Button size="sm" variant="ghost" colorPalette="gray" onClick={onDiscard}>
        Discard
      </Button>
    </HStack>
  </Stack>
);

/** Shown instead of the reply form on a closed ticket. */
export const ClosedNote = ({ ticketId }: { ticketId: number }) => {
  const { data: entries } = useQuery(conversationQuery(ticketId));
  const joined = entries?.findLast((entry) => entry.joined)?.joined;
  const { User_Id: userId } = useUser();
  const [unsent, setUnsent] = useState(() => readReplyDraft(userId, ticketId));

  const discard = () => {
    dropStoredDraft(userId, replyDraft(ticketId));
    setUnsent('');
  };

  return (
    <Stack gap="3">
      {unsent && <UnsentReply text={unsent} onDiscard={discard} />}
      <Alert.Root status="neutral" alignItems="center" flexWrap="wrap">
        <Alert.Indicator>
          <Lock />
        </Alert.Indicator>
        <Alert.Content flex="1 1 14rem">
          <Alert.Title fontWeight="medium">
            {joined
              ? 'This ticket was joined with another one.'
              : 'This ticket is closed and takes no more replies.'}
          </Alert.Title>
        </Alert.Content>
        {joined && <JoinedTicket joined={joined} />}
        <Button asChild size="xs" variant="outline" _print={{ display: 'none' }}>
          <Link to="/client" search={{ section: 'support', open: 'ticket.new' }} replace>
            Create a new ticket
          </Link>
        </Button>
      </Alert.Root>
    </Stack>
  );
};
