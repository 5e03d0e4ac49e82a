import { Button, Card, chakra, HStack, Input, NativeSelect, SimpleGrid } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { SERVICE_STATUSES } from '#shared/contract/limits.ts';
import { SERVICE_CATEGORIES, type Service } from '#shared/contract/services.ts';
import { msisdnWarning, simSerialWarning } from '#shared/number-rules.ts';
import { useUnsavedWork } from '../../components/dialog/unsaved-work.tsx';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { FieldWarning } from '../../components/form/field-warning.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { MoneyAmount } from '../../components/money/money-amount.tsx';
import { useMoneyForm } from '../../components/money/use-money-form.ts';
import { showFieldErrors } from '../../lib/forms/show-field-errors.ts';
import { useFocusOnError } from '../../lib/forms/use-focus-on-error.ts';
import type { Search } from '../../lib/forms/use-form-at.ts';
import { today as readToday } from '../../lib/money/today.ts';
import { useAddService, useUpdateService } from './mutations.ts';
import { serviceListQuery } from './queries.ts';
import { ServiceDaysFields } from './service-days-fields.tsx';
import { serviceDraft } from './service-draft.ts';
import { serviceBodyOf, serviceForm, serviceFormValues } from './service-fields.ts';
import { SERVICE_STATUS_LABELS, type ServiceStatus, serviceStatusOf } from './service-status.ts';
import { followStatus } from './worded-days.ts';

interface ServiceFormProps {
  userId: number;
  /** The service to edit; without one the form adds a service. */
  service: Service | undefined;
  /** True for a client who is a natural person. */
  isConsumer: boolean;
  /** True for the addresses at which the form stays on the screen. */
  isShownAt: (search: Search) => boolean;
  /** Told of whether something typed would be lost. */
  onDirtyChange: (isDirty: boolean) => void;
  /** Called once a service has a new last day. */
  onEnded: (service: Service, lastDay: string) => void;
  /** Called if an invoice with the unbilled days up to this one is wanted. */
  onInvoice: (service: Service, until: string) => void;
  onClose: () => void;
}

/**
 * Includes the category of the service itself: an imported one may be unknown, and an edit must not change it silently.
 */
const categoriesFor = (service: Service | undefined): readonly string[] => [
  ...new Set([...SERVICE_CATEGORIES, ...(service ? [service.serviceCategory] : [])]),
];

/** True if a service was made inactive, or got another last day. */
const hasNewEnd = (before: Service, after: Service): boolean =>
  (serviceStatusOf(before.status) !== 'inactive' && after.status === 'inactive') ||
  (after.billUntil !== null && after.billUntil !== before.billUntil);

const useServiceForm = ({
  userId,
  service,
  isShownAt,
  onEnded,
  onInvoice,
  onClose,
}: Omit<ServiceFormProps, 'onDirtyChange' | 'isConsumer'>) => {
  const [today] = useState(readToday);
  const [isInvoiced, setIsInvoiced] = useState(false);
  const { form, keyed } = useMoneyForm(
    serviceForm,
    serviceFormValues(service, today),
    serviceDraft(userId, service),
  );
  const { guard, release, leave } = useUnsavedWork(form.formState.isDirty, { isShownAt });
  const close = () => {
    release();
    onClose();
  };
  const add = useAddService(userId);
  const update = useUpdateService();

  const outcome = {
    onSuccess: (saved: Service) => {
      close();
      const until = saved.billUntil !== null && saved.billUntil < today ? saved.billUntil : today;
      if (isInvoiced && saved.status !== 'active') {
        onInvoice(saved, until);
      } else if (service && hasNewEnd(service, saved)) {
        onEnded(saved, saved.billUntil ?? today);
      }
    },
    onError: (error: Error) => showFieldErrors(form, error),
  };
  const save = form.handleSubmit((fields) => {
    const body = serviceBodyOf(service, fields, today);

    return service
      ? update.mutate({ serviceId: service.id, body }, outcome)
      : add.mutate(keyed(body), outcome);
  });

  const cancel = () => leave(onClose);

  return {
    form,
    save,
    cancel,
    guard,
    isSaving: add.isPending || update.isPending,
    days: { today, isInvoiced, onInvoicedChange: setIsInvoiced },
  };
};

/** Returns the types of the client's services, which another one often repeats. */
const useTypes = (userId: number): string[] => {
  const { data: services = [] } = useQuery(serviceListQuery(userId));

  return [...new Set(services.flatMap(({ accountType }) => accountType ?? []))];
};

