/** A screen as the build renders it ahead, in parts of its HTML file. */
export interface RenderedPage {
  title: string;
  html: string;
  styles: string;
  /** The role that sees the page, and what it reads first; a page for everyone reads nothing. */
  role: string | undefined;
  reads: readonly string[];
}
