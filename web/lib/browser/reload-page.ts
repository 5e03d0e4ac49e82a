/**
 * Reloads the page if the portal can be reached, and returns true if it can. Without a network, a reload would replace
 * this page with the browser's own error page.
 */
export const reloadPage = async (): Promise<boolean> => {
  try {
    await fetch('/favicon.svg', { cache: 'no-store' });
  } catch {
    return false;
  }
  location.reload();

  return true;
};
