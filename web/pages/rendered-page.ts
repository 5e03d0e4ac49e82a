/** A screen that the build has rendered, in the parts of its HTML file. */
export interface RenderedPage {
  title: string;
  html: string;
  styles: string;
  /** The role that sees the page; undefined for a page for everyone. */
  role: string | undefined;
  /** The addresses that the page requests first. */
  reads: readonly string[];
}
