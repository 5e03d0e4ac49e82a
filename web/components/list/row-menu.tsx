import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Act, OutsideAct } from '../../lib/acts/act.ts';

/** A popover of the browser, which closes it on Escape and on a click outside, and restores the focus. */
const Popover = chakra('div', {
  base: {
    position: 'absolute',
    inset: 'auto',
    margin: '0',
    padding: '1',
    minWidth: '12rem',
    maxWidth: 'calc(100vw - 1rem)',
    bg: 'bg.panel',
    color: 'fg',
    borderWidth: '1px',
    borderRadius: 'l3',
    shadow: 'lg',
    '& [role=menuitem]': {
      display: 'flex',
      alignItems: 'center',
      gap: '2.5',
      width: '100%',
      minHeight: { base: '11', md: '9' },
      paddingInline: '2.5',
      borderRadius: 'l2',
      textStyle: 'sm',
      fontWeight: 'medium',
      textAlign: 'start',
      cursor: 'pointer',
    },
    '& [role=menuitem]:is(:hover, :focus)': { bg: 'bg.muted', outline: 'none' },
    '& [role=menuitem]:focus-visible': { outline: '2px solid', outlineColor: 'brand.focusRing' },
    '& [role=menuitem] svg': { flexShrink: '0', color: 'fg.muted' },
    '& hr': { marginBlock: '1', borderTopWidth: '1px' },
    '& [data-destructive], & [data-destructive] svg': { color: 'fg.error' },
  },
});

/** Styles all buttons by one rule, which costs a long list less than a component in each row. */
const Rows = chakra('div', {
  base: {
    '& button[data-row]': {
      display: 'inline-grid',
      placeItems: 'center',
      boxSize: '8',
      '@media (pointer: coarse)': { boxSize: '11' },
      borderRadius: 'l2',
      color: 'fg.muted',
      cursor: 'pointer',
    },
    '& button[data-row]:hover': { bg: 'bg.muted', color: 'fg' },
    '& button[data-row]:focus-visible': { outline: '2px solid', outlineColor: 'brand.focusRing' },
    _print: { '& button[data-row]': { display: 'none' } },
  },
});

const GAP_PX = 4;

/**
 * Places a menu next to its button, above it in the lower half of the window and to its right in the left half. It
 * scrolls with the page.
 */
const placeAt = (button: Element) => {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const isBelow = top < clientHeight / 2;
  const isAtStart = right < clientWidth / 2;

  return {
    ...(isAtStart ? { left, right: 'auto' } : { left: 'auto', right: clientWidth - right }),
    ...(isBelow
      ? { top: bottom + scrollY + GAP_PX, bottom: 'auto' }
      : { top: 'auto', bottom: clientHeight - top - scrollY + GAP_PX }),
  };
};

const itemsOf = (menu: Element) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];

const MOVES: Record<string, (from: number, count: number) => number> = {
  ArrowDown: (from, count) => (from + 1) % count,
  ArrowUp: (from, count) => (Math.max(from, 0) - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

const moveByKey = (event: KeyboardEvent<HTMLElement>) => {
  const menu = event.currentTarget;
  if (event.key === 'Tab') {
    // The button gets the focus back, and Tab goes on from there.
    menu.hidePopover();
    return;
  }

  const items = itemsOf(menu);
  const from = items.findIndex((item) => item.matches(':focus'));
  const to = MOVES[event.key]?.(from, items.length);
  if (to !== undefined) {
    event.preventDefault();
    items[to]?.focus();
  }
};

const Item = ({ act }: { act: Act | OutsideAct }) => {
  const { label, icon: Icon, isDestructive } = act;
  const content = (
    <>
      <Icon size={16} aria-hidden />
      {label}
    </>
  );
  const props = { role: 'menuitem', tabIndex: -1, ...(isDestructive && { 'data-destructive': '' }) };

  if ('href' in act) {
    return (
      <a href={act.href} {...props}>
        {content}
      </a>
    );
  }

  return act.link ? (
    <Link {...act.link} {...props}>
      {content}
    </Link>
  ) : (
    <button type="button" {...props} onClick={act.run}>
      {content}
    </button>
  );
};

interface RowMenuButtonProps {
  menuId: string;
  /** The key of the row that the menu is about. */
  row: number;
  label: string;
  disabled?: boolean | undefined;
}

/** The button of one row, which opens the menu that all rows share. */
export const RowMenuButton = ({ menuId, row, label, disabled }: RowMenuButtonProps) => (
  <button
    type="button"
    aria-haspopup="menu"
    popoverTarget={menuId}
    data-row={row}
    disabled={disabled}
    aria-label={label}
    title={label}
  >
    <Ellipsis size={16} aria-hidden />
  </button>
);

interface RowMenuProps {
  id: string;
  /** Returns the name of the menu and the acts on a row; destructive ones stand apart, at the end. */
  actsOf: (row: number) => { label: string; acts: readonly (Act | OutsideAct)[] } | undefined;
  /** The list with a RowMenuButton in each row. */
  children: ReactNode;
}

/** One menu for all rows of a list, because a menu in each of a hundred rows would make the list slow. */
export const RowMenu = ({ id, actsOf, children }: RowMenuProps) => {
  const menu = useRef<HTMLDivElement>(null);
  const [pressed, setPressed] = useState<{ row: number; style: ReturnType<typeof placeAt> }>();
  const shown = pressed && actsOf(pressed.row);

  useEffect(() => {
    // Escape closes the menu alone, and not the dialog around it, which listens on the document.
    const keep = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && menu.current?.matches(':popover-open')) {
        event.stopPropagation();
      }
    };
    addEventListener('keydown', keep, { capture: true });
    return () => removeEventListener('keydown', keep, { capture: true });
  }, []);

  /** Runs before the browser shows or hides the menu for this press. */
  const prepare = ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest('[data-row]') : null;
    if (button?.getAttribute('popovertarget') !== id) {
      return;
    }

    const row = Number(button.getAttribute('data-row'));
    if (row !== pressed?.row) {
      menu.current?.hidePopover();
    }
    flushSync(() => setPressed({ row, style: placeAt(button) }));
  };

  return (
    <Rows onClickCapture={prepare}>
      {children}
      <Popover
        ref={menu}
        id={id}
        role="menu"
        popover="auto"
        aria-label={shown?.label}
        style={pressed?.style}
        tabIndex={-1}
        onKeyDown={moveByKey}
        onToggle={({ currentTarget, newState }) => {
          if (newState === 'open') {
            itemsOf(currentTarget)[0]?.focus();
          }
        }}
        onClick={({ currentTarget }) => currentTarget.hidePopover()}
      >
        {shown?.acts.map((act) => (
          <div key={act.id} role="none">
            {act.isDestructive && <hr />}
            <Item act={act} />
          </div>
        ))}
      </Popover>
    </Rows>
  );
};
