import { Button, HStack, NativeSelect, Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { PAGE_SIZES } from '#shared/contract/limits.ts';
import { formatCount } from '#shared/numbers.ts';
import { pageButtons } from './page-buttons.ts';

export type PageSize = (typeof PAGE_SIZES)[number];

interface PageLinkProps {
  page: number;
  label: string;
  isCurrent?: boolean;
  isDisabled?: boolean;
  children: ReactNode;
}

const PageLink = ({ page, label, isCurrent = false, isDisabled = false, children }: PageLinkProps) => (
  <Button asChild size="xs" minW="8" px="1" variant={isCurrent ? 'solid' : 'outline'}>
    <Link
      to="."
      search={(shown) => ({ ...shown, page: page === 1 ? undefined : page })}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      disabled={isDisabled}
      data-disabled={isDisabled ? '' : undefined}
    >
      {children}
    </Link>
  </Button>
);

interface PaginationProps {
  /** The name of the rows, in the plural. */
  rowsName: string;
  page: number;
  limit: PageSize;
  /** The number of rows on all pages. */
  total: number;
  onLimitChange: (limit: PageSize) => void;
}

/**
 * Shows the range of the visible rows, if there are any, the number of rows a page, up to five page buttons and the
 * last. The page is the parameter `page` of the current address.
 */
export const Pagination = ({ rowsName, page, limit, total, onLimitChange }: PaginationProps) => {
  const pageCount = Math.ceil(total / limit);
  const { near, last } = pageButtons(page, pageCount);
  const first = (page - 1) * limit + 1;

  return (
    <HStack gap="3" flexWrap="wrap" justify="space-between">
      <HStack gap="3">
        {first <= total && (
          <Text textStyle="sm" color="fg.muted">
            {formatCount(first)}–{formatCount(Math.min(page * limit, total))} of {formatCount(total)}
          </Text>
        )}
        <NativeSelect.Root size="xs" width="auto" _print={{ display: 'none' }}>
          <NativeSelect.Field
            aria-label={`${rowsName} per page`}
            value={limit}
            onChange={({ target }) =>
              onLimitChange(PAGE_SIZES.find((size) => String(size) === target.value) ?? PAGE_SIZES[0])
            }
          >
            {PAGE_SIZES.map((size) => (
              <option key={size} value={size}>
                {size} per page
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </HStack>
      {pageCount > 1 && (
        <HStack as="nav" aria-label="Pages" gap="1" _print={{ display: 'none' }}>
          <PageLink page={page - 1} label="Previous page" isDisabled={page <= 1}>
            <ChevronLeft />
          </PageLink>
          {near.map((number) => (
            <PageLink key={number} page={number} label={`Page ${number}`} isCurrent={number === page}>
              {number}
            </PageLink>
          ))}
          {last && (
            <>
              <Text as="span" color="fg.muted" aria-hidden>
                …
              </Text>
              <PageLink page={last} label={`Last page, ${last}`}>
                {last}
              </PageLink>
            </>
          )}
          <PageLink page={page + 1} label="Next page" isDisabled={page >= pageCount}>
            <ChevronRight />
          </PageLink>
        </HStack>
      )}
    </HStack>
  );
};
