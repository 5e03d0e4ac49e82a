import type { Book } from '../../lib/money/books.ts';

const CONTROL_LEAD = 'What all clients owe, and what changed it.';
const LEADS: Record<Book, string> = {
  bank: 'Your bank accounts beside the payments in the books.',
  review: 'Entries that somebody should look at.',
  closings: 'Months into which nothing is dated any more.',
  vat: 'What you declare to SARS, period by period.',
};

/** What the open book tells. */
export const BookLead = ({ book }: { book: Book | undefined }) => (book ? LEADS[book] : CONTROL_LEAD);
