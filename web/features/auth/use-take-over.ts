import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * The build has rendered the form, and someone may have used it before the page's scripts came: `onTakeOver` is called
 * with the form as it then stands, and a submit that came too early (public/first-reads.js noted it) is made now.
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
