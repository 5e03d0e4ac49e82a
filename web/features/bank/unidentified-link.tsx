import { Link as StyledLink } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatAmount } from '#shared/money.ts';
import { linkToUnidentified } from './links.ts';
import { unidentifiedQuery } from './queries.ts';

/** Leads to the money that nobody could place yet; hidden while there is none. */
export const UnidentifiedLink = () => {
  const { data } = useQuery(unidentifiedQuery(1));

  return data && data.total > 0 ? (
    <StyledLink asChild textStyle="sm" minH="6">
      <Link {...linkToUnidentified}>Unidentified {formatAmount(data.sum)}</Link>
    </StyledLink>
  ) : null;
};
