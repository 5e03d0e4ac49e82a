import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Takes over a form that the build has rendered and that may have been used before the page's scripts loaded. It calls
 * `onTakeOver` with the current form, and repeats a submit that came too early (public/first-reads.js has marked it).
 */
export const useTakeOver = (
  form: RefObject<HTMLFormElement | null>,
  submit: () => unknown,
  onTakeOver?: (form: HTMLFormElement) => void,
): void => {
  const takeOver = useEffectEvent(() => {
    if (!form.current) {
      return;
    }

    onTakeOver?.(form.current);
    if (form.current.dataset.submitted) {
      void submit();
    }
  });

  useEffect(() => takeOver(), []);
};
