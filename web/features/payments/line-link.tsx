import { Link as StyledLink } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { linkToLine } from '../../lib/address/admin-link.ts';
import { ApiError } from '../../lib/reads/api-error.ts';

/** Leads to the line if a payment was refused because it came from the bank. */
export const LineLink = ({ error }: { error: Error | null }) =>
  error instanceof ApiError &&
  error.lineId !== undefined && (
    <StyledLink asChild textStyle="sm" minH="6">
      <Link {...linkToLine(error.lineId)}>Go to its line in the bank's file</Link>
    </StyledLink>
  );
