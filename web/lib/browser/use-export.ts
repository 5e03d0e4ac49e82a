import { useMutation } from '@tanstack/react-query';
import { saveFile } from './save-file.ts';
import { showError, toast } from './toast.ts';

/**
 * Reads a file and saves it to the person's downloads. A screen that shows the refusal in its place gives `isShown`, and
 * no toast repeats it.
 */
export const useExport = <Asked>(
  read: (asked: Asked) => Promise<File>,
  refusal: { isShown: boolean } = { isShown: false },
) =>
  useMutation({
    mutationFn: read,
    onSuccess: (file) => {
      saveFile(file);
      toast({ title: 'Export ready', description: `${file.name} is in your downloads.`, tone: 'success' });
    },
    ...(!refusal.isShown && { onError: showError('The file could not be made') }),
  });
