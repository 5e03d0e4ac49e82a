import { HStack, Link } from '@chakra-ui/react';
import { type LinkProps, Link as RouterLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CountFigures } from '#shared/contract/figures.ts';
import { dayAfter, formatDayInWords, startOfDay } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { AsOf } from '../../components/facts/as-of.tsx';
import { linkToAdmin } from '../../lib/address/admin-link.ts';
import { useFirstRead } from '../../lib/reads/use-first-read.ts';
import { countFiguresQuery, moneyFiguresQuery } from './queries.ts';

/** The last day before this moment's that is from Monday to Friday. */
const weekdayBefore = (date: Date): string => {
  const weekday = new Date(dayAfter(date, 0)).getUTCDay();

  return dayAfter(date, weekday === 1 ? -3 : weekday === 0 ? -2 : -1);
};

const Warning = ({ link, children }: { link: LinkProps; children: ReactNode }) => (
  <Link
    asChild
    variant="underline"
    display="inline"
    position="relative"
    color="fg.warning"
    fontWeight="medium"
    // A finger hits it also above and below the line.
    _after={{ content: '""', position: 'absolute', insetX: '0', insetY: '-2.5' }}
  >
    <RouterLink {...link}>{children}</RouterLink>
  </Link>
);

/** Leads to the clients whose mail comes back, and to what the bank is owed; without any it says what the page shows. */
const Warnings = ({ blockedAddresses, bank: { readUntil, neverRead, unidentified } }: CountFigures) => {
  const now = new Date();
  const isBankMissing = readUntil !== null && readUntil < weekdayBefore(now);

  return (
    <>
      {isBankMissing && (
        <Warning link={linkToAdmin({ section: 'bank' })}>
          Bank lines missing since {formatDayInWords(dayAfter(startOfDay(readUntil), 1), now)}
        </Warning>
      )}
      {neverRead.length > 0 && (
        <Warning link={linkToAdmin({ section: 'bank' })}>
          {neverRead.length === 1
            ? `Account ending in ${neverRead[0]?.slice(-4)} never read`
            : `${formatCount(neverRead.length)} accounts never read`}
        </Warning>
      )}
      {unidentified > 0 && (
        <Warning link={linkToAdmin({ section: 'bank', view: 'unidentified' })}>
          Unidentified {formatAmount(unidentified)}
        </Warning>
      )}
      {blockedAddresses > 0 && (
        <Warning link={linkToAdmin({ section: 'users', mail: 'blocked' })}>
          Mails that came back: {formatCount(blockedAddresses)}
        </Warning>
      )}
      {!isBankMissing &&
        neverRead.length === 0 &&
        unidentified === 0 &&
        blockedAddresses === 0 &&
        'How the portal stands'}
    </>
  );
};

/** What waits beside the cards, in one line, so that nothing moves when the counts arrive. Where it has no room it scrolls sideways. */
export const StandingLine = () => {
  const counts = useFirstRead(countFiguresQuery);
  const money = useFirstRead(moneyFiguresQuery);

  return (
    <HStack
      columnGap="3"
      whiteSpace="nowrap"
      // The room that a finger hits above and below a link.
      py="2.5"
      my="-2.5"
      overflowX="auto"
      css={{ scrollbarWidth: 'none' }}
    >
      {counts.data ? <Warnings {...counts.data} /> : 'How the portal stands'}
      <AsOf at={Math.min(counts.readAt, money.readAt)} />
    </HStack>
  );
};
