import { VisuallyHidden } from '@chakra-ui/react';
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import { COLOR_MODES, useColorMode } from '../lib/color-mode.ts';
import { SegmentedChoice } from './segmented-choice.tsx';

const MODES = {
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
  system: { label: 'System', icon: Monitor },
} as const;

const describeMode = ({ label, icon: ModeIcon }: { label: string; icon: LucideIcon }) => ({
  title: label,
  content: (
    <>
      <ModeIcon size={16} aria-hidden />
      <VisuallyHidden>{label}</VisuallyHidden>
    </>
  ),
});

const CHOICES = COLOR_MODES.map((mode) => ({ value: mode, ...describeMode(MODES[mode]) }));

export const ColorModeSwitch = () => {
  const [mode, setMode] = useColorMode();

  return <SegmentedChoice label="Theme" size="sm" choices={CHOICES} value={mode} onChange={setMode} />;
};
