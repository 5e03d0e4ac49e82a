import { Command, Keyboard, LogOut, Monitor, Moon, Search, Sun, TextSearch } from 'lucide-react';
import { leaveTypedWork } from '../forms/typed-work.ts';
import { COLOR_MODES, type ColorMode, useColorMode } from '../session/color-mode.ts';
import { useLogOut } from '../session/session.ts';
import type { Act } from './act.ts';
import { useAppleKeys, usePaletteKey } from './palette-key.ts';

export const COLOR_MODE_FACES = {
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
  system: { label: 'System', icon: Monitor },
} as const satisfies Record<ColorMode, Pick<Act, 'label' | 'icon'>>;

/** The box that the header search renders, and that `/` focuses. */
export const SEARCH_BOX_ID = 'header-search';

interface PortalActs {
  search: Act;
  palette: Act;
  keys: Act;
  themes: readonly Act[];
  logOut: Act;
  isLoggingOut: boolean;
}

/** The acts that every signed-in person has, from which the header, the account menu, the palette and the key sheet are drawn. */
export const usePortalActs = (open: { palette: () => void; keys: () => void }): PortalActs => {
  const [, setColorMode] = useColorMode();
  const logOut = useLogOut();
  const hasAppleKeys = useAppleKeys();

  return {
    search: {
      id: 'search',
      label: 'Search',
      icon: Search,
      keys: '/',
      run: () => {
        const box = document.getElementById(SEARCH_BOX_ID);
        // A phone has no box.
        if (box?.checkVisibility()) {
          box.focus();
        } else {
          open.palette();
        }
      },
    },
    palette: {
      id: 'palette',
      label: 'Search and act',
      // The sign of Apple's key would contradict `Ctrl`.
      icon: hasAppleKeys ? Command : TextSearch,
      keys: usePaletteKey(),
      run: open.palette,
    },
    keys: { id: 'keys', label: 'Keyboard shortcuts', icon: Keyboard, keys: '?', run: open.keys },
    themes: COLOR_MODES.map((mode) => ({
      id: `theme.${mode}`,
      label: `Theme: ${COLOR_MODE_FACES[mode].label}`,
      icon: COLOR_MODE_FACES[mode].icon,
      run: () => setColorMode(mode),
    })),
    logOut: {
      id: 'log-out',
      label: 'Log out',
      icon: LogOut,
      run: () => leaveTypedWork(() => logOut.mutate()),
    },
    isLoggingOut: logOut.isPending,
  };
};
