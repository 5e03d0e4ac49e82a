import { Box, Button, chakra, IconButton, Portal } from '@chakra-ui/react';
import * as RadixToast from '@radix-ui/react-toast';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { dismissToast, TOASTS_ID, type Toast, useToasts } from '../../lib/browser/toast.ts';
import { findTopLayer, placeToast } from './toast-place.ts';

const DURATION_MS = 5000;
const SWIPE_THRESHOLD_PX = 50;

const TONES = {
  neutral: { palette: 'brand', icon: Info, surface: {} },
  success: { palette: 'green', icon: CircleCheck, surface: {} },
  error: {
    palette: 'red',
    icon: CircleAlert,
    surface: { bg: 'red.solid', color: 'white', borderColor: 'red.solid' },
  },
} as const;

const Viewport = chakra(RadixToast.Viewport, {
  base: {
    position: 'fixed',
    zIndex: 'toast',
    insetInlineEnd: '0',
    '&[data-place=bottom]': { bottom: 'calc(var(--offline-band, 0px) + var(--note-room, 0px))' },
    // Below the header.
    '&[data-place=top]': { top: '16', '--slide': 'slide-from-top' },
    // Where web/components/shell/toast-place.ts found room, such as the foot of a dialog.
    '&:is([data-place=foot], [data-place=head])': {
      insetInlineEnd: 'auto',
      padding: '0',
      display: 'flex',
      alignItems: 'center',
      '--slide': 'fade-in',
    },
    pointerEvents: 'none',
    width: '100%',
    maxWidth: { md: '420px' },
    padding: { base: '2', md: '4' },
    margin: '0',
    listStyle: 'none',
    outline: 'none',
    _print: { display: 'none' },
  },
});

/** On a phone it is no higher than its text, because it covers the page. */
const Root = chakra(RadixToast.Root, {
  base: {
    display: 'flex',
    alignItems: { base: 'center', md: 'flex-start' },
    gap: { base: '2.5', md: '3' },
    padding: { base: '2', md: '4' },
    paddingInlineEnd: { base: '0', md: '2' },
    bg: 'bg.panel',
    borderWidth: '1px',
    borderInlineStartWidth: '4px',
    borderInlineStartColor: 'colorPalette.solid',
    borderRadius: 'l3',
    shadow: 'lg',
    // A sentence among the buttons of a dialog is a part of it.
    '[data-place=foot] > &, [data-place=head] > &': {
      alignItems: 'center',
      gap: '2',
      minHeight: '9',
      paddingBlock: '1',
      paddingInline: { base: '2', md: '3' },
      borderRadius: 'l2',
      shadow: 'none',
      '& [data-part=icon], & [data-part=dismiss]:not([data-stays])': { display: 'none' },
      '& *': { textStyle: 'xs', margin: '0' },
    },
    // An open dialog disables the pointer for everything outside it.
    pointerEvents: 'auto',
    _open: { animationName: 'var(--slide, slide-from-bottom), fade-in', animationDuration: 'moderate' },
    _closed: { animationName: 'fade-out', animationDuration: 'fast' },
    '&[data-swipe=move]': { transform: 'translateX(var(--radix-toast-swipe-move-x))' },
    '&[data-swipe=cancel]': { transform: 'translateX(0)', transition: 'transform 0.2s' },
    '&[data-swipe=end]': { transform: 'translateX(var(--radix-toast-swipe-end-x))', opacity: 0 },
    _focusVisible: { outline: '2px solid', outlineColor: 'colorPalette.focusRing', outlineOffset: '2px' },
  },
});

const Title = chakra(RadixToast.Title, { base: { fontWeight: 'semibold', textStyle: 'sm' } });
const Description = chakra(RadixToast.Description, {
  base: { textStyle: { base: 'xs', md: 'sm' }, marginTop: { md: '0.5' }, overflowWrap: 'anywhere' },
});

const ACTION = { size: 'xs', variant: 'outline', alignSelf: 'center' } as const;

const ToastCard = ({ id, title, description, tone = 'neutral', action, isOpen }: Toast) => {
  const { palette, icon: ToneIcon, surface } = TONES[tone];
  const isError = tone === 'error';
  // A link in it is the only way to what the person asked for.
  const staysOpen = action !== undefined && 'address' in action;

  return (
    <Root
      open={isOpen}
      onOpenChange={(open) => !open && dismissToast(id)}
      {...(staysOpen && { duration: Number.POSITIVE_INFINITY })}
      colorPalette={palette}
      data-tone={tone}
      {...(!description && { alignItems: 'center' })}
      {...surface}
    >
      <Box
        data-part="icon"
        color={isError ? 'white' : 'colorPalette.fg'}
        mt={description ? { md: '0.5' } : undefined}
        aria-hidden
      >
        <ToneIcon size={20} />
      </Box>
      <Box flex="1" minW="0">
        <Title>{title}</Title>
        {description && <Description color={isError ? 'white' : 'fg.muted'}>{description}</Description>}
      </Box>
      {action && (
        <RadixToast.Action altText={action.label} asChild>
          {'run' in action ? (
            <Button {...ACTION} onClick={action.run}>
              {action.label}
            </Button>
          ) : (
            <Button {...ACTION} asChild>
              <a href={action.address} target="_blank" rel="noopener">
                {action.label}
              </a>
            </Button>
          )}
        </RadixToast.Action>
      )}
      <RadixToast.Close asChild>
        <IconButton
          aria-label="Dismiss"
          data-part="dismiss"
          data-stays={staysOpen || undefined}
          size="xs"
          variant="ghost"
          color="inherit"
          _hover={{ bg: isError ? 'white/20' : 'bg.muted' }}
        >
          <X />
        </IconButton>
      </RadixToast.Close>
    </Root>
  );
};

/** Keeps the visible toast where it covers no control, also when a dialog or a menu opens, closes or changes its size. */
const usePlace = (shown: Toast | undefined) => {
  const region = useRef<HTMLOListElement>(null);

  useLayoutEffect(() => {
    const { current } = region;
    if (!shown || !current) {
      return;
    }

    // Radix makes the region around the list and gives it no id.
    current.closest('[role=region]')?.setAttribute('id', TOASTS_ID);

    const sizes = new ResizeObserver(() => {
      // One at an edge stays there while the page below it grows.
      if (current.dataset.place !== 'top' && current.dataset.place !== 'bottom') {
        placeToast(current);
      }
    });
    const place = () => {
      placeToast(current);
      sizes.disconnect();
      sizes.observe(findTopLayer());
    };
    place();
    const layers = new MutationObserver(place);
    layers.observe(document.body, { childList: true });

    return () => {
      layers.disconnect();
      sizes.disconnect();
    };
  }, [shown]);

  return region;
};

/** The notification region: F8 focuses it, a swipe to the right dismisses a toast, hovering pauses its timer. */
export const Toaster = () => {
  const toasts = useToasts();
  const region = usePlace(toasts.find(({ isOpen }) => isOpen));

  return (
    <RadixToast.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX}>
      {toasts.map((shown) => (
        <ToastCard key={shown.id} {...shown} />
      ))}
      <Portal>
        {/* A live region, because an open dialog hides everything else outside it from screen readers. */}
        <Box aria-live="off">
          <Viewport ref={region} data-place="bottom" />
        </Box>
      </Portal>
    </RadixToast.Provider>
  );
};
