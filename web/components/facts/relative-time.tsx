import { chakra } from '@chakra-ui/react';
import { formatDateTime } from '#shared/dates.ts';
import { formatAgo } from '../../lib/format-ago.ts';

/** The printed page shows the date, because it stays. */
const Time = chakra('time', {
  base: {
    whiteSpace: 'nowrap',
    _print: { fontSize: '0', _after: { content: 'attr(title)', fontSize: 'sm' } },
  },
});

interface RelativeTimeProps {
  at: string;
  /** In ms. */
  now: number;
}

/** A time such as '3 h ago', with the date and time on hover. */
export const RelativeTime = ({ at, now }: RelativeTimeProps) => (
  <Time dateTime={at} title={formatDateTime(at)}>
    {formatAgo(at, now)}
  </Time>
);
