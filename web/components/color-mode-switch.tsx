import { SegmentGroup, VisuallyHidden } from '@chakra-ui/react';
import { Monitor, Moon, Sun } from 'lucide-react';
import { COLOR_MODES, type ColorMode, useColorMode } from '../lib/color-mode.ts';

const MODES = {
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
  system: { label: 'System', icon: Monitor },
} as const;

export const ColorModeSwitch = () => {
  const [mode, setMode] = useColorMode();

  return (
    <SegmentGroup.Root
      size="sm"
      value={mode}
      onValueChange={({ value }) => setMode(value as ColorMode)}
      aria-label="Theme"
    >
      <SegmentGroup.Indicator />
      {COLOR_MODES.map((choice) => {
        const { label, icon: ModeIcon } = MODES[choice];

        return (
          <SegmentGroup.Item key={choice} value={choice} px="2.5" cursor="pointer" title={label}>
            <ModeIcon size={16} aria-hidden />
            <SegmentGroup.ItemText>
              <VisuallyHidden>{label}</VisuallyHidden>
            </SegmentGroup.ItemText>
            <SegmentGroup.ItemHiddenInput />
          </SegmentGroup.Item>
        );
      })}
    </SegmentGroup.Root>
  );
};
