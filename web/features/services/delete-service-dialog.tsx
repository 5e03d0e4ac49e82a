import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { RefusedDialog } from '../../components/dialog/refused-dialog.tsx';
import { UnreadDialog } from '../../components/dialog/unread-dialog.tsx';
import type { RecordDialogProps } from '../../lib/address/dialogs.ts';
import { useKept } from '../../lib/browser/use-kept.ts';
import { useDeleteService } from './mutations.ts';
import { serviceListQuery } from './queries.ts';
import { serviceTitle } from './service-title.ts';
import { useOfferCredit } from './use-offer-credit.ts';

const TITLE = 'Delete service?';

/** The button that opened the dialog disappears with the service's row. */
const findHeading = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-services]');

/** Asks before a service is deleted for good. */
export const DeleteServiceDialog = ({
  subject: serviceId,
  userId,
  onClose,
  onDone,
}: RecordDialogProps<number>) => {
  const services = useQuery(serviceListQuery(userId));
  const service = useKept(services.data?.find(({ id }) => id === serviceId));
  const deleteService = useDeleteService();
  const offerCredit = useOfferCredit(userId);
  const isDeleted = useRef(false);
  if (!service) {
    return services.data ? (
      <RefusedDialog title={TITLE} why="This service is gone" onClose={onClose} />
    ) : (
      <UnreadDialog title={TITLE} what="the services" read={services} onClose={onClose} />
    );
  }
  const remove = () =>
    deleteService.mutate(serviceId, {
      onSuccess: () => {
        isDeleted.current = true;
        onDone();
        offerCredit(serviceId);
      },
      onError: onClose,
    });

  return (
    <ConfirmDialog
      title={TITLE}
      confirmLabel="Delete service"
      isBusy={deleteService.isPending}
      onConfirm={remove}
      onCancel={onClose}
      finalFocus={() => (isDeleted.current ? findHeading() : null)}
    >
      <bdi>{serviceTitle(service)}</bdi> is deleted for good.
    </ConfirmDialog>
  );
};
