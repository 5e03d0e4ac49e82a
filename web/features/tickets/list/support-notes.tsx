import { Alert, Card } from '@chakra-ui/react';
import { LifeBuoy } from 'lucide-react';
import type { SupportStatus } from '#shared/contract/tickets.ts';
import { formatDateTime, formatTime } from '#shared/dates.ts';
import { ContactLink } from '../../../components/facts/contact-link.tsx';
import { EmptyNote } from '../../../components/list/empty-note.tsx';

/** Shown instead of the screen if no helpdesk is configured. */
export const SupportOff = () => (
  <Card.Root variant="outline">
    <EmptyNote
      icon={LifeBuoy}
      title={
        <>
          Support is not set up on this portal. Please write to <ContactLink />.
        </>
      }
    />
  </Card.Root>
);

/** Shown instead of the list before the first copy is there. */
export const FirstCopyNote = ({ isDown }: { isDown: boolean }) => (
  <Card.Root variant="outline">
    <EmptyNote
      icon={LifeBuoy}
      title={
        isDown
          ? 'Your tickets could not be read from the helpdesk yet.'
          : 'Your tickets are being read from the helpdesk …'
      }
    >
      They appear here as soon as they are read. Refresh asks once more.
    </EmptyNote>
  </Card.Root>
);

const DAY_MS = 24 * 60 * 60 * 1000;

/** '14:05', with the date if it is more than a day ago. */
const wordReading = (fetchedAt: string, now: number) =>
  now - Date.parse(fetchedAt) < DAY_MS ? formatTime(fetchedAt).slice(0, 5) : formatDateTime(fetchedAt);

interface SupportDownProps extends Pick<SupportStatus, 'fetchedAt'> {
  /** In ms. */
  now: number;
}

export const SupportDown = ({ fetchedAt, now }: SupportDownProps) => (
  <Alert.Root status="warning">
    <Alert.Indicator />
    <Alert.Title fontWeight="medium">
      The helpdesk does not answer just now.{' '}
      {fetchedAt && `You see what we read at ${wordReading(fetchedAt, now)}; `}
      {fetchedAt ? 'what' : 'What'} you write is sent as soon as it is back.
    </Alert.Title>
  </Alert.Root>
);
