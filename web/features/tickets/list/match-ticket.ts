import type { Ticket } from '#shared/contract/tickets.ts';

const TAG_OF_HTML = /<[^>]*>/g;

/**
 * Returns a function that is true for tickets that contain each of the typed words: in the subject, number, department,
 * tags or the beginning of the description.
 */
export const matchTickets = (search: string, departmentOf: (ticket: Ticket) => string | undefined) => {
  const words = search.toLowerCase().split(/\s+/);

  return (ticket: Ticket): boolean => {
    const { id, subject, tags, description } = ticket;
    const text = [
      id > 0 && `#${id}`,
      subject,
      departmentOf(ticket),
      ...tags,
      description.replace(TAG_OF_HTML, ' '),
    ]
      .filter(Boolean)
      .join('\n')
      .toLowerCase();

    return words.every((word) => text.includes(word));
  };
};
