/** The colours are those of the portal's own theme. */
export const MAILBOX_STYLE = `
:root {
  color-scheme: light dark;
  font: 16px/1.5 system-ui, sans-serif;
  --canvas: light-dark(#f6f7fb, #0c101c);
  --panel: light-dark(#fff, #141a2b);
  --line: light-dark(#dfe2ec, #2a3147);
  --control: light-dark(#868ea5, #69728c);
  --text: light-dark(#141a2b, #eef0f7);
  --muted: light-dark(#50586f, #a9b1c6);
  --link: light-dark(#2739aa, #9db0f8);
  --chosen: light-dark(#eff2fe, #232d5c);
  --solid: light-dark(#2f48d3, #4966e6);
  --bad: light-dark(#c2202b, #ff9c9c);
  --good: light-dark(#12713a, #86e0a8);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--text); overflow-wrap: anywhere; }
header, main { max-width: 72rem; margin: 0 auto; padding: 0 1rem; }
header { display: flex; flex-wrap: wrap; gap: 0 1.5rem; align-items: center; padding-block: 0.75rem; }
header strong { font-size: 1.125rem; }
header nav { display: flex; gap: 0.25rem; }
header span { color: var(--muted); font-size: 0.875rem; margin-inline-start: auto; }
main { padding-block-end: 3rem; }
h1 { font-size: 1.375rem; line-height: 1.3; margin: 1rem 0 0.75rem; }
h2 { font-size: 1rem; margin: 0 0 0.5rem; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
nav a, .tabs a { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 0.75rem; border-radius: 0.5rem; text-decoration: none; }
nav a:hover, .tabs a:hover { background: var(--chosen); }
nav a[aria-current], .tabs a[aria-current] { background: var(--chosen); font-weight: 600; }
.panel { background: var(--panel); border: 1px solid var(--line); border-radius: 0.75rem; padding: 1rem; margin: 0 0 1rem; }
.panel.flush { padding: 0; overflow: hidden; }
::placeholder { color: var(--muted); opacity: 1; }
.search { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0 0 1rem; }
.search input { flex: 1 1 14rem; }
input, select, button { font: inherit; color: inherit; min-height: 2.75rem; padding: 0.375rem 0.75rem; border: 1px solid var(--control); border-radius: 0.5rem; background: var(--panel); max-width: 100%; }
button { cursor: pointer; font-weight: 500; }
button:hover { background: var(--chosen); }
button.primary { background: var(--solid); border-color: var(--solid); color: #fff; }
ol { list-style: none; margin: 0; padding: 0; }
.mails li + li { border-top: 1px solid var(--line); }
.mails a { display: grid; grid-template-columns: minmax(8rem, 15rem) minmax(0, 1fr) auto; gap: 0 1rem; padding: 0.625rem 1rem; color: inherit; text-decoration: none; }
.mails a:hover { background: var(--chosen); }
.mails a > * { min-width: 0; }
.mails .to { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.mails .subject { font-weight: 600; }
.mails .preview { display: block; font-weight: 400; color: var(--muted); font-size: 0.875rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.when { color: var(--muted); font-size: 0.875rem; text-align: end; white-space: nowrap; }
.when > * { display: block; }
.state { font-weight: 600; }
.bad { color: var(--bad); }
.good { color: var(--good); }
.muted { color: var(--muted); }
.small { font-size: 0.875rem; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.125rem 1rem; margin: 0; }
dt { color: var(--muted); }
dd { margin: 0; }
.row { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: end; }
.row label { display: grid; gap: 0.25rem; }
.row label, .row input, .row select { flex: 1 1 12rem; min-width: 0; width: 100%; }
.row button { flex: 0 0 auto; }
.planted { align-items: center; justify-content: space-between; }
.happened { margin-block-end: 1.25rem; }
.answers { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.tabs { display: flex; flex-wrap: wrap; gap: 0.25rem; padding: 0.25rem; border-bottom: 1px solid var(--line); }
.tabs .alone { margin-inline-start: auto; }
iframe { display: block; width: 100%; height: 75vh; min-height: 24rem; border: 0; background: Canvas; }
pre { margin: 0; padding: 1rem; white-space: pre-wrap; font: 0.9375rem/1.5 ui-monospace, monospace; }
.flush dl { padding: 1rem; font-size: 0.9375rem; }
.files { display: flex; flex-wrap: wrap; gap: 0.5rem; padding: 0; margin: 0.75rem 0 0; }
.files a { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0.25rem 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; }
@media (min-width: 60rem) {
  .mail { display: grid; grid-template-columns: minmax(0, 1fr) 18rem; gap: 1rem; align-items: start; }
  .answers button { flex: 1 1 100%; text-align: start; }
}
.happened li { padding: 0.125rem 0; }
.empty { padding: 2rem 1rem; text-align: center; color: var(--muted); }
#news { position: sticky; top: 0.5rem; text-align: center; }
#news a { display: inline-block; padding: 0.625rem 1rem; border-radius: 2rem; background: var(--solid); color: #fff; }
@media (max-width: 40rem) {
  .mails a { grid-template-columns: minmax(0, 1fr); }
  .when { display: flex; flex-wrap: wrap; gap: 0 0.75rem; }
  header span { margin-inline-start: 0; }
  .tabs a { padding: 0 0.5rem; }
  .row button, .search button, .answers button { flex: 1 1 auto; }
  .flush dl { grid-template-columns: 1fr; }
  .flush dd { margin-bottom: 0.375rem; }
}
`;
