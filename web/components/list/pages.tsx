import { Button, HStack, Text } from '@chakra-ui/react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { formatCount } from '#shared/numbers.ts';

interface PagesProps {
  page: number;
  /** The number of rows on all pages. */
  total: number;
  /** The number of rows of a page. */
  limit: number;
}

const linkTo = (page: number): LinkProps => ({
  to: '.',
  search: (shown: object) => ({ ...shown, page: page === 1 ? undefined : page }),
});

/** Previous and next, for a list whose pages have a fixed length, unless there is no such page; the page is the parameter `page` of the address. */
export const Pages = ({ page, total, limit }: PagesProps) => {
  const last = Math.ceil(total / limit);
  const first = (page - 1) * limit + 1;

  return (
    first <= total && (
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
    )
  );
};
