/** The commit that the portal was built from, as the build wrote it into the page. */
export const readCommit = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="commit"]')?.content ?? 'local';
