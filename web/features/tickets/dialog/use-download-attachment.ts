import { useMutation } from '@tanstack/react-query';
import type { Attachment } from '#shared/contract/tickets.ts';
import { api } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { showError } from '../../../lib/toast.ts';

/** Saves a file under the name on the screen, because the header of the answer contains it in ASCII only. */
export const useDownloadAttachment = (ticketId: number) =>
  useMutation({
    mutationFn: async ({ id, name }: Attachment) => {
      const file = await api.tickets.attachment({ params: { id: ticketId, attachmentId: id } });
      saveFile(new File([file], name, { type: file.type }));
    },
    onError: showError('Error downloading attachment'),
  });
