import type { LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';

interface ActBase {
  /** Stable id, such as `user.edit`, shared by menus, palette and list of keys. */
  id: string;
  label: string;
  icon: LucideIcon;
  /** Other words by which the palette finds it. */
  synonyms?: string;
  /** The key that does it without a menu. */
  keys?: string;
  /** True if it removes something that cannot be brought back. */
  isDestructive?: boolean;
}

/** Something that a person can do, as menus, the palette and the list of keys show it: an address or a function. */
export type Act = ActBase & ({ link: LinkProps; run?: never } | { run: () => void; link?: never });

/** An act that another program does, such as the one for mail. */
export type OutsideAct = ActBase & { href: string };
