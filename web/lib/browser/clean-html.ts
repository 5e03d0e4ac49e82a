import createDOMPurify, { type Config } from 'dompurify';
import {
  LINK_REL,
  leadsOutside,
  leadsToAttachment,
  TICKET_ATTRIBUTES,
  TICKET_TAGS,
} from '#shared/tickets/ticket-markup.ts';

const CONFIG = {
  ALLOWED_TAGS: TICKET_TAGS,
  ALLOWED_ATTR: TICKET_ATTRIBUTES,
  ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml'],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const satisfies Config;

// A separate instance, so that no other user of the package shares the hook.
const purifier = createDOMPurify(window);

purifier.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName !== 'A') {
    return;
  }

  const href = element.getAttribute('href') ?? '';
  if (!leadsOutside(href) && !leadsToAttachment(href)) {
    element.removeAttribute('href');
    return;
  }
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', LINK_REL);
});

/** Removes links without text: they are invisible, but Tab would reach them. */
const dropEmptyLinks = (fragment: DocumentFragment) => {
  for (const link of fragment.querySelectorAll('a')) {
    if (link.textContent?.trim() === '') {
      link.replaceWith(...link.childNodes);
    }
  }
};

/** Puts each table into a box, in which a table that is wider than the screen can be scrolled. */
const wrapTables = (fragment: DocumentFragment) => {
  for (const table of fragment.querySelectorAll('table:not(table table)')) {
    const box = document.createElement('div');
    box.setAttribute('data-scrolls', '');
    table.replaceWith(box);
    box.append(table);
  }
};

/**
 * Cleans HTML that the server has cleaned a second time, by the parser of the browser that will show it (D20). Insert
 * the returned fragment directly: text would be parsed once more, and misnested markup would come out differently.
 */
export const cleanHtml = (html: string): DocumentFragment => {
  // Not in its types: it returns null for markup that leaves no body at all, such as a frameset.
  const fragment: DocumentFragment | null = purifier.sanitize(html, CONFIG);
  if (!fragment) {
    return document.createDocumentFragment();
  }

  dropEmptyLinks(fragment);
  wrapTables(fragment);

  return fragment;
};
