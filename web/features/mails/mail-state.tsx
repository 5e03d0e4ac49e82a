import { Badge } from '@chakra-ui/react';
import type { Mail } from '#shared/contract/mails.ts';

type MailState = Mail['state'];

interface StateWords {
  label: string;
  palette: string;
  /** The meaning of the state, if its name does not say it. */
  meaning?: string;
}

export const MAIL_STATE_WORDS: Record<MailState, StateWords> = {
  waiting: { label: 'Waiting', palette: 'gray', meaning: 'It is sent within a moment' },
  uncertain: { label: 'Uncertain', palette: 'orange', meaning: 'It is not known yet whether it was sent' },
  sent: { label: 'Sent', palette: 'blue' },
  delivered: { label: 'Delivered', palette: 'green' },
  bounced: { label: 'Bounced', palette: 'red', meaning: 'The mailbox refused it' },
  complained: { label: 'Complained', palette: 'red', meaning: 'It was reported as unwanted' },
  rejected: { label: 'Rejected', palette: 'red' },
  failed: { label: 'Failed', palette: 'red' },
  skipped: { label: 'Not sent', palette: 'gray' },
};

export const MailStateBadge = ({ state }: { state: MailState }) => (
  <Badge size="sm" colorPalette={MAIL_STATE_WORDS[state].palette}>
    {MAIL_STATE_WORDS[state].label}
  </Badge>
);
