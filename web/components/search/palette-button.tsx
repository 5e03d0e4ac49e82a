import { Box, Button, Kbd } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import type { Act } from '../../lib/acts/act.ts';

interface PaletteButtonProps {
  act: Act;
  /** Loads the code; called when someone is about to open the palette. */
  preload: () => void;
}

/** Opens the palette: on a phone it stands in place of the search box. */
export const PaletteButton = ({ act: { label, icon: Icon, keys, run }, preload }: PaletteButtonProps) => (
  <Button
    size="sm"
    variant="outline"
    colorPalette="gray"
    flexShrink="0"
    h={{ base: '11', md: '9' }}
    minW={{ base: '11', md: '9' }}
    px={{ base: '2', md: '2.5' }}
    aria-label={`${label} (${keys})`}
    title={label}
    onClick={run}
    onPointerEnter={preload}
    onFocus={preload}
  >
    <Box as={Search} hideFrom="md" aria-hidden />
    <Box as={Icon} hideBelow="md" aria-hidden />
    <Kbd size="sm" hideBelow="lg" aria-hidden>
      {keys}
    </Kbd>
  </Button>
);
