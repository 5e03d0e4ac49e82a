export const AGENT_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; overflow-wrap: anywhere; }
h1 { font-size: 1.25rem; margin: 0.5rem 0; }
h2 { font-size: 1rem; margin: 1.5rem 0 0.5rem; }
nav { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 0.5rem 0 1rem; }
ol, ul { list-style: none; margin: 0; padding: 0; }
li, form, .box { border: 1px solid #8886; border-radius: 0.5rem; padding: 0.75rem; margin: 0 0 0.75rem; }
.box { margin-top: 0.75rem; }
.note { border-style: dashed; }
.agent { border-left: 0.25rem solid #2b6cb0; }
.client { border-left: 0.25rem solid #b7791f; }
a[aria-current] { font-weight: bold; }
.meta { font-size: 0.875rem; opacity: 0.8; margin: 0; }
.text { white-space: pre-wrap; margin: 0.25rem 0; }
form { display: grid; gap: 0.75rem; }
label { display: grid; gap: 0.25rem; }
label.choice { display: flex; gap: 0.5rem; align-items: center; }
textarea, select, input[type='file'], button { font: inherit; width: 100%; box-sizing: border-box; padding: 0.5rem; }
button { width: auto; justify-self: start; padding: 0.5rem 1rem; }
`;
