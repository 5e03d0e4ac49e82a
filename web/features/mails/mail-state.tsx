import { Badge } from '@chakra-ui/react';
import type { Mail } from '#shared/contract/mails.ts';
import { MAIL_STATE_LABELS } from '#shared/mails/mail-kinds.ts';

type MailState = Mail['state'];

interface StateWords {
  palette: string;
  /** The meaning of the state, if its name does not say it. */
  meaning?: string;
}

export const MAIL_STATE_WORDS: Record<MailState, StateWords> = {
  waiting: { palette: 'gray', meaning: 'It is sent within a moment' },
  uncertain: { palette: 'orange', meaning: 'It is not known yet whether it was sent' },
  sent: { palette: 'blue' },
  delivered: { palette: 'green' },
  bounced: { palette: 'red', meaning: 'The mailbox refused it' },
  complained: { palette: 'red', meaning: 'It was reported as unwanted' },
  rejected: { palette: 'red' },
  failed: { palette: 'red' },
  skipped: { palette: 'gray' },
};

export const MailStateBadge = ({ state }: { state: MailState }) => (
  <Badge size="sm" colorPalette={MAIL_STATE_WORDS[state].palette}>
    {MAIL_STATE_LABELS[state]}
  </Badge>
);
