import { Box, Button, type ButtonProps, Heading, HStack, Stack } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Plus, Wifi } from 'lucide-react';
import { type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react';
import type { Service } from '#shared/contract/services.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { EmptyNote } from '../../components/empty-note.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { hasDraft } from '../../lib/drafts.ts';
import { serviceListQuery, useDeleteService } from './queries.ts';
import { serviceDraft } from './service-draft.ts';
import { ServiceRow, serviceTitle } from './service-row.tsx';

/** Loaded after the list, so that the list appears sooner and the form still opens at once. */
const ServiceForm = lazyPart(() => import('./service-form.tsx'), 'ServiceForm');

interface DeleteServiceProps {
  userId: number;
  service: Service;
  heading: RefObject<HTMLElement | null>;
  onClose: () => void;
}

const DeleteService = ({ userId, service, heading, onClose }: DeleteServiceProps) => {
  const deleteService = useDeleteService(userId);
  const isDeleted = useRef(false);
  const remove = () =>
    deleteService.mutate(service.id, {
      onSuccess: () => {
        isDeleted.current = true;
      },
      onSettled: onClose,
    });

  return (
    <ConfirmDialog
      title="Delete service?"
      confirmLabel="Delete service"
      isBusy={deleteService.isPending}
      onConfirm={remove}
      onCancel={onClose}
      // The button that opened the dialog disappears with the service's row.
      finalFocus={() => (isDeleted.current ? heading.current : null)}
    >
      <bdi>{serviceTitle(service)}</bdi> is deleted for good.
    </ConfirmDialog>
  );
};

interface ServiceListProps {
  userId: number;
  /** True while a form is open: then no other edit can start and replace it. */
  isEditing: boolean;
  heading: RefObject<HTMLElement | null>;
  onAdd: () => void;
  onEdit: (service: Service) => void;
}

const AddServiceButton = (props: ButtonProps) => (
  <Button size="sm" {...props}>
    <Plus /> Add Service
  </Button>
);

const ServiceList = ({ userId, isEditing, heading, onAdd, onEdit }: ServiceListProps) => {
  const { data, error, refetch } = useQuery(serviceListQuery(userId));
  // A long list is rendered in slices, so that the page stays responsive meanwhile.
  const services = useDeferredValue(data);
  const [toDelete, setToDelete] = useState<Service>();

  if (error) {
    return <LoadError title="Error loading services. Please try again." error={error} onRetry={refetch} />;
  }
  if (!services) {
    return <SkeletonRows label="Loading services..." isLabelShown rows={3} height="16" />;
  }
  if (services.length === 0) {
    return (
      <EmptyNote
        icon={Wifi}
        title="No services found. Add a service to get started."
        action={!isEditing && <AddServiceButton variant="outline" onClick={onAdd} />}
      />
    );
  }

  return (
    <>
      <Box as="ul" listStyleType="none" borderWidth="1px" borderRadius="l3" overflow="hidden">
        {services.map((service) => (
          <ServiceRow
            key={service.id}
            service={service}
            isEditing={isEditing}
            onEdit={onEdit}
            onDelete={setToDelete}
          />
        ))}
      </Box>
      {toDelete && (
        <DeleteService
          userId={userId}
          service={toDelete}
          heading={heading}
          onClose={() => setToDelete(undefined)}
        />
      )}
    </>
  );
};

/**
 * Holds the subject of the open form: a service to edit, 'new', or nothing. At first it is the subject of a kept draft.
 */
const useEdited = (userId: number) => {
  const [edited, setEdited] = useState<Service | 'new' | undefined>(() =>
    hasDraft(serviceDraft(userId, undefined)) ? 'new' : undefined,
  );
  const { data: services } = useQuery(serviceListQuery(userId));
  const drafted = services?.find((service) => hasDraft(serviceDraft(userId, service)));
  if (edited === undefined && drafted) {
    setEdited(drafted);
  }

  return [edited, setEdited] as const;
};

/** The services of one client, and the form that adds or edits one. */
export const ServicesTab = ({ userId }: { userId: number }) => {
  const [edited, setEdited] = useEdited(userId);
  const openNew = () => setEdited('new');
  const service = edited === 'new' ? undefined : edited;
  const heading = useRef<HTMLHeadingElement>(null);
  const closeForm = () => {
    setEdited(undefined);
    // The button that had the focus disappears with the form.
    heading.current?.focus();
  };

  useEffect(() => {
    void ServiceForm.preload();
  }, []);

  return (
    <Stack gap="4">
      <HStack justify="space-between">
        <Heading ref={heading} as="h3" size="md" tabIndex={-1} outline="none">
          Active Services
        </Heading>
        {edited === undefined && <AddServiceButton onClick={openNew} />}
      </HStack>
      {edited && (
        <ServiceForm key={service?.id ?? 'new'} userId={userId} service={service} onClose={closeForm} />
      )}
      <ServiceList
        userId={userId}
        isEditing={edited !== undefined}
        heading={heading}
        onAdd={openNew}
        onEdit={setEdited}
      />
    </Stack>
  );
};
