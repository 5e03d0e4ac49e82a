import { type ComponentType, use } from 'react';

/** Time for the network to come back, in ms. */
const PAUSE_MS = 1000;

/** Requests a file again if it fails to load. Some browsers cache failed modules and fail again without a request. */
const askTwice = <Module,>(importPart: () => Promise<Module>): Promise<Module> =>
  importPart().catch(async () => {
    await new Promise((done) => setTimeout(done, PAUSE_MS));

    return importPart();
  });

/**
 * Returns a component whose code is loaded when it is rendered, or earlier by `preload`; then it appears at once. React
 * waits for the code; if that does not arrive, the component throws until `preload` has requested it again.
 */
export const lazyCode = <Name extends string, Props extends object>(
  importPart: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => {
  let Part: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  let hasFailed = false;

  const preload = (): Promise<void> => {
    if (loading && !hasFailed) {
      return loading;
    }

    hasFailed = false;
    const started = askTwice(importPart).then((module) => {
      Part = module[name];
      // With this mark, React renders at once and does not suspend even for a tick.
      Object.assign(started, { status: 'fulfilled' });
    });
    // The error is thrown where the component is shown.
    started.catch(() => {
      hasFailed = true;
    });
    loading = started;

    return started;
  };

  const LazyCode = (props: Props) => {
    use(loading ?? preload());

    return Part && <Part {...props} />;
  };

  return Object.assign(LazyCode, { preload, isLoaded: () => Part !== undefined });
};
