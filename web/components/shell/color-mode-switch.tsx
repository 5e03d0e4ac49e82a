import { VisuallyHidden } from '@chakra-ui/react';
import { COLOR_MODE_FACES } from '../../lib/acts/portal-acts.ts';
import { COLOR_MODES, useColorMode } from '../../lib/session/color-mode.ts';
import { SegmentedChoice } from '../form/segmented-choice.tsx';

const CHOICES = COLOR_MODES.map((mode) => {
  const { label, icon: ModeIcon } = COLOR_MODE_FACES[mode];

  return {
    value: mode,
    title: label,
    content: (
      <>
        <ModeIcon size={16} aria-hidden />
        <VisuallyHidden>{label}</VisuallyHidden>
      </>
    ),
  };
});

export const ColorModeSwitch = () => {
  const [mode, setMode] = useColorMode();

  return <SegmentedChoice label="Theme" size="sm" choices={CHOICES} value={mode} onChange={setMode} />;
};
