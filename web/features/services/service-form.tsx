import { Button, Card, chakra, HStack, Input, NativeSelect, SimpleGrid } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId } from 'react';
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
import { useAddService, useUpdateService } from './mutations.ts';
import { serviceListQuery } from './queries.ts';
import { serviceDraft } from './service-draft.ts';
import { serviceForm, serviceFormValues } from './service-fields.ts';
import { SERVICE_STATUS_LABELS, serviceStatusOf } from './service-status.ts';

interface ServiceFormProps {
  userId: number;
  /** The service to edit; without one the form adds a service. */
  service: Service | undefined;
  /** True for the addresses at which the form stays on the screen. */
  isShownAt: (search: Search) => boolean;
  /** Told of whether something typed would be lost. */
  onDirtyChange: (isDirty: boolean) => void;
  /** Called once a service that was not inactive is saved as inactive. */
  onEnded: (service: Service) => void;
  onClose: () => void;
}

/**
 * Includes the category of the service itself: an imported one may be unknown, and an edit must not change it silently.
 */
const categoriesFor = (service: Service | undefined): readonly string[] => [
  ...new Set([...SERVICE_CATEGORIES, ...(service ? [service.serviceCategory] : [])]),
];

const useServiceForm = ({
  userId,
  service,
  isShownAt,
  onEnded,
  onClose,
}: Omit<ServiceFormProps, 'onDirtyChange'>) => {
  const { form, keyed } = useMoneyForm(
    serviceForm,
    serviceFormValues(service),
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
      if (service && serviceStatusOf(service.status) !== 'inactive' && saved.status === 'inactive') {
        onEnded(saved);
      }
    },
    onError: (error: Error) => showFieldErrors(form, error),
  };
  const save = form.handleSubmit((body) =>
    service ? update.mutate({ serviceId: service.id, body }, outcome) : add.mutate(keyed(body), outcome),
  );

  const cancel = () => leave(onClose);

  return { form, save, cancel, guard, isSaving: add.isPending || update.isPending };
};

/** Returns the types of the client's services, which another one often repeats. */
const useTypes = (userId: number): string[] => {
  const { data: services = [] } = useQuery(serviceListQuery(userId));

  return [...new Set(services.flatMap(({ accountType }) => accountType ?? []))];
};

/** Adds a service, or edits the given one. */
export const ServiceForm = (props: ServiceFormProps) => {
  const { service, onDirtyChange } = props;
  const { form, save, cancel, guard, isSaving } = useServiceForm(props);
  const { register, control, formState } = form;
  const { errors, isDirty } = formState;
  const element = useFocusOnError(control);
  const [msisdn, simSerialNumber] = useWatch({ control, name: ['msisdn', 'simSerialNumber'] });
  const tellDirty = useEffectEvent(onDirtyChange);
  useEffect(() => tellDirty(isDirty), [isDirty]);

  const typesId = useId();
  const types = useTypes(props.userId);

  const msisdnHint = msisdnWarning(msisdn ?? '');
  const simSerialHint = simSerialWarning(simSerialNumber ?? '');

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
                  <NativeSelect.Field {...register('status')}>
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
