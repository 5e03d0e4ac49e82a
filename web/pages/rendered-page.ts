/** A screen that the build has rendered, in the parts of its HTML file. */
export interface RenderedPage {
  title: string;
  html: string;
  styles: string;
  /** The role that sees the page. A page for everyone has none, and no `reads`: the addresses it requests first. */
  role: string | undefined;
  reads: readonly string[];
}
