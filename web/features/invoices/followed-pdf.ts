import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { pdfProgressQuery } from './queries.ts';
import type { PdfArea, PdfDocument } from './shown-pdfs.ts';

interface FollowedPdf extends PdfDocument {
  /** The time at which following began, in ms. */
  since: number;
  /** True if it is made because its invoice was voided; then nothing announces a new one. */
  isVoided?: boolean;
}

interface Following {
  followed: FollowedPdf | undefined;
  /** True while the progress is open as a dialog. */
  isShown: boolean;
}

const NOTHING: Following = { followed: undefined, isShown: false };

/** Nothing is requested: the cache shares it between the tab and the dialogs over it. */
const followingQuery = (area: PdfArea, userId: number) =>
  queryOptions({
    queryKey: ['followed-pdf', area, userId],
    queryFn: () => NOTHING,
    initialData: NOTHING,
    enabled: false,
  });

/** The PDF whose progress the tab of an account shows, and what changes it: the tab and the dialogs over it. */
export const useFollowing = (area: PdfArea, userId: number) => {
  const queryClient = useQueryClient();
  const { data } = useQuery(followingQuery(area, userId));

  const changes = useMemo(() => {
    const { queryKey } = followingQuery(area, userId);
    const change = (changed: Partial<Following>) =>
      void queryClient.setQueryData(queryKey, (shown = NOTHING) => ({ ...shown, ...changed }));
    const follow = (pdf: PdfDocument) => change({ followed: { ...pdf, since: Date.now() } });

    return {
      show: () => change({ isShown: true }),
      close: () => change({ isShown: false }),
      follow,
      /** Ends following, at the end of the tab or before the next document is known. */
      forget: () => change({ followed: undefined }),
      /** The progress of its first PDF is forgotten, because the job has begun again. */
      followVoided: (pdf: PdfDocument) => {
        void queryClient.resetQueries(pdfProgressQuery(area, pdf.id, 0));
        change({ followed: { ...pdf, since: Date.now(), isVoided: true } });
      },
    };
  }, [queryClient, area, userId]);

  return { ...data, ...changes };
};

/** For a dialog that orders a document: follows its PDF, whose progress the tab shows once this dialog is gone. */
export const useFollowAfterwards = (area: PdfArea, userId: number) => {
  const { follow, show } = useFollowing(area, userId);
  const isOrdered = useRef(false);
  useEffect(
    () => () => {
      if (isOrdered.current) {
        show();
      }
    },
    [show],
  );

  return (pdf: PdfDocument) => {
    isOrdered.current = true;
    follow(pdf);
  };
};
