/** What the build was made of, as it wrote it into the page. */
export const readCommit = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="commit"]')?.content ?? 'local';
