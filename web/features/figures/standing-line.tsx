import { Box, Flex } from '@chakra-ui/react';
import { useEffect } from 'react';
import { AsOf } from '../../components/facts/as-of.tsx';
import { lazyPart } from '../../components/loading/lazy-part.tsx';
import { useFirstRead } from '../../lib/reads/use-first-read.ts';
import { countFiguresQuery, moneyFiguresQuery } from './queries.ts';

/** What the line says without a chip. */
const NOTHING_WAITS = 'How the portal stands';

/** They appear with an answer, so that their code need not come with the first screen. */
const StandingChips = lazyPart(() => import('./standing-chips.tsx'), 'StandingChips', {
  waiting: NOTHING_WAITS,
});

/** What waits beside the cards, as chips, and at the end of the heading's line as of when it is known. */
export const StandingLine = () => {
  const counts = useFirstRead(countFiguresQuery);
  const money = useFirstRead(moneyFiguresQuery);
  useEffect(() => {
    // A failure is reported where the chips are shown.
    StandingChips.preload().catch(() => undefined);
  }, []);

  return (
    // It keeps the room of all chips, so that nothing moves when the counts arrive.
    <Flex
      wrap="wrap"
      columnGap="1.5"
      rowGap="2"
      align="center"
      alignContent="flex-start"
      minH={{ base: '16', lg: '7' }}
    >
      {counts.data ? <StandingChips {...counts.data} otherwise={NOTHING_WAITS} /> : NOTHING_WAITS}
      <Box position="absolute" top="2" insetEnd="0">
        <AsOf at={Math.min(counts.readAt, money.readAt)} />
      </Box>
    </Flex>
  );
};
