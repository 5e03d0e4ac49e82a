import createDOMPurify, { type Config } from 'dompurify';
import {
  LINK_REL,
  leadsOutside,
  leadsToAttachment,
  TICKET_ATTRIBUTES,
  TICKET_TAGS,
} from '#shared/ticket-markup.ts';

const CONFIG = {
  ALLOWED_TAGS: TICKET_TAGS,
  ALLOWED_ATTR: TICKET_ATTRIBUTES,
  ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml'],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const satisfies Config;

// One of our own, so that no other user of the package shares the hook.
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

/** A link without words cannot be seen, but it would be reached by Tab. */
const dropEmptyLinks = (fragment: DocumentFragment) => {
  for (const link of fragment.querySelectorAll('a')) {
    if (link.textContent?.trim() === '') {
      link.replaceWith(...link.childNodes);
    }
  }
};

/** A table that is wider than the screen is scrolled in a box of its own. */
const wrapTables = (fragment: DocumentFragment) => {
  for (const table of fragment.querySelectorAll('table:not(table table)')) {
    const box = document.createElement('div');
    box.setAttribute('data-scrolls', '');
    table.replaceWith(box);
    box.append(table);
  }
};

/**
 * Cleans once more in the browser what the server has cleaned, by the parser that will show it (D20). The answer is
 * put into the page as it is: as text it would be parsed a second time, and differently where markup is misnested.
 */
export const cleanHtml = (html: string): DocumentFragment => {
  // Its types do not say so, but what leaves no body at all, such as a frameset, is answered with null.
  const fragment: DocumentFragment | null = purifier.sanitize(html, CONFIG);
  if (!fragment) {
    return document.createDocumentFragment();
  }

  dropEmptyLinks(fragment);
  wrapTables(fragment);

  return fragment;
};
