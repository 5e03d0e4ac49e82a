/**
 * The parts of a ticket's HTML that may be shown. The server cleans by this list when it answers, the browser before it
 * shows the HTML (D20).
 */

/** The elements that are kept from the HTML of an agent or a mail program; none of them loads, runs or takes input. */
export const TICKET_TAGS = [
  'a',
  'b',
  'blockquote',
  'br',
  'caption',
  'code',
  'div',
  'em',
  'hr',
  'i',
  'li',
  'ol',
  'p',
  'pre',
  's',
  'strong',
  'sub',
  'sup',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
  'u',
  'ul',
];

/** The attributes that the elements may keep. Links get two more, which only we write. */
export const TICKET_ATTRIBUTES = ['colspan', 'href', 'rowspan', 'start'];

export const LINK_REL = 'noopener noreferrer nofollow';

/** The allowed targets of a link: another site, a mail or a call. Unlike in a browser, blanks are not tolerated. */
const OUTSIDE = /^(?:https?:\/\/|mailto:|tel:)[^\s\p{Cc}]+$/iu;

export const leadsOutside = (href: string): boolean => OUTSIDE.test(href);

const ATTACHMENT = /^\/api\/support\/tickets\/\d+\/attachments\/\d+$/;

export const attachmentPath = (ticketId: number, attachmentId: string): string =>
  `/api/support/tickets/${ticketId}/attachments/${attachmentId}`;

export const leadsToAttachment = (href: string): boolean => ATTACHMENT.test(href);
