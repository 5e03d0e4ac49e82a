import { Badge, chakra, HStack, Spinner, Text } from '@chakra-ui/react';
import type { ConversationEntry as Entry } from '#shared/contract/tickets.ts';
import { RelativeTime } from '../../../components/facts/relative-time.tsx';
import { SafeHtml } from '../../../components/facts/safe-html.tsx';
import { SENDING_ID, useWithdrawReply } from '../mutations.ts';
import { AttachmentList } from './attachment-list.tsx';
import { DeliveryNote } from './delivery-note.tsx';
import { authorOf, labelEntry } from './entry-label.ts';
import { WithdrawButton } from './withdraw-button.tsx';

const Bubble = chakra('article', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '2',
    minWidth: '0',
    padding: { base: '3', md: '4' },
    borderWidth: '1px',
    borderRadius: 'l3',
    textStyle: 'sm',
    overflowWrap: 'anywhere',
    breakInside: 'avoid',
  },
});

/** The client's own entries are indented and tinted, to tell the two sides apart at a glance. */
const OWN_LOOK = { bg: 'brand.subtle', borderColor: 'brand.muted', ms: { md: '10' } };
const AGENT_LOOK = { bg: 'bg.panel', me: { md: '10' } };

interface ConversationEntryProps {
  ticketId: number;
  entry: Entry;
  /** In ms. */
  now: number;
}

const WithdrawReply = ({ ticketId, entry }: Pick<ConversationEntryProps, 'ticketId' | 'entry'>) => {
  const withdraw = useWithdrawReply(ticketId);

  return (
    <WithdrawButton
      label="Withdraw reply"
      size="xs"
      isBusy={withdraw.isPending}
      onWithdraw={() => withdraw.mutateAsync(entry.id)}
    >
      The reply is not sent, and its text is deleted.
    </WithdrawButton>
  );
};

const SentAt = ({ entry, now }: Pick<ConversationEntryProps, 'entry' | 'now'>) => (
  <Text textStyle="detail">
    <RelativeTime at={entry.created_at} now={now} />
  </Text>
);

const SendingMark = () => (
  <Badge size="sm" colorPalette="gray">
    <Spinner size="xs" borderWidth="1.5px" aria-hidden /> Sending…
  </Badge>
);

/** One message on a ticket, by an agent or by the client. */
export const ConversationEntry = ({ ticketId, entry, now }: ConversationEntryProps) => {
  const isSending = entry.id === SENDING_ID;

  return (
    <Bubble aria-label={labelEntry(entry)} {...(entry.incoming ? AGENT_LOOK : OWN_LOOK)}>
      <HStack justify="space-between" flexWrap="wrap" columnGap="3" rowGap="0">
        <Text fontWeight="semibold">{authorOf(entry)}</Text>
        {isSending ? <SendingMark /> : <SentAt entry={entry} now={now} />}
      </HStack>
      <SafeHtml html={entry.body} />
      <AttachmentList ticketId={ticketId} attachments={entry.attachments} />
      {!isSending && (
        <DeliveryNote
          message={entry}
          text={entry.body_text}
          withdraw={entry.withdrawable && <WithdrawReply ticketId={ticketId} entry={entry} />}
        />
      )}
    </Bubble>
  );
};
