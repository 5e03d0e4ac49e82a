import { Alert, Link } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from '@tanstack/react-router';
import { formatDateTime } from '#shared/dates.ts';
import { PAUSED_WORDS } from '#shared/mails/mail-shares.ts';
import { formatCount } from '#shared/numbers.ts';
import { countFiguresQuery } from './queries.ts';

const tellWaiting = (waiting: number) =>
  waiting === 1 ? '1 mail waits' : `${formatCount(waiting)} mails wait`;

/** Says which mails stand still because too many came back, and how they go on (D45). */
export const PausedMailNote = () => {
  const { data } = useQuery(countFiguresQuery);

  return data?.pausedMails.map(({ share, since, waiting }) => (
    <Alert.Root key={share} status="warning" role="status" mb="4">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>
          {PAUSED_WORDS[share]}: {tellWaiting(waiting)}
        </Alert.Title>
        <Alert.Description>
          Since {formatDateTime(since)}, because too many came back or were reported. Mend the addresses of{' '}
          <Link asChild variant="underline" display="inline">
            <RouterLink to="/admin" search={{ section: 'users', mail: 'blocked' }}>
              clients whose mail comes back
            </RouterLink>
          </Link>
          , then ask an operator to let it go on.
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  ));
};
