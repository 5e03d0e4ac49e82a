/**
 * Loads the page anew if the portal can be reached, and tells whether it can: without a network, the browser would put
 * a page of its own in the place of this one.
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
