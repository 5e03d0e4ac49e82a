import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { summaryKeyOf } from '../../../lib/client-key.ts';

export const userSummaryQuery = (userId: number) =>
  queryOptions({
    queryKey: summaryKeyOf(userId),
    queryFn: ({ signal }) => api.users.summary({ params: { User_Id: userId }, signal }),
  });
