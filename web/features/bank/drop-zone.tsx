import { Box, chakra, Icon, Text, VisuallyHidden } from '@chakra-ui/react';
import { FileUp } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { hasFiles } from '../../lib/browser/caught-files.ts';

const Zone = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '4',
    px: { base: '4', md: '6' },
    py: '3',
    borderWidth: '2px',
    borderStyle: 'dashed',
    borderColor: 'border.emphasized',
    borderRadius: 'l3',
    bg: 'bg.panel',
    cursor: 'pointer',
    _hover: { borderColor: 'brand.solid' },
    '&[data-over]': { borderColor: 'brand.solid', bg: 'brand.subtle' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '2px' },
    '&[data-reading]': { cursor: 'progress', borderColor: 'border.emphasized' },
    _print: { display: 'none' },
  },
});

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

interface ZoneWordsProps {
  title: ReactNode;
}

const ZoneWords = ({ title }: ZoneWordsProps) => (
  <>
    <Icon as={FileUp} boxSize="7" color="brand.fg" aria-hidden />
    <Box minW="0">
      <Text as="span" display="block" fontWeight="semibold">
        {title}
      </Text>
      <Text as="span" display="block" textStyle="sm" color="fg.muted">
        The CSV or OFX of your account, up to 2 MB. Reading it books nothing.
      </Text>
    </Box>
  </>
);

/** Stands in the place of the drop zone, and is as large, while a chosen file is read. */
export const ReadingZone = ({ name = 'the file' }: { name?: string | undefined }) => (
  <Zone asChild data-reading="">
    <div role="status">
      <ZoneWords
        title={
          <Text as="span" display="block" truncate>
            Reading <bdi>{name}</bdi>…
          </Text>
        }
      />
    </div>
  </Zone>
);

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
    <ZoneWords title={isOver ? 'Drop the file to read it' : "Drop your bank's file here, or choose it"} />
  </Zone>
);
