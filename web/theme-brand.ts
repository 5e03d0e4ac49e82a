import { defineConfig } from '@chakra-ui/react';
import {
  cardAnatomy,
  dialogAnatomy,
  fieldAnatomy,
  nativeSelectAnatomy,
  tableAnatomy,
  tabsAnatomy,
} from '@chakra-ui/react/anatomy';

/**
 * The portal's own look: cobalt for actions, a Cape sun for highlights, greys with a little ink. Text has a contrast of
 * 4.5:1 and the edges of inputs 3:1 on their backgrounds, in light and in dark.
 */
const FONT =
  '"Manrope Variable", "Manrope as Arial", "Manrope as Roboto", "Manrope as DejaVu Sans", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/**
 * Manrope's space is a fifth of an em where a quarter is usual, and rounding to whole pixels makes it 2 px in text of
 * 12 px. So every space gets a pixel more, and widths are not rounded (see `textRendering`).
 */
const WORD_SPACING = '0.0625rem';

const TOUCH_TARGET = { '@media (pointer: coarse)': { minHeight: '11', minWidth: '11' } };
const TOUCH_HEIGHT = { '@media (pointer: coarse)': { minHeight: '11' } };

/** A phone zooms into an input whose text is smaller than 16 px. */
const INPUT_TEXT = { base: 'md', md: 'sm' };

/** Digits of equal width, so that numbers in a column can be compared. */
const FIGURES = { fontVariantNumeric: 'tabular-nums' };

/** Small text next to or below the main text. */
const DETAIL = { fontSize: 'xs', lineHeight: '1rem', color: 'fg.muted' };

const EDGE_PADDING = { '&:first-of-type': { ps: '4' }, '&:last-of-type': { pe: '4' } };

