import { chakra } from '@chakra-ui/react';

/**
 * A native checkbox, which ticks before the scripts have loaded, drawn in the colours of the theme: the browsers' own is
 * brown in dark mode and looks disabled. With forced colours and on paper it is the browser's.
 */
export const CheckBox = chakra('input', {
  base: {
    appearance: 'none',
    display: 'inline-grid',
    placeContent: 'center',
    flexShrink: '0',
    boxSize: '5',
    borderWidth: '1px',
    borderRadius: 'l1',
    borderColor: 'border.emphasized',
    bg: 'bg.panel',
    accentColor: 'brand.solid',
    _checked: { bg: 'brand.solid', borderColor: 'brand.solid' },
    _disabled: { opacity: '0.4', cursor: 'not-allowed' },
    // The tick.
    '&:checked::before': {
      content: '""',
      boxSize: '3',
      bg: 'brand.contrast',
      clipPath: 'polygon(14% 44%, 0 60%, 40% 95%, 100% 20%, 85% 6%, 38% 66%)',
      _highContrast: { display: 'none' },
      _print: { display: 'none' },
    },
    _highContrast: { appearance: 'auto' },
    _print: { appearance: 'auto' },
  },
});
