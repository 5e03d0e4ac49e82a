import { vi } from 'vitest';

declare global {
  var environmentOfWorker: NodeJS.ProcessEnv | undefined;
}

// The test files of a worker share only its packages, which take a second to load. Our own modules are loaded again,
// because a portal's handlers read their settings once, as they are loaded.
vi.resetModules();
globalThis.environmentOfWorker ??= { ...process.env };
for (const name of Object.keys(process.env)) {
  delete process.env[name];
}
Object.assign(process.env, globalThis.environmentOfWorker);
