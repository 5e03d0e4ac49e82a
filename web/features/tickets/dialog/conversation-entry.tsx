import { Badge, chakra, HStack, Spinner, Text } from '@chakra-ui/react';
import type { ConversationEntry as Entry } from '#shared/contract/tickets.ts';
import { RelativeTime } from '../../../components/facts/relative-time.tsx';
import { SafeHtml } from '../../../components/facts/safe-html.tsx';
import { SENDING_ID, useWithdrawReply } from '../mutations.ts';
import { AttachmentList } from './attachment-list.tsx';
import { DeliveryNote } from './delivery-note.tsx';
import { labelEntry, NOT_FROM_US, nameAuthor } from './entry-label.ts';
import { JoinedTicket } from './joined-ticket.tsx';
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

/** The client's own entries are indented and tinted, and a stranger's marked, to tell who speaks at a glance. */
const LOOKS = {
  client: { bg: 'brand.subtle', borderColor: 'brand.muted', ms: { md: '10' } },
  agent: { bg: 'bg.panel', me: { md: '10' } },
  other: { bg: 'bg.warning', borderColor: 'border.warning', borderStyle: 'dashed', mx: { md: '5' } },
} as const;

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

const NotFromUs = () => (
  <Badge size="sm" colorPalette="orange" variant="solid">
    {NOT_FROM_US}
  </Badge>
);

/** One message on a ticket, by an agent, the client or somebody else. */
export const ConversationEntry = ({ ticketId, entry, now }: ConversationEntryProps) => {
  const isSending = entry.id === SENDING_ID;

  return (
    <Bubble aria-label={labelEntry(entry)} {...LOOKS[entry.author.kind]}>
      <HStack justify="space-between" flexWrap="wrap" columnGap="3" rowGap="0">
        <HStack gap="2" flexWrap="wrap" minW="0">
          {entry.author.kind === 'other' && <NotFromUs />}
          <chakra.bdi fontWeight="semibold" minW="0">
            {nameAuthor(entry)}
          </chakra.bdi>
        </HStack>
        {isSending ? <SendingMark /> : <SentAt entry={entry} now={now} />}
      </HStack>
      <SafeHtml html={entry.body} />
      {entry.joined && <JoinedTicket joined={entry.joined} />}
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
