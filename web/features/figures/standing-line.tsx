import { HStack, Link } from '@chakra-ui/react';
import { Link as RouterLink } from '@tanstack/react-router';
import { formatCount } from '#shared/numbers.ts';
import { AsOf } from '../../components/facts/as-of.tsx';
import { linkToAdmin } from '../../lib/admin-link.ts';
import { useFirstRead } from '../../lib/use-first-read.ts';
import { countFiguresQuery, moneyFiguresQuery } from './queries.ts';

/** Leads to the clients whose mail comes back; without any it says what the page shows. */
const CameBack = ({ addresses }: { addresses: number }) =>
  addresses === 0 ? (
    'How the portal stands'
  ) : (
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
      <RouterLink {...linkToAdmin({ section: 'users', mail: 'blocked' })}>
        Mails that came back: {formatCount(addresses)}
      </RouterLink>
    </Link>
  );

/** The line below the dashboard's title. It is one line in both cases, so that nothing moves when the counts arrive. */
export const StandingLine = () => {
  const counts = useFirstRead(countFiguresQuery);
  const money = useFirstRead(moneyFiguresQuery);

  return (
    <HStack gap="1.5" whiteSpace="nowrap">
      <CameBack addresses={counts.data?.blockedAddresses ?? 0} />
      <AsOf at={Math.min(counts.readAt, money.readAt)} />
    </HStack>
  );
};
