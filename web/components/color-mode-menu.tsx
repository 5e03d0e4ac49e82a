import { IconButton, Menu, Portal } from '@chakra-ui/react';
import { Monitor, Moon, Sun } from 'lucide-react';
import { COLOR_MODES, type ColorMode, useColorMode } from '../lib/color-mode.ts';

const MODES = {
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
  system: { label: 'System', icon: Monitor },
} as const;

export const ColorModeMenu = () => {
  const [mode, setMode] = useColorMode();
  const ModeIcon = MODES[mode].icon;

  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <IconButton variant="ghost" colorPalette="gray" aria-label={`Theme: ${MODES[mode].label}`}>
          <ModeIcon />
        </IconButton>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content minW="10rem">
            <Menu.RadioItemGroup value={mode} onValueChange={({ value }) => setMode(value as ColorMode)}>
              <Menu.ItemGroupLabel>Theme</Menu.ItemGroupLabel>
              {COLOR_MODES.map((choice) => (
                <Menu.RadioItem key={choice} value={choice} minH="9">
                  {MODES[choice].label}
                  <Menu.ItemIndicator />
                </Menu.RadioItem>
              ))}
            </Menu.RadioItemGroup>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
};
