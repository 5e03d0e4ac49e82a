import { basename } from 'node:path';
import { build, type InlineConfig, type Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

/** Modules that begin a chunk: those that every visitor loads, and the first screens of one role each. */
interface Starts {
  open: readonly string[];
  guarded: readonly string[];
}

/** Only visitors need it, so that it is not worth its bytes elsewhere. */
const LARGE_BYTES = 5_000;

const FORMS = /node_modules\/(zod|react-hook-form|@hookform)\//;

/** Builds in memory, without groups: a chunk then has the modules that the same screens and parts need. */
const buildChunks = async (config: InlineConfig): Promise<Chunk[]> => {
  const built = await build({ ...config, configFile: false, logLevel: 'silent' });
  if (!('output' in built)) {
    throw new Error('Vite answered more than one bundle');
  }

  return built.output.filter((file) => file.type === 'chunk');
};

/** Returns a chunk and everything that it imports statically. */
const withImports = (chunks: readonly Chunk[], start: Chunk | undefined): Set<Chunk> => {
  if (!start) {
    throw new Error('The build misses the entry or a first screen');
  }

  const found = new Set([start]);
  for (const { imports } of found) {
    for (const chunk of chunks.filter(({ fileName }) => imports.includes(fileName))) {
      found.add(chunk);
    }
  }

  return found;
};

/**
 * Returns the name of the file for a module, so that a first screen is in few files, none of which is small: `vendor`
 * and `start` for the entry, `parts` for what visitors need, `forms` for what they need of it for a form, `signed-in`
 * for what all other screens share, and a file for the rest of each. Null for the module that begins a screen, and for
 * those that no first screen imports.
 *
 * A file imports only from those named before it, because each of a module's imports is needed wherever it is.
 */
export const nameChunks = async (
  config: InlineConfig,
  { open, guarded }: Starts,
): Promise<(moduleId: string) => string | null> => {
  const chunks = await buildChunks(config);
  const begin = (path: string) => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(path));
  const start = withImports(
    chunks,
    chunks.find(({ isEntry }) => isEntry),
  );
  const begins = [...open, ...guarded].map(begin);
  const ofOpen = open.map((path) => withImports(chunks, begin(path)));
  const ofGuarded = guarded.map((path) => ({
    name: basename(path, '.tsx'),
    needed: withImports(chunks, begin(path)),
  }));

  const needsForms = (chunk: Chunk): boolean =>
    [...withImports(chunks, chunk)].some(({ moduleIds }) => moduleIds.some((id) => FORMS.test(id)));

  const nameOf = (chunk: Chunk): string | null => {
    if (begins.includes(chunk)) {
      return null;
    }
    const [only, ...others] = ofGuarded.filter(({ needed }) => needed.has(chunk));
    if (ofOpen.some((needed) => needed.has(chunk))) {
      return only ? 'parts' : nameOfOpen(chunk);
    }

    return others.length > 0 ? 'signed-in' : only ? `${only.name}-parts` : null;
  };
  // A part that loads later without a form must not wait for the forms.
  const isForFormsAlone = (chunk: Chunk): boolean =>
    chunks.every((other) => other === chunk || !withImports(chunks, other).has(chunk) || needsForms(other));
  const nameOfOpen = (chunk: Chunk): string | null => {
    if (needsForms(chunk)) {
      return 'forms';
    }
    if (chunk.code.length > LARGE_BYTES) {
      return null;
    }

    return isForFormsAlone(chunk) ? 'forms' : 'parts';
  };

  const names = new Map<string, string | null>();
  for (const chunk of chunks) {
    for (const id of chunk.moduleIds) {
      const isOurs = !id.includes('/node_modules/') && !id.startsWith('\0');
      names.set(id, start.has(chunk) ? (isOurs ? 'start' : 'vendor') : nameOf(chunk));
    }
  }

  return (moduleId) => names.get(moduleId) ?? null;
};
