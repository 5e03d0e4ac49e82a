import { useMutation } from '@tanstack/react-query';
import type { RequestInput } from '#shared/contract/index.ts';
import { showError, toast } from '../../lib/browser/toast.ts';
import { api } from '../../lib/reads/api.ts';

type ServiceBody = RequestInput<'services.create'>['body'];

export const useAddService = (userId: number) =>
  useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: ServiceBody; idempotencyKey: string }) =>
      api.services.create({ params: { userId }, body: { ...body, userId }, idempotencyKey }),
    onSuccess: () => toast({ title: 'Service added successfully', tone: 'success' }),
    onError: showError('Error adding service'),
  });

export const useUpdateService = () =>
  useMutation({
    mutationFn: ({ serviceId, body }: { serviceId: number; body: ServiceBody }) =>
      api.services.update({ params: { id: serviceId }, body }),
    onSuccess: () => toast({ title: 'Service updated successfully', tone: 'success' }),
    onError: showError('Error updating service'),
  });

export const useDeleteService = () =>
  useMutation({
    mutationFn: (serviceId: number) => api.services.delete({ params: { id: serviceId } }),
    onSuccess: () => toast({ title: 'Service deleted successfully', tone: 'success' }),
    onError: showError('Error deleting service'),
  });
