import { type ComponentType, use } from 'react';

/** A moment for the network to come back. */
const PAUSE_MS = 1000;

/** Asks for a file a second time if it does not come; a browser that keeps failed modules answers that from memory. */
const askTwice = <Module,>(importPart: () => Promise<Module>): Promise<Module> =>
  importPart().catch(async () => {
    await new Promise((done) => setTimeout(done, PAUSE_MS));

    return importPart();
  });

/**
 * A component whose code is loaded when it is rendered, or before by `preload`; then it shows at once. React waits for
 * the code, and if it does not come, the component throws until `preload` has asked for it again.
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
      // React reads from this mark that it need not wait, even for a moment.
      Object.assign(started, { status: 'fulfilled' });
    });
    // Whoever shows the component hears of the fault.
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
