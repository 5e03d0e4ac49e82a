/** Agents' answers as mail programs write them, and the parts that must be kept when they are shown. */
export const AGENT_MAILS: Record<string, { html: string; keeps: readonly string[] }> = {
  Outlook: {
    html: `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><meta name="Generator" content="Microsoft Word 15 (filtered medium)">
<!--[if !mso]><style>v\\:* {behavior:url(#default#VML);}</style><![endif]--><title>RE: line speed</title>
<style><!-- @font-face {font-family:"Cambria Math"; panose-1:2 4 5 3 5 4 6 3 2 4;} p.MsoNormal {margin:0cm; font-size:11.0pt;} --></style></head>
<body lang="EN-ZA" link="#0563C1" vlink="#954F72" style="word-wrap:break-word"><div class="WordSection1">
<p class="MsoNormal"><span style="mso-fareast-language:EN-US">Good morning Naledi,<o:p></o:p></span></p>
<p class="MsoNormal"><span style="mso-fareast-language:EN-US"><o:p>&nbsp;</o:p></span></p>
<p class="MsoNormal"><span lang="EN-ZA">We measured the line on <b>Tuesday evening</b>. The results:<o:p></o:p></span></p>
<p class="MsoNormal"><o:p>&nbsp;</o:p></p>
<table class="MsoTableGrid" border="1" cellspacing="0" cellpadding="0" style="border-collapse:collapse;border:none">
<tbody><tr><td width="151" valign="top" style="width:113pt"><p class="MsoNormal"><b>Time<o:p></o:p></b></p></td><td><p class="MsoNormal"><b>Down<o:p></o:p></b></p></td><td><p class="MsoNormal"><b>Up<o:p></o:p></b></p></td><td><p class="MsoNormal"><b>Loss<o:p></o:p></b></p></td></tr>
<tr><td><p class="MsoNormal">18:00<o:p></o:p></p></td><td><p class="MsoNormal">24.8 Mbps<o:p></o:p></p></td><td><p class="MsoNormal">9.7 Mbps<o:p></o:p></p></td><td><p class="MsoNormal">0 %<o:p></o:p></p></td></tr>
<tr><td><p class="MsoNormal">20:30<o:p></o:p></p></td><td><p class="MsoNormal">4.1 Mbps<o:p></o:p></p></td><td><p class="MsoNormal">2.9 Mbps<o:p></o:p></p></td><td><p class="MsoNormal">3 %<o:p></o:p></p></td></tr></tbody></table>
<p class="MsoNormal"><o:p>&nbsp;</o:p></p>
<p class="MsoNormal">What we ask you to do:<o:p></o:p></p>
<ol style="margin-top:0cm" start="1" type="1"><li class="MsoListParagraph" style="margin-left:0cm;mso-list:l0 level1 lfo1">Connect a computer by cable.<o:p></o:p></li>
<li class="MsoListParagraph">Open <a href="https://speed.owconnect.example/?from=ticket&amp;id=4711"><span style="color:#0563C1">https://speed.owconnect.example</span></a> at about 20:30.<o:p></o:p></li>
<li class="MsoListParagraph">Send us a picture of the router’s lights, like this one:<o:p></o:p></li></ol>
<p class="MsoNormal"><img width="604" height="340" src="https://attachments.example/inline/77" class="inline-image" data-id="77" alt="Lights of the router"><o:p></o:p></p>
<p class="MsoNormal"><o:p>&nbsp;</o:p></p>
<p class="MsoNormal">Kind regards<o:p></o:p></p><p class="MsoNormal"><b><span style="font-size:10.0pt;color:#1F3864">Thabo Dlamini</span></b><o:p></o:p></p>
<p class="MsoNormal">Network Operations · <a href="tel:+27215550100">021 555 0100</a><o:p></o:p></p>
<p class="MsoNormal"><img border="0" width="120" src="cid:image001.png@01DA" alt="OW Connect"><o:p></o:p></p>
</div></body></html>`,
    keeps: [
      'Good morning Naledi,',
      '<b>Tuesday evening</b>',
      '<td><p>24.8 Mbps</p></td>',
      '<ol start="1"><li>Connect a computer by cable.</li>',
      '<a href="https://speed.owconnect.example/?from=ticket&amp;id=4711"',
      '/attachments/77"',
      '>Lights of the router</a>',
      '<b>Thabo Dlamini</b>',
      'href="tel:+27215550100"',
    ],
  },
  Gmail: {
    html: `<div dir="ltr"><div>Hi Naledi,</div><div><br></div><div>Your mailbox was full, so mail came back to its senders. I have raised it to <b>10 GB</b> &amp; emptied the <i>Spam</i> folder.</div><div><br></div><div><br></div><div>To see what takes the room:</div><div><ul><li style="margin-left:15px">open <a href="https://webmail.owconnect.example" target="_blank">webmail</a>,</li><li>sort by <code>Size</code>,</li><li>delete what is large:<ul><li>videos</li><li>old newsletters</li></ul></li></ul></div><div><span style="background-color:rgb(255,255,255)">Write to <a href="mailto:hosting@owconnect.example">hosting@owconnect.example</a> if it happens again.</span></div><div><br clear="all"></div><div><div dir="ltr" class="gmail_signature"><div dir="ltr"><b>Lerato Khumalo</b><br><font color="#888888">Hosting Support</font></div></div></div></div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Fri, 20 Nov 2026 at 09:14, Naledi Mokoena &lt;<a href="mailto:naledi@example.co.za">naledi@example.co.za</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><div>Mail to me bounces with<br><br><pre style="white-space:pre-wrap">550 5.2.2 &lt;naledi@mokoena-design-studio-with-a-long-name.example&gt;: mailbox full; message-id=CAB7x0Zk1pQ9wR-very-long-without-a-blank-in-it-0123456789</pre></div></blockquote></div>`,
    keeps: [
      '<b>10 GB</b> &amp; emptied the <i>Spam</i> folder',
      '<code>Size</code>',
      '<ul><li>videos</li><li>old newsletters</li></ul>',
      'href="mailto:hosting@owconnect.example"',
      '<b>Lerato Khumalo</b><br />Hosting Support',
      '<blockquote><div>On Fri, 20 Nov 2026',
      '<pre>550 5.2.2 &lt;naledi@',
    ],
  },
  'the helpdesk’s editor': {
    html: `<div style="font-size: 13px; font-family: Helvetica Neue, Helvetica, Arial, sans-serif"><p dir="ltr">Hi Naledi Mokoena,</p><p dir="ltr"><br></p><h3 dir="ltr">Your new settings</h3><p dir="ltr">Please change these in the router and restart it; <strong>the old ones end on Friday</strong>:</p><div class="fr-table-wrapper"><table style="width: 100%" class="fr-table"><thead><tr><th>Setting</th><th>Value</th></tr></thead><tbody><tr><td>Access point</td><td><code>owbroadband.internet.example</code></td></tr><tr><td>Authentication</td><td>CHAP</td></tr><tr><td colspan="2">All others stay as they are.</td></tr></tbody></table></div><p dir="ltr">Details stand <a href="https://help.owconnect.example/a/solutions/articles/8000012345" rel="noopener noreferrer">in this article</a>. The file of the settings is attached.</p><hr><p dir="ltr">Regards,<br>Pieter van Wyk</p><p dir="ltr"><br></p><div class="freshdesk_quote"><blockquote class="freshdesk_quote">On Fri, 20 Nov at 9:14 AM , Naledi Mokoena &lt;naledi@example.co.za&gt; wrote:<div dir="ltr">The router shows a red light since Sunday.</div></blockquote></div></div>`,
    keeps: [
      '<div><strong>Your new settings</strong></div>',
      '<strong>the old ones end on Friday</strong>',
      '<th>Setting</th><th>Value</th>',
      '<code>owbroadband.internet.example</code>',
      '<td colspan="2">All others stay as they are.</td>',
      '<hr />',
      'Regards,<br />Pieter van Wyk',
      '<blockquote><div>On Fri, 20 Nov at 9:14 AM',
    ],
  },
};
