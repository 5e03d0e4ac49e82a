/**
 * The portal's colours (web/theme-brand.ts). Mail clients often ignore style elements, so each part has the light ones
 * inline; a dark client that reads style elements gets the dark ones by class.
 */
const LIGHT = {
  canvas: '#f6f7fb',
  panel: '#ffffff',
  border: '#dfe2ec',
  text: '#141a2b',
  quiet: '#50586f',
  link: '#2739aa',
  solid: '#2f48d3',
  sun: '#ffb84d',
};

const FONT = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

const text = (size: string, color: string) =>
  `margin: 0 0 16px; font-family: ${FONT}; font-size: ${size}; line-height: 1.5; color: ${color};`;

/** The inline styles. */
export const STYLES = {
  body: `margin: 0; padding: 0; background-color: ${LIGHT.canvas}; -webkit-text-size-adjust: 100%;`,
  preheader:
    'display: none; max-height: 0; max-width: 0; overflow: hidden; opacity: 0; font-size: 1px; line-height: 1px;',
  canvas: `width: 100%; background-color: ${LIGHT.canvas};`,
  column: 'width: 100%; max-width: 600px;',
  name: `padding: 0 4px 16px; font-family: ${FONT}; font-size: 18px; line-height: 1.3; font-weight: 700; letter-spacing: -0.02em; color: ${LIGHT.link};`,
  rule: `height: 4px; line-height: 4px; font-size: 0; background-color: ${LIGHT.solid}; border-radius: 12px 12px 0 0;`,
  panel: `padding: 28px 24px 12px; background-color: ${LIGHT.panel}; border: 1px solid ${LIGHT.border}; border-top: 0; border-radius: 0 0 12px 12px;`,
  title: `margin: 0 0 16px; font-family: ${FONT}; font-size: 24px; line-height: 1.25; font-weight: 700; letter-spacing: -0.02em; color: ${LIGHT.text}; overflow-wrap: anywhere;`,
  paragraph: `${text('16px', LIGHT.text)} overflow-wrap: anywhere;`,
  note: `${text('14px', LIGHT.quiet)} overflow-wrap: anywhere;`,
  facts: `width: 100%; margin: 0 0 20px; border-collapse: collapse; border-top: 1px solid ${LIGHT.border};`,
  label: `width: 34%; padding: 10px 12px 10px 0; border-bottom: 1px solid ${LIGHT.border}; text-align: left; vertical-align: top; font-family: ${FONT}; font-size: 14px; line-height: 1.5; font-weight: 400; color: ${LIGHT.quiet};`,
  value: `padding: 10px 0; border-bottom: 1px solid ${LIGHT.border}; text-align: left; vertical-align: top; font-family: ${FONT}; font-size: 15px; line-height: 1.4; font-weight: 600; color: ${LIGHT.text}; overflow-wrap: anywhere; word-break: break-word;`,
  button: `margin: 8px 0 20px;`,
  solid: `background-color: ${LIGHT.solid}; border-radius: 8px;`,
  buttonLink: `display: inline-block; padding: 13px 24px; font-family: ${FONT}; font-size: 16px; line-height: 1.25; font-weight: 600; color: #ffffff; text-decoration: none; text-align: center; border-radius: 8px;`,
  address: `${text('14px', LIGHT.quiet)}`,
  link: `color: ${LIGHT.link}; text-decoration: underline; overflow-wrap: anywhere; word-break: break-all;`,
  footer: `padding: 20px 4px 0; font-family: ${FONT}; font-size: 13px; line-height: 1.5; color: ${LIGHT.quiet};`,
} as const;

/** The style element: the dark colours, and less space on a phone. */
export const STYLE_ELEMENT = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .frame { padding: 20px 12px !important; }
  .panel { padding: 24px 18px 8px !important; }
  .title { font-size: 22px !important; }
}
@media (prefers-color-scheme: dark) {
  .canvas { background-color: #0c101c !important; }
  .panel { background-color: #141a2b !important; border-color: #2a3147 !important; }
  .rule, .solid { background-color: #4966e6 !important; }
  .text { color: #eef0f7 !important; }
  .quiet { color: #a9b1c6 !important; }
  .link { color: #9db0f8 !important; }
  .line { border-color: #2a3147 !important; }
}`;
