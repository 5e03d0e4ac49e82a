import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { formatDateTime } from '#shared/dates.ts';
import { formatAgo } from '../../lib/words/format-ago.ts';

/** The printed page shows the date, because it stays. */
const Press = chakra('button', {
  base: {
    // A finger needs 24 px; the line stays as high as its text.
    paddingBlock: '1',
    marginBlock: '-1',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    focusVisibleRing: 'outside',
    _print: { fontSize: '0', _after: { content: 'attr(title)', fontSize: 'sm' } },
  },
});

interface RelativeTimeProps {
  at: string;
  /** In ms. */
  now: number;
}

/** A time such as '3 h ago', with the date and time on hover, on focus and by a press (D35). */
export const RelativeTime = ({ at, now }: RelativeTimeProps) => {
  const [isExact, setIsExact] = useState(false);
  const exact = formatDateTime(at);

  return (
    <Press
      type="button"
      title={exact}
      // Safari gives a pressed button no focus.
      onClick={({ currentTarget }) => currentTarget.focus()}
      onFocus={() => setIsExact(true)}
      onBlur={() => setIsExact(false)}
    >
      <time dateTime={at}>{isExact ? exact : formatAgo(at, now)}</time>
    </Press>
  );
};
