import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { MissingPage } from '../shell/missing-page.tsx';
import { Pages } from './pages.tsx';
import { type PageSize, Pagination } from './pagination.tsx';
import { ReadList, type ReadListProps } from './read-list.tsx';

type PagedListProps<Item> = ReadListProps<Item> & {
  /** The page that was read, and the number of rows on all pages. */
  shown: { page: number; total: number } | undefined;
  /** The page that is asked for. */
  page: number;
  /** Of the note that there is no such page. */
  icon: LucideIcon;
  /** What stands between the rows and the pages, also where there are no rows. */
  below?: ReactNode;
} & (
    | { limit: number; rowsName?: undefined }
    /** With a name for the rows, in the plural, one chooses how many a page has. */
    | { limit: PageSize; rowsName: string; onLimitChange: (limit: PageSize) => void }
  );

/** A list of which a page at a time is read; the page is the parameter `page` of the address. */
export const PagedList = <Item,>({ shown, page, icon, below, ...list }: PagedListProps<Item>) => {
  const { items, waiting, limit, rowsName } = list;
  const isMissing = shown !== undefined && shown.total > 0 && items?.length === 0;
  const pages = { page, total: shown?.total ?? 0 };

  return (
    <>
      <ReadList
        {...list}
        items={isMissing ? undefined : items}
        waiting={isMissing ? <MissingPage icon={icon} page={shown.page} /> : waiting}
      />
      {below}
      {pages.total > 0 && !rowsName && !isMissing && <Pages {...pages} limit={limit} />}
      {pages.total > 0 && rowsName && (
        <Pagination {...pages} limit={limit} rowsName={rowsName} onLimitChange={list.onLimitChange} />
      )}
    </>
  );
};
