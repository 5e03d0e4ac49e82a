import { HStack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { ConversationEntry } from '#shared/contract/tickets.ts';
import { CopyButton } from '../../../components/facts/copy-button.tsx';
import { DeliveryMark } from '../ticket-badges.tsx';

interface DeliveryNoteProps {
  message: Pick<ConversationEntry, 'delivery' | 'delivery_error'>;
  /** The client's text, which they can copy if its delivery was given up. */
  text: string;
  /** The button that withdraws the message, while that is possible. */
  withdraw?: ReactNode;
}

/** Says that the client's own message has not reached the helpdesk, why, and what can be done. */
export const DeliveryNote = ({ message, text, withdraw }: DeliveryNoteProps) => {
  if (message.delivery === 'sent') {
    return null;
  }

  return (
    <HStack flexWrap="wrap" gap="2">
      <DeliveryMark delivery={message.delivery} />
      {message.delivery === 'failed' && (
        <>
          {message.delivery_error && (
            <Text textStyle="sm" color="fg.error" flex="1 1 14rem">
              {message.delivery_error}
            </Text>
          )}
          <CopyButton text={text} label="Copy text" />
        </>
      )}
      {withdraw}
    </HStack>
  );
};
