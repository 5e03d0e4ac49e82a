import { type BoxProps, chakra, Link } from '@chakra-ui/react';
import { type LinkProps, Link as RouterLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CountFigures } from '#shared/contract/figures.ts';
import {
  dayAfter,
  formatDay,
  monthAfter,
  nameMonthOfYear,
  nameMonthShort,
  startOfDay,
} from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { linkToAdmin } from '../../lib/address/admin-link.ts';

/** The last day before this moment's that is from Monday to Friday. */
const weekdayBefore = (date: Date): string => {
  const weekday = new Date(dayAfter(date, 0)).getUTCDay();

  return dayAfter(date, weekday === 1 ? -3 : weekday === 0 ? -2 : -1);
};

/** The month after the one that was closed last, such as '2026-10', once it is over. */
const findUnclosed = (closedUntil: string | null, now: Date): string | undefined => {
  const next =
    closedUntil === null ? undefined : dayAfter(startOfDay(closedUntil), 1).slice(0, '2026-10'.length);

  return next !== undefined && next < monthAfter(now, 0) ? next : undefined;
};

interface ChipProps extends Pick<BoxProps, 'hideBelow'> {
  link: LinkProps;
  children: ReactNode;
}

const Chip = ({ link, children, ...styles }: ChipProps) => (
  <Link
    asChild
    {...styles}
    variant="plain"
    textStyle="xs"
    fontWeight="medium"
    whiteSpace="nowrap"
    h="7"
    px="2"
    borderWidth="1px"
    borderColor="border.emphasized"
    borderRadius="full"
    bg="bg.panel"
    color="fg.warning"
    position="relative"
    flexShrink="0"
    _hover={{ borderColor: 'fg.warning' }}
    // A finger hits it also above and below the chip.
    _after={{ content: '""', position: 'absolute', insetX: '0', insetY: '-2' }}
  >
    <RouterLink {...link}>
      <span>{children}</span>
    </RouterLink>
  </Link>
);

/** Words for which a phone has no room. */
const RoomyWords = chakra('span', { base: { whiteSpace: 'pre', srOnly: { base: true, sm: false } } });

/** What waits, each with a link to where one acts; without any it says something else. */
export const StandingChips = ({
  blockedAddresses,
  closedUntil,
  bank: { readUntil, neverRead, unidentified, toBook },
  billing: { unbilledMonth, run },
  otherwise,
}: CountFigures & { otherwise: string }) => {
  const now = new Date();
  const isBankMissing = readUntil !== null && readUntil < weekdayBefore(now);
  const unclosed = findUnclosed(closedUntil, now);
  const isBillingDue = run !== null || unbilledMonth !== null;
  const besideMissing = isBillingDue ? '2xl' : 'sm';
  const isAnything =
    toBook.lines > 0 ||
    isBankMissing ||
    neverRead.length > 0 ||
    unidentified > 0 ||
    blockedAddresses > 0 ||
    unclosed ||
    isBillingDue;

  return (
    <>
      {toBook.file !== null && (
        <Chip link={linkToAdmin({ section: 'bank', file: toBook.file })}>
          Bank: {formatCount(toBook.lines)}
          <RoomyWords>{' to book'}</RoomyWords>, {formatAmount(toBook.sum)}
        </Chip>
      )}
      {unidentified > 0 && (
        <Chip link={linkToAdmin({ section: 'bank', view: 'unidentified' })}>
          Unidentified {formatAmount(unidentified)}
        </Chip>
      )}
      {run && (
        <Chip link={linkToAdmin({ section: 'billing-run', run: run.id })}>
          Run {run.state === 'stopped' ? 'stopped' : 'under way'}: {formatCount(run.left)} left
        </Chip>
      )}
      {unbilledMonth !== null && unbilledMonth !== run?.month && (
        <Chip link={linkToAdmin({ section: 'billing-run' })}>
          {nameMonthOfYear(Number(unbilledMonth.slice(5)))}
          <RoomyWords>{' is'}</RoomyWords>
          {' not billed'}
          <RoomyWords>{' yet'}</RoomyWords>
        </Chip>
      )}
      {isBankMissing && (
        // The chip of the file leads there, too, and two rows of a phone have no room for both beside a run.
        <Chip
          link={linkToAdmin({ section: 'bank' })}
          hideBelow={toBook.file !== null && isBillingDue ? 'sm' : undefined}
        >
          Read bank from {formatDay(dayAfter(startOfDay(readUntil), 1), now)}
        </Chip>
      )}
      {neverRead.length > 0 && (
        // The chip before it leads there, too.
        <Chip link={linkToAdmin({ section: 'bank' })} hideBelow={isBankMissing ? besideMissing : undefined}>
          {neverRead.length === 1
            ? `Account ending in ${neverRead[0]?.slice(-4)} never read`
            : `${formatCount(neverRead.length)} accounts never read`}
        </Chip>
      )}
      {blockedAddresses > 0 && (
        <Chip link={linkToAdmin({ section: 'users', mail: 'blocked' })}>
          Mails back: {formatCount(blockedAddresses)}
        </Chip>
      )}
      {unclosed && (
        <Chip link={linkToAdmin({ section: 'bookkeeping', book: 'closings' })}>
          Close {nameMonthShort(unclosed)}
        </Chip>
      )}
      {!isAnything && otherwise}
    </>
  );
};
