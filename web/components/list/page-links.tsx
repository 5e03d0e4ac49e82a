import { Button, HStack, Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { formatCount } from '#shared/numbers.ts';

interface PageLinksProps {
  page: number;
  /** The number of rows of a page, and of all pages. */
  limit: number;
  total: number;
}

/** Says which rows are visible, with links to the pages before and after. The page is the parameter `page`. */
export const PageLinks = ({ page, limit, total }: PageLinksProps) => {
  const last = Math.ceil(total / limit);
  const first = (page - 1) * limit + 1;
  const linkTo = (next: number) =>
    ({
      to: '.',
      search: (shown: object) => ({ ...shown, page: next === 1 ? undefined : next }),
    }) as const;

  return (
    <HStack justify="space-between" wrap="wrap" gap="3">
      <Text textStyle="sm" color="fg.muted">
        {formatCount(first)}–{formatCount(Math.min(page * limit, total))} of {formatCount(total)}
      </Text>
      {last > 1 && (
        <HStack as="nav" aria-label="Pages" gap="2" _print={{ display: 'none' }}>
          {page > 1 && (
            <Button asChild size="xs" variant="outline">
              <Link {...linkTo(page - 1)}>Previous page</Link>
            </Button>
          )}
          {page < last && (
            <Button asChild size="xs" variant="outline">
              <Link {...linkTo(page + 1)}>Next page</Link>
            </Button>
          )}
        </HStack>
      )}
    </HStack>
  );
};
