import { Button } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import type { ConversationEntry } from '#shared/contract/tickets.ts';

/** The way to the ticket with which this one was joined; nothing if that is not the client's own. */
export const JoinedTicket = ({
  joined: { ticket_id },
}: {
  joined: NonNullable<ConversationEntry['joined']>;
}) =>
  ticket_id !== null && (
    <Button asChild size="xs" variant="outline" justifySelf="start" _print={{ display: 'none' }}>
      <Link to="/client" search={{ section: 'support', open: `ticket.view:${ticket_id}` }} replace>
        Open ticket #{ticket_id}
      </Link>
    </Button>
  );
