import { Box, chakra, Icon, Text, VisuallyHidden } from '@chakra-ui/react';
import { FileUp } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';

const Zone = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '4',
    px: { base: '4', md: '6' },
    py: '5',
    borderWidth: '2px',
    borderStyle: 'dashed',
    borderColor: 'border.emphasized',
    borderRadius: 'l3',
    bg: 'bg.panel',
    cursor: 'pointer',
    _hover: { borderColor: 'brand.solid' },
    '&[data-over]': { borderColor: 'brand.solid', bg: 'brand.subtle' },
    '&:has(:focus-visible)': { focusRing: 'outside' },
    _print: { display: 'none' },
  },
});

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/**
 * Lets files be dropped anywhere on the page, because a browser opens one that misses its place. Returns true while one
 * is over the page.
 */
export const useFileDrop = (onDrop: (files: readonly File[]) => void): boolean => {
  const [isOver, setIsOver] = useState(false);
  const takeDrop = useEffectEvent((event: DragEvent) => {
    if (hasFiles(event)) {
      event.preventDefault();
      setIsOver(false);
      onDrop([...(event.dataTransfer?.files ?? [])]);
    }
  });

  useEffect(() => {
    const hearer = new AbortController();
    const { signal } = hearer;
    const allow = (event: DragEvent) => {
      if (hasFiles(event)) {
        event.preventDefault();
        setIsOver(true);
      }
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) {
        setIsOver(false);
      }
    };
    document.addEventListener('dragover', allow, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', (event) => takeDrop(event), { signal });

    return () => hearer.abort();
  }, []);

  return isOver;
};

const focusOn = (input: HTMLInputElement | null) => input?.focus();

interface DropZoneProps {
  /** True if it comes back in the place of a file that had the focus. */
  takesFocus: boolean;
  /** True while a file is over the page. */
  isOver: boolean;
  /** Called with the files that were chosen. */
  onFiles: (files: readonly File[]) => void;
}

/** The place where a bank's file is dropped, or chosen by mouse, finger or keyboard. */
export const DropZone = ({ takesFocus, isOver, onFiles }: DropZoneProps) => (
  <Zone data-drop-zone="" data-over={isOver ? '' : undefined}>
    <VisuallyHidden asChild>
      <input
        ref={takesFocus ? focusOn : undefined}
        type="file"
        accept=".csv,.ofx,.qfx,text/csv,text/plain,application/x-ofx"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Otherwise the same file could not be chosen again.
          target.value = '';
          if (files.length > 0) {
            onFiles(files);
          }
        }}
      />
    </VisuallyHidden>
    <Icon as={FileUp} boxSize="7" color="brand.fg" aria-hidden />
    <Box>
      <Text as="span" display="block" fontWeight="semibold">
        {isOver ? 'Drop the file to read it' : "Drop your bank's file here, or choose it"}
      </Text>
      <Text as="span" display="block" textStyle="sm" color="fg.muted">
        The CSV or OFX of your account, up to 2 MB. Reading it books nothing.
      </Text>
    </Box>
  </Zone>
);
