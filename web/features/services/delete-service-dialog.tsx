import { Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { RefusedDialog } from '../../components/dialog/refused-dialog.tsx';
import { UnreadDialog } from '../../components/dialog/unread-dialog.tsx';
import { FieldWarning } from '../../components/form/field-warning.tsx';
import type { RecordDialogProps } from '../../lib/address/dialogs.ts';
import { useKept } from '../../lib/browser/use-kept.ts';
import { today as readToday } from '../../lib/money/today.ts';
import { useDeleteService } from './mutations.ts';
import { serviceListQuery } from './queries.ts';
import { serviceStatusOf } from './service-status.ts';
import { serviceTitle } from './service-title.ts';
import { sayUnbilled, useUnbilled } from './unbilled-days.tsx';
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
  const [today] = useState(readToday);
  // It ends on the day of its deletion, or has ended before.
  const lastDay = service?.billUntil && service.billUntil < today ? service.billUntil : today;
  const isBillable = service && (serviceStatusOf(service.status) === 'active' || service.billUntil !== null);
  const unbilled = useUnbilled(isBillable ? service.id : undefined, lastDay) ?? [];
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
        offerCredit(serviceId, lastDay);
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
      {unbilled.length > 0 && (
        <Text mt="2" color="fg" textStyle="number.sm">
          <FieldWarning>Not billed, and no run bills it later: {sayUnbilled(unbilled)}.</FieldWarning>
        </Text>
      )}
    </ConfirmDialog>
  );
};