export const brandConfig = defineConfig({
  globalCss: {
    html: {
      bg: 'bg.canvas',
      colorPalette: 'brand',
      textRendering: 'geometricPrecision',
      wordSpacing: WORD_SPACING,
    },
    // The height of web/components/shell/offline-band.tsx; dialogs and toasts avoid it by the same variable.
    'html:has([data-offline])': { '--offline-band': 'sizes.9' },
    // Toasts are above a note at the lower edge (web/components/shell/shell.tsx), unless a dialog covers it.
    'html:has([data-note]):not(:has([role=dialog], [role=alertdialog]))': {
      '--note-room': 'sizes.11',
    },
    body: { paddingBottom: 'var(--offline-band)' },
    // The browser's own styles reset these to 'normal'.
    'button, input, select, textarea': { wordSpacing: 'inherit' },
    // Only an open dialog is printed; the lock of the page's scrolling would cut it after one sheet.
    'body:has([role=dialog])': {
      _print: { overflow: 'visible !important', '& > #root': { display: 'none' } },
    },
    // Forced colours remove the backgrounds and shadows that otherwise mark the selected item.
    '[aria-current=page], [role=tab][aria-selected=true], [role=radiogroup] label:has(:checked)': {
      _highContrast: {
        forcedColorAdjust: 'none',
        background: 'SelectedItem !important',
        color: 'SelectedItemText !important',
      },
    },
    // A focus ring means nothing on paper.
    '*, *::after': { _print: { outline: 'none !important' } },
    '*::placeholder, *[data-placeholder]': { color: 'fg.subtle' },
    '*, *::before, *::after': {
      '@media (prefers-reduced-motion: reduce)': {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        transitionDuration: '0.01ms !important',
        scrollBehavior: 'auto !important',
      },
    },
  },
  theme: {
    tokens: {
      fonts: { heading: { value: FONT }, body: { value: FONT } },
      colors: {
        brand: {
          50: { value: '#eff2fe' },
          100: { value: '#e0e6fd' },
          200: { value: '#c4cefb' },
          300: { value: '#9db0f8' },
          400: { value: '#7189f3' },
          500: { value: '#4966e6' },
          600: { value: '#2f48d3' },
          700: { value: '#2739aa' },
          800: { value: '#212f83' },
          900: { value: '#1a2560' },
          950: { value: '#111840' },
        },
        sun: {
          300: { value: '#ffd48f' },
          400: { value: '#ffb84d' },
          500: { value: '#f59e1b' },
        },
        gray: {
          50: { value: '#f6f7fb' },
          100: { value: '#edeff6' },
          200: { value: '#dfe2ec' },
          300: { value: '#c5cad9' },
          400: { value: '#868ea5' },
          500: { value: '#656d85' },
          600: { value: '#50586f' },
          700: { value: '#343b51' },
          800: { value: '#20273a' },
          900: { value: '#141a2b' },
          950: { value: '#0c101c' },
        },
      },
    },
    semanticTokens: {
      colors: {
        bg: {
          DEFAULT: { value: { _light: '{colors.white}', _dark: '{colors.gray.900}' } },
          canvas: { value: { _light: '{colors.gray.50}', _dark: '{colors.gray.950}' } },
          panel: { value: { _light: '{colors.white}', _dark: '{colors.gray.900}' } },
          subtle: { value: { _light: '{colors.gray.50}', _dark: '#191f31' } },
          muted: { value: { _light: '{colors.gray.100}', _dark: '{colors.gray.800}' } },
          emphasized: { value: { _light: '{colors.gray.200}', _dark: '{colors.gray.700}' } },
        },
        fg: {
          DEFAULT: { value: { _light: '{colors.gray.900}', _dark: '#eef0f7' } },
          muted: { value: { _light: '{colors.gray.600}', _dark: '#a9b1c6' } },
          subtle: { value: { _light: '{colors.gray.500}', _dark: '#929ab1' } },
          error: { value: { _light: '#c2202b', _dark: '{colors.red.400}' } },
          warning: { value: { _light: '#9a4a07', _dark: '{colors.orange.300}' } },
          success: { value: { _light: '#12713a', _dark: '{colors.green.300}' } },
        },
        border: {
          DEFAULT: { value: { _light: '{colors.gray.200}', _dark: '#2a3147' } },
          muted: { value: { _light: '{colors.gray.100}', _dark: '{colors.gray.800}' } },
          emphasized: { value: { _light: '{colors.gray.400}', _dark: '#69728c' } },
          error: { value: { _light: '#c2202b', _dark: '{colors.red.400}' } },
        },
        brand: {
          contrast: { value: 'white' },
          fg: { value: { _light: '{colors.brand.700}', _dark: '{colors.brand.300}' } },
          // In dark mode, all these fills are lighter than the panel; Chakra's are darker and vanish in it.
          subtle: { value: { _light: '{colors.brand.50}', _dark: '#232d5c' } },
          muted: { value: { _light: '{colors.brand.100}', _dark: '#2f3e83' } },
          emphasized: { value: { _light: '{colors.brand.200}', _dark: '#3a4b9c' } },
          solid: { value: { _light: '{colors.brand.600}', _dark: '{colors.brand.500}' } },
          focusRing: { value: { _light: '{colors.brand.500}', _dark: '{colors.brand.400}' } },
          border: { value: { _light: '{colors.brand.300}', _dark: '{colors.brand.700}' } },
        },
        // The solid ones are deeper than Chakra's: a hovered button, a tenth lighter, still carries white text.
        red: {
          solid: { value: { _light: '#c2202b', _dark: '{colors.red.600}' } },
          subtle: { value: { _light: '{colors.red.100}', _dark: '#5a1f28' } },
          muted: { value: { _light: '{colors.red.200}', _dark: '#752633' } },
        },
        orange: {
          solid: { value: { _light: '#a8480c', _dark: '{colors.orange.500}' } },
          subtle: { value: { _light: '{colors.orange.100}', _dark: '#52300f' } },
        },
        green: { subtle: { value: { _light: '{colors.green.100}', _dark: '#17432f' } } },
        blue: { subtle: { value: { _light: '{colors.blue.100}', _dark: '#1f3a66' } } },
        gray: {
          fg: { value: { _light: '{colors.gray.700}', _dark: '{colors.gray.200}' } },
          subtle: { value: { _light: '{colors.gray.100}', _dark: '#293147' } },
          muted: { value: { _light: '{colors.gray.200}', _dark: '{colors.gray.700}' } },
          border: { value: { _light: '{colors.gray.300}', _dark: '{colors.gray.700}' } },
          focusRing: { value: { _light: '{colors.brand.500}', _dark: '{colors.brand.400}' } },
        },
      },
      radii: {
        l1: { value: '{radii.sm}' },
        l2: { value: '{radii.lg}' },
        l3: { value: '{radii.xl}' },
      },
    },
    textStyles: {
      // For columns: `number` has the size of the text around it, `number.sm` that of Chakra's text style of that name.
      number: { value: FIGURES },
      'number.sm': { value: { ...FIGURES, fontSize: 'sm', lineHeight: '1.25rem' } },
      // Figures that stand alone have digits of their own widths: beside a narrow 1, equal ones leave a hole.
      // `number.md` is for millions on half a phone; as high as `number.xl`, beside which it stands.
      'number.md': {
        value: { fontSize: 'md', lineHeight: '1.875rem', letterSpacing: '-0.02em' },
      },
      'number.xl': { value: { fontSize: 'xl', lineHeight: '1.875rem' } },
      'number.2xl': { value: { fontSize: '2xl', lineHeight: '2rem', letterSpacing: 'normal' } },
      detail: { value: DETAIL },
      'detail.number': { value: { ...DETAIL, ...FIGURES } },
    },
    recipes: {
      button: { base: { fontWeight: 'semibold', ...TOUCH_TARGET } },
      // Chakra's word spacing closes the gap of `Ctrl K`.
      kbd: { base: { wordSpacing: '-0.2em' } },
      heading: { base: { letterSpacing: '-0.02em', fontWeight: 'bold' } },
      input: {
        base: TOUCH_HEIGHT,
        variants: {
          size: { sm: { textStyle: INPUT_TEXT }, md: { textStyle: INPUT_TEXT } },
          variant: { outline: { bg: 'bg.panel', borderColor: 'border.emphasized' } },
        },
      },
      badge: {
        // Browsers print no backgrounds by default.
        base: {
          borderRadius: 'full',
          fontWeight: 'semibold',
          _print: { color: 'fg', bg: 'transparent', borderWidth: '1px' },
        },
        variants: { size: { sm: { px: '2' } } },
      },
    },
    slotRecipes: {
      field: {
        slots: fieldAnatomy.keys(),
        base: { label: { fontWeight: 'semibold' }, errorText: { textStyle: 'sm' } },
      },
      nativeSelect: {
        slots: nativeSelectAnatomy.keys(),
        base: { field: TOUCH_HEIGHT },
        variants: {
          size: {
            xs: { field: { textStyle: { base: 'md', md: 'xs' } } },
            sm: { field: { textStyle: INPUT_TEXT } },
            md: { field: { textStyle: INPUT_TEXT } },
          },
          variant: { outline: { field: { bg: 'bg.panel', borderColor: 'border.emphasized' } } },
        },
      },
      dialog: {
        slots: dialogAnatomy.keys(),
        base: {
          content: {
            _highContrast: { border: '1px solid' },
            // A shadow is invisible in the dark, so a dialog over another one is lighter and has an edge.
            '&[data-nested]': { _dark: { bg: '#1b2236', border: '1px solid {colors.gray.700}' } },
          },
          footer: { borderTopWidth: '1px', pt: '4' },
        },
      },
      table: {
        slots: tableAnatomy.keys(),
        // Keeps the first and the last column away from the rounded edge of the frame.
        base: {
          cell: EDGE_PADDING,
          columnHeader: { ...EDGE_PADDING, fontWeight: 'semibold', color: 'fg.muted' },
        },
      },
      tabs: {
        slots: tabsAnatomy.keys(),
        base: { trigger: { fontWeight: 'semibold', ...TOUCH_HEIGHT } },
      },
      card: {
        slots: cardAnatomy.keys(),
        variants: { variant: { outline: { root: { bg: 'bg.panel', shadow: 'xs' } } } },
      },
    },
  },
});
