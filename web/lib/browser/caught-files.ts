import { useEffect, useEffectEvent } from 'react';

export const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') ?? false;

/** Catches files that are dropped where nothing else takes them, because a browser would leave the portal to show one. */
export const useCaughtFiles = (onDrop: (files: File[]) => void): void => {
  const hear = useEffectEvent((event: DragEvent) => {
    if (hasFiles(event) && !event.defaultPrevented) {
      event.preventDefault();
      if (event.type === 'drop') {
        onDrop([...(event.dataTransfer?.files ?? [])]);
      }
    }
  });

  useEffect(() => {
    const catchFiles = (event: DragEvent) => hear(event);
    // A window hears last, so that a page that takes files comes first.
    window.ondragover = catchFiles;
    window.ondrop = catchFiles;

    return () => {
      window.ondragover = null;
      window.ondrop = null;
    };
  }, []);
};
