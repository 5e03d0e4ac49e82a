import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { MissingPage } from '../shell/missing-page.tsx';
import { ReadList, type ReadListProps } from './read-list.tsx';

interface PagedListProps<Item> extends ReadListProps<Item> {
  /** The page that was read, and the number of rows on all pages. */
  shown: { page: number; total: number } | undefined;
  /** Of the note that there is no such page. */
  icon: LucideIcon;
  /** What stands between the rows and the pages, also where there are no rows. */
  below?: ReactNode;
  /** Leads to the other pages: Pages or, if one chooses how many rows a page has, Pagination. */
  pages: (total: number) => ReactNode;
}

/** A list of which a page at a time is read; the page is the parameter `page` of the address. */
export const PagedList = <Item,>({ shown, icon, below, pages, ...list }: PagedListProps<Item>) => {
  const { items, waiting } = list;
  const isMissing = shown !== undefined && shown.total > 0 && items?.length === 0;

  return (
    <>
      <ReadList
        {...list}
        items={isMissing ? undefined : items}
        waiting={isMissing ? <MissingPage icon={icon} page={shown.page} /> : waiting}
      />
      {below}
      {shown && shown.total > 0 && pages(shown.total)}
    </>
  );
};
