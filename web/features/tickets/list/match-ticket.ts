import type { Ticket } from '#shared/contract/tickets.ts';
import { searchForm, searchWords } from '#shared/text/search-form.ts';

const TAG_OF_HTML = /<[^>]*>/g;

/** The forms of the tickets, which every typed letter compares again. */
const forms = new WeakMap<Ticket, string>();

const formOf = (ticket: Ticket): string => {
  const { id, subject, tags, description } = ticket;
  const form =
    forms.get(ticket) ??
    searchForm(
      [id > 0 && `#${id}`, subject, ...tags, description.replace(TAG_OF_HTML, ' ')]
        .filter(Boolean)
        .join('\n'),
    );
  forms.set(ticket, form);

  return form;
};

/**
 * Returns a function that is true for tickets that contain each of the typed words: in the subject, number, department,
 * tags or the beginning of the description.
 */
export const matchTickets = (search: string, departmentOf: (ticket: Ticket) => string | undefined) => {
  const words = searchWords(search);

  return (ticket: Ticket): boolean => {
    const text = `${formOf(ticket)} ${searchForm(departmentOf(ticket) ?? '')}`;

    return words.every((word) => text.includes(word));
  };
};
