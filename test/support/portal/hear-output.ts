/** Captures the output of this process. Log lines of functions and tasks are not printed. */
export const hearOutput = (hear: (text: string) => void): (() => void) => {
  const restore = [process.stdout, process.stderr].map((stream) => {
    const write = stream.write.bind(stream);
    stream.write = (chunk: string | Uint8Array, ...rest: never[]) => {
      const text = String(chunk);
      hear(text);

      return text.startsWith('{"level":') || write(chunk, ...rest);
    };

    return () => {
      stream.write = write;
    };
  });

  return () => {
    for (const undo of restore) {
      undo();
    }
  };
};
