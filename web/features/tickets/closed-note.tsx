import { Alert, Box, Button, Stack, Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { CopyButton } from '../../components/copy-button.tsx';
import { useUser } from '../../lib/session.ts';
import { readReplyDraft } from './reply-draft.ts';

/** A reply that met a ticket which was closed meanwhile; it stays until it has been copied away. */
const UnsentReply = ({ text }: { text: string }) => (
  <Stack gap="2" align="start" p="4" borderWidth="1px" borderRadius="l3">
    <Text textStyle="sm" fontWeight="semibold">
      Your reply was not sent
    </Text>
    <Box as="bdi" display="block" textStyle="sm" whiteSpace="pre-wrap" overflowWrap="anywhere" maxW="full">
      {text}
    </Box>
    <CopyButton text={text} label="Copy text" />
  </Stack>
);

/** Stands in place of the reply form on a closed ticket. */
export const ClosedNote = ({ ticketId }: { ticketId: number }) => {
  const { User_Id: userId } = useUser();
  const unsent = readReplyDraft(userId, ticketId);

  return (
    <Stack gap="3">
      {unsent && <UnsentReply text={unsent} />}
      <Alert.Root status="neutral" alignItems="center" flexWrap="wrap">
        <Alert.Indicator>
          <Lock />
        </Alert.Indicator>
        <Alert.Content flex="1 1 14rem">
          <Alert.Title fontWeight="medium">This ticket is closed and takes no more replies.</Alert.Title>
        </Alert.Content>
        <Button asChild size="xs" variant="outline" _print={{ display: 'none' }}>
          <Link to="/client" search={{ section: 'support', new: true }}>
            Create a new ticket
          </Link>
        </Button>
      </Alert.Root>
    </Stack>
  );
};
