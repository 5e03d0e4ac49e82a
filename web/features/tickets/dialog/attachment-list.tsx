import { Button, chakra, Stack, Text } from '@chakra-ui/react';
import { Download, ExternalLink } from 'lucide-react';
import { ATTACHMENT_BYTES_MAX } from '#shared/contract/limits.ts';
import type { Attachment } from '#shared/contract/tickets.ts';
import { formatBytes } from '#shared/numbers.ts';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { useDownloadAttachment } from '../mutations.ts';

/** As wide as its text but no wider than the entry; a long file name wraps. */
const FILE_BUTTON = {
  size: 'sm',
  variant: 'outline',
  colorPalette: 'gray',
  bg: 'bg.panel',
  maxW: 'full',
  height: 'auto',
  py: '2',
  whiteSpace: 'normal',
  textAlign: 'start',
  fontWeight: 'medium',
} as const;

const FileName = ({ name, detail }: { name: string; detail: string }) => (
  <Text as="span" overflowWrap="anywhere" minW="0">
    <chakra.bdi overflowWrap="anywhere">{name}</chakra.bdi>
    <Text as="span" color="fg.muted" fontWeight="normal">
      , {detail}
    </Text>
  </Text>
);

interface AttachmentItemProps {
  ticketId: number;
  attachment: Attachment;
}

/** A file that the portal fetches and saves itself, so that it can report a failure. */
const SmallAttachment = ({ ticketId, attachment }: AttachmentItemProps) => {
  const download = useDownloadAttachment(ticketId);

  return (
    <BusyButton {...FILE_BUTTON} isBusy={download.isPending} onClick={() => download.mutate(attachment)}>
      <Download aria-hidden />
      <FileName name={attachment.name} detail={formatBytes(attachment.size)} />
    </BusyButton>
  );
};

/** A file in the helpdesk's own storage, to which the route redirects. */
const LargeAttachment = ({ ticketId, attachment }: AttachmentItemProps) => (
  <Button asChild {...FILE_BUTTON}>
    <a
      href={`/api/support/tickets/${ticketId}/attachments/${attachment.id}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      <ExternalLink aria-hidden />
      <FileName name={attachment.name} detail={`${formatBytes(attachment.size)}, opens in a new tab`} />
    </a>
  </Button>
);

interface AttachmentListProps {
  ticketId: number;
  attachments: readonly Attachment[];
}

/** The files of a ticket or of an entry, each with its name and size. */
export const AttachmentList = ({ ticketId, attachments }: AttachmentListProps) => {
  if (attachments.length === 0) {
    return null;
  }

  return (
    <Stack
      as="ul"
      direction="row"
      flexWrap="wrap"
      gap="2"
      listStyleType="none"
      minW="0"
      aria-label="Attachments"
    >
      {attachments.map((attachment) => {
        const Item = attachment.size > ATTACHMENT_BYTES_MAX ? LargeAttachment : SmallAttachment;

        return (
          <Stack as="li" key={attachment.id} maxW="full" minW="0" align="start">
            <Item ticketId={ticketId} attachment={attachment} />
          </Stack>
        );
      })}
    </Stack>
  );
};
