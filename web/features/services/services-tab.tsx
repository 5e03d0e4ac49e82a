import { Box, Button, type ButtonProps, Heading, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Plus, Wifi } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import type { Service } from '#shared/contract/services.ts';
import { centsFromAmount, formatRand } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { AfterAMoment } from '../../components/loading/after-a-moment.tsx';
import { lazyPart } from '../../components/loading/lazy-part.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { toast } from '../../lib/browser/toast.ts';
import { hasDraft } from '../../lib/forms/drafts.ts';
import { useFormAt } from '../../lib/forms/use-form-at.ts';
import { serviceListQuery } from './queries.ts';
import { serviceDraft } from './service-draft.ts';
import { ServiceRow } from './service-row.tsx';
import { serviceStatusOf } from './service-status.ts';
import { useOfferCredit, useOpenInvoice } from './use-offer-credit.ts';

/** Loaded after the list, so that the list appears sooner and the form still opens at once. */
const ServiceForm = lazyPart(() => import('./service-form.tsx'), 'ServiceForm');

const LOADING = 'Loading services...';

/** Three rows of the list without their text. */
const LoadingServices = () => (
  <AfterAMoment label={LOADING}>
    <Text textStyle="sm" color="fg.muted" mb="3">
      {LOADING}
    </Text>
    <Box borderWidth="1px" borderRadius="l3">
      {['first', 'second', 'third'].map((row) => (
        <HStack
          key={row}
          px="4"
          h="16"
          justify="space-between"
          borderTopWidth="1px"
          _first={{ borderTopWidth: 0 }}
        >
          <Stack gap="2" flex="1">
            <Skeleton height="4" maxW="14rem" />
            <Skeleton height="3" maxW="20rem" />
          </Stack>
          <Skeleton height="4" width="5rem" />
        </HStack>
      ))}
    </Box>
  </AfterAMoment>
);

interface ServiceListProps {
  userId: number;
  /** True while a form is open. */
  isEditing: boolean;
  /** The id of the service whose row is replaced by its form. */
  editedId: number | undefined;
  form: ReactNode;
  onAdd: () => void;
  onEdit: (service: Service) => void;
}

const AddServiceButton = (props: ButtonProps) => (
  <Button size="sm" {...props}>
    <Plus /> Add Service
  </Button>
);

const ServiceList = ({ userId, isEditing, editedId, form, onAdd, onEdit }: ServiceListProps) => {
  const { data, error, refetch } = useQuery(serviceListQuery(userId));
  // A long list is rendered in slices, so that the page stays responsive meanwhile.
  const services = useDeferredValue(data);

  if (error) {
    return <LoadError title="Error loading services. Please try again." error={error} onRetry={refetch} />;
  }
  if (!services) {
    return <LoadingServices />;
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
    <Box as="ul" listStyleType="none" borderWidth="1px" borderRadius="l3" overflow="hidden">
      {services.map((service) =>
        service.id === editedId ? (
          <Box key={service.id} as="li" p="2" borderTopWidth="1px" _first={{ borderTopWidth: 0 }}>
            {form}
          </Box>
        ) : (
          <ServiceRow key={service.id} userId={userId} service={service} onEdit={onEdit} />
        ),
      )}
    </Box>
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

/** The monthly price of the active services, in one line. */
const MonthlyTotal = ({ userId }: { userId: number }) => {
  const { data: services = [] } = useQuery(serviceListQuery(userId));
  const active = services.filter(({ status }) => serviceStatusOf(status) === 'active');
  const cents = active.reduce((sum, { pricePerMonth }) => sum + centsFromAmount(pricePerMonth), 0);

  return (
    <Text textStyle="detail" minH="4">
      {services.length > 0 &&
        `${formatRand(cents)} a month for ${formatCount(active.length)} active ${active.length === 1 ? 'service' : 'services'}`}
    </Text>
  );
};

interface ServicesTabProps {
  userId: number;
  /** True for a client who is a natural person. */
  isConsumer?: boolean;
  /** Removes the form for a new service from the address, which may open it. */
  onNewClosed?: () => void;
}

/** Holds the subject of the open form; opens and closes the form without losing typed work. */
const useOpenForm = ({ userId, onNewClosed }: ServicesTabProps) => {
  const [edited, setEdited] = useEdited(userId);
  const isDirty = useRef(false);
  const { shown, search, isShownAt } = useFormAt(({ client, tab, new: form }) => {
    if (client !== userId || tab !== 'services') {
      return undefined;
    }

    return form === 'service' ? 'new' : edited;
  });
  const service = shown === 'new' ? undefined : shown;
  const show = (subject: Service | 'new' | undefined) => {
    isDirty.current = false;
    setEdited(subject);
    if (search.new) {
      onNewClosed?.();
    }
  };
  const setIsDirty = (isNowDirty: boolean) => {
    isDirty.current = isNowDirty;
    // What is typed keeps the form open in its tab.
    if (isNowDirty) {
      setEdited(shown);
    }
  };
  const startEdit = (chosen: Service) => {
    if (isDirty.current) {
      toast({ title: 'Please save or cancel the open form first', tone: 'error' });
    } else {
      show(chosen);
    }
  };

  return { shown, service, show, startEdit, setIsDirty, isShownAt };
};

/** The services of one client, and the form that adds or edits one. */
export const ServicesTab = (props: ServicesTabProps) => {
  const { userId, isConsumer = false } = props;
  const { shown, service, show, startEdit, setIsDirty, isShownAt } = useOpenForm(props);
  const heading = useRef<HTMLHeadingElement>(null);
  const offerCredit = useOfferCredit(userId);
  const openInvoice = useOpenInvoice(userId);
  const openNew = () => show('new');
  const closeForm = () => {
    show(undefined);
    // The button that had the focus disappears with the form.
    heading.current?.focus();
  };
  const form = shown && (
    <ServiceForm
      key={service?.id ?? 'new'}
      userId={userId}
      service={service}
      isConsumer={isConsumer}
      isShownAt={isShownAt}
      onDirtyChange={setIsDirty}
      onEnded={({ id }, lastDay) => offerCredit(id, lastDay)}
      onInvoice={({ id }, until) => openInvoice(id, until)}
      onClose={closeForm}
    />
  );

  useEffect(() => {
    void ServiceForm.preload();
  }, []);

  return (
    <Stack gap="4">
      <HStack justify="space-between">
        <Box>
          <Heading ref={heading} as="h3" size="md" tabIndex={-1} outline="none" data-services>
            Active Services
          </Heading>
          <MonthlyTotal userId={userId} />
        </Box>
        {shown === undefined && <AddServiceButton onClick={openNew} />}
      </HStack>
      {shown === 'new' && form}
      <ServiceList
        userId={userId}
        isEditing={shown !== undefined}
        editedId={service?.id}
        form={form}
        onAdd={openNew}
        onEdit={startEdit}
      />
    </Stack>
  );
};