/** Adds a service, or edits the given one. */
export const ServiceForm = (props: ServiceFormProps) => {
  const { service, isConsumer, onDirtyChange } = props;
  const { form, save, cancel, guard, isSaving, days } = useServiceForm(props);
  const { register, control, formState, getValues, setValue } = form;
  const { errors, isDirty } = formState;
  const element = useFocusOnError(control);
  const [msisdn, simSerialNumber] = useWatch({ control, name: ['msisdn', 'simSerialNumber'] });
  const tellDirty = useEffectEvent(onDirtyChange);
  useEffect(() => tellDirty(isDirty), [isDirty]);

  const status = register('status');
  const typesId = useId();
  const types = useTypes(props.userId);

  const msisdnHint = msisdnWarning(msisdn ?? '');
  const simSerialHint = simSerialWarning(simSerialNumber ?? '');

  /** The days that a status brings with it are shown before they are saved. */
  const follow = (status: ServiceStatus) => {
    const followed = followStatus(service, getValues(), status, days.today);
    setValue('billFrom', followed.billFrom, { shouldDirty: true });
    setValue('billUntil', followed.billUntil, { shouldDirty: true });
  };

  return (
    <Card.Root size="sm" variant="outline" bg="bg.subtle">
      <Card.Header>
        <Card.Title as="h3" textStyle="sm">
          {service ? 'Edit Service' : 'Add Service'}
        </Card.Title>
      </Card.Header>
      <chakra.form ref={element} noValidate onSubmit={save} display="contents">
        <Card.Body>
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="3" alignItems="start">
            <FormField
              label={FIELD_LABELS.serviceCategory}
              error={errors.serviceCategory?.message}
              isRequired
            >
              <NativeSelect.Root size="sm">
                <NativeSelect.Field autoFocus {...register('serviceCategory')}>
                  {categoriesFor(service).map((category) => (
                    <option key={category}>{category}</option>
                  ))}
                </NativeSelect.Field>
                <NativeSelect.Indicator />
              </NativeSelect.Root>
            </FormField>
            <FormField label={FIELD_LABELS.accountType} error={errors.accountType?.message}>
              <Input size="sm" autoComplete="off" list={typesId} {...register('accountType')} />
            </FormField>
            <datalist id={typesId}>
              {types.map((type) => (
                <option key={type} value={type} />
              ))}
            </datalist>
            <FormField label={FIELD_LABELS.accountUsername} error={errors.accountUsername?.message}>
              <Input size="sm" autoComplete="off" {...register('accountUsername')} />
            </FormField>
            <FormField
              label={FIELD_LABELS.msisdn}
              error={errors.msisdn?.message}
              hint={msisdnHint && <FieldWarning>{msisdnHint}</FieldWarning>}
            >
              <Input size="sm" inputMode="tel" autoComplete="off" {...register('msisdn')} />
            </FormField>
            <FormField
              label={FIELD_LABELS.simSerialNumber}
              error={errors.simSerialNumber?.message}
              hint={simSerialHint && <FieldWarning>{simSerialHint}</FieldWarning>}
            >
              <Input size="sm" inputMode="numeric" autoComplete="off" {...register('simSerialNumber')} />
            </FormField>
            <SimpleGrid columns={2} gap="3">
              <MoneyAmount
                control={control}
                name="pricePerMonth"
                label={FIELD_LABELS.pricePerMonth}
                isRequired={false}
              />
              <FormField label={FIELD_LABELS.status} error={errors.status?.message}>
                <NativeSelect.Root size="sm">
                  <NativeSelect.Field
                    {...status}
                    onChange={(event) => {
                      follow(serviceStatusOf(event.target.value));
                      void status.onChange(event);
                    }}
                  >
                    {SERVICE_STATUSES.map((status) => (
                      <option key={status} value={status}>
                        {SERVICE_STATUS_LABELS[status]}
                      </option>
                    ))}
                  </NativeSelect.Field>
                  <NativeSelect.Indicator />
                </NativeSelect.Root>
              </FormField>
            </SimpleGrid>
          </SimpleGrid>
          <ServiceDaysFields
            control={control}
            setValue={setValue}
            service={service}
            isConsumer={isConsumer}
            {...days}
          />
        </Card.Body>
        <Card.Footer asChild>
          <HStack justify="flex-end">
            <Button size="sm" variant="outline" onClick={cancel}>
              Cancel
            </Button>
            <BusyButton size="sm" type="submit" isBusy={isSaving}>
              {service ? 'Save service' : 'Add Service'}
            </BusyButton>
          </HStack>
        </Card.Footer>
      </chakra.form>
      {guard}
    </Card.Root>
  );
};
