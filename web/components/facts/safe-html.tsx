import { chakra } from '@chakra-ui/react';
import { useLayoutEffect, useRef } from 'react';
import { cleanHtml } from '../../lib/browser/clean-html.ts';

/**
 * Nothing inside can cover the page, and characters that change the direction of writing have no effect outside their
 * block (D56). The room for the ring of a focused link is inside, because the box clips its content.
 */
const Box = chakra('div', {
  base: {
    contain: 'layout paint style',
    isolation: 'isolate',
    position: 'relative',
    minWidth: '0',
    maxWidth: '100%',
    overflow: 'hidden',
    padding: '1',
    margin: '-1',
    textStyle: 'sm',
    lineHeight: '1.6',
    textAlign: 'start',
    overflowWrap: 'anywhere',
    unicodeBidi: 'isolate',

    '& :is(p, div, li, td, th, pre, blockquote, caption)': { unicodeBidi: 'plaintext', textAlign: 'start' },
    '& p': { marginBlock: '2' },
    '& > :not(* + *)': { marginTop: '0' },
    '& > :last-child': { marginBottom: '0' },
    '& :is(b, strong, th)': { fontWeight: 'semibold' },
    '& :is(i, em)': { fontStyle: 'italic' },
    '& a': {
      color: 'brand.fg',
      textDecoration: 'underline',
      textUnderlineOffset: '2px',
      unicodeBidi: 'isolate',
      _focusVisible: { outline: '2px solid', outlineColor: 'colorPalette.focusRing', borderRadius: 'l1' },
    },
    '& :is(ul, ol)': { paddingInlineStart: '6', marginBlock: '2' },
    '& ul': { listStyleType: 'disc' },
    '& ol': { listStyleType: 'decimal' },
    '& li': { marginBlock: '1' },
    '& li :is(ul, ol), & li > p': { marginBlock: '1' },
    '& blockquote': {
      marginBlock: '3',
      paddingInlineStart: '3',
      borderInlineStartWidth: '3px',
      borderColor: 'border.emphasized',
      color: 'fg.muted',
    },
    // Deeper levels are not indented, because each level costs width and a phone has little.
    '& :is(ul, ol, blockquote) :is(ul, ol, blockquote) :is(ul, ol, blockquote) :is(ul, ol, blockquote)': {
      paddingInlineStart: '0',
      listStylePosition: 'inside',
    },
    '& :is(code, pre)': { fontFamily: 'mono', fontSize: '0.9em', bg: 'bg.muted', borderRadius: 'l1' },
    '& code': { paddingInline: '1' },
    '& pre': { marginBlock: '2', padding: '2.5', whiteSpace: 'pre-wrap' },
    '& pre code': { padding: '0' },
    '& hr': { marginBlock: '3', borderColor: 'border' },
    '& sub, & sup': { fontSize: '0.75em', lineHeight: '0' },
    '& [data-scrolls]': {
      marginBlock: '3',
      maxWidth: '100%',
      overflowX: 'auto',
      _focusVisible: { outline: '2px solid', outlineColor: 'colorPalette.focusRing' },
    },
    '& table': { borderCollapse: 'collapse', maxWidth: 'none', overflowWrap: 'break-word' },
    '& :is(td, th)': {
      borderWidth: '1px',
      borderColor: 'border',
      paddingInline: '2.5',
      paddingBlock: '1.5',
      verticalAlign: 'top',
      minWidth: '16',
    },
    '& th': { bg: 'bg.subtle' },
    '& :is(td, th) p': { marginBlock: '0' },
  },
});

/** HTML that an agent, a client or a mail program wrote, cleaned once more before it is shown (D20). */
export const SafeHtml = ({ html }: { html: string }) => {
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    box.current?.replaceChildren(cleanHtml(html));
    for (const scrolling of box.current?.querySelectorAll<HTMLElement>('[data-scrolls]') ?? []) {
      // Only a box that can be scrolled is a Tab stop.
      if (scrolling.scrollWidth > scrolling.clientWidth) {
        scrolling.tabIndex = 0;
      }
    }
  }, [html]);

  return <Box ref={box} dir="auto" colorPalette="brand" data-html-of-others />;
};
