import { vi } from 'vitest';

declare global {
  var environmentOfWorker: NodeJS.ProcessEnv | undefined;
}

// The files of a worker share its packages, which take a second to load, and nothing else: a portal's handlers read
// their settings once, as they are loaded.
vi.resetModules();
globalThis.environmentOfWorker ??= { ...process.env };
for (const name of Object.keys(process.env)) {
  delete process.env[name];
}
Object.assign(process.env, globalThis.environmentOfWorker);
