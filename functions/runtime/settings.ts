import * as z from 'zod';

/** A required setting; an empty one counts as missing. */
export const requiredSetting = z.string().min(1);

/** Reads the environment at boot. A missing or malformed setting stops the function with one sentence that names it. */
export const readSettings = <Shape extends z.ZodRawShape>(shape: Shape): z.output<z.ZodObject<Shape>> => {
  // Compiling a parser pays off only from the second parse on, and settings are parsed once.
  const settings = z.object(shape).safeParse(process.env, { jitless: true });

  if (!settings.success) {
    const names = new Set(settings.error.issues.map((issue) => issue.path.join('.')));
    throw new Error(`These settings are missing or malformed: ${[...names].join(', ')}.`);
  }

  return settings.data;
};

/** Reads a setting whose name is composed at boot. */
export const readSetting = (name: string): string => {
  const { [name]: value = '' } = readSettings({ [name]: requiredSetting });

  return value;
};
