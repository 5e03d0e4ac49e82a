import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, use } from 'react';

/**
 * A part of a screen whose code is loaded when it is shown, or before by `preload`; then it shows at once. The router's
 * own is made for a route's component, whose code is there before React renders it: within a screen it asks React to
 * wait in the first render only, of which React warns. It still loads the page anew where a deployment has taken the
 * file away.
 */
export const lazyPart = <Name extends string, Props extends object>(
  importPart: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => {
  const Part: AsyncRouteComponent<Props> = lazyRouteComponent(async () => {
    const { [name]: part } = await importPart();

    return { default: part };
  });
  let loading: Promise<void> | undefined;

  const preload = () => {
    // There is nothing to load any more once it is there; after a failure there is again.
    const started = Part.preload?.();
    // React reads from this mark that it need not wait, even for a moment.
    started?.then(() => Object.assign(started, { status: 'fulfilled' }));
    loading = started ?? loading;

    return loading ?? Promise.resolve();
  };

  const LazyPart = (props: Props) => {
    use(loading ?? preload());

    return <Part {...props} />;
  };

  return Object.assign(LazyPart, { preload });
};
