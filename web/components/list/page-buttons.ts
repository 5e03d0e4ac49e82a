const NEAR_MAX = 5;

interface PageButtons {
  /** Up to five neighbouring pages, with the current one as near to the middle as possible. */
  near: number[];
  /** The last page, if it is not among them. */
  last: number | undefined;
}

export const pageButtons = (page: number, pageCount: number): PageButtons => {
  const length = Math.min(NEAR_MAX, pageCount);
  const first = Math.max(1, Math.min(page - Math.floor(NEAR_MAX / 2), pageCount - length + 1));
  const near = Array.from({ length }, (_, index) => first + index);

  return { near, last: near.includes(pageCount) || pageCount === 0 ? undefined : pageCount };
};
