/** Builds the HTML frame of mails. */
import { escapeHtml } from '@parley/core';

/** Style sheet of the HTML. `color-scheme` tells mail programs that it has its own colors for dark mode. */
const style = `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif;margin:0;padding:16px;background:#fff;color:#1d1d1f}
.page{max-width:640px;margin:0 auto;overflow-wrap:anywhere}
h2{font-size:17px;line-height:1.35;margin:0 0 16px}
.message h1,.message h2,.message h3,.message h4,.message h5,.message h6{font-size:15px;margin:0 0 8px}
a{color:#1a5fb4}
img,video{max-width:100%;height:auto}
img.emoji{height:20px;vertical-align:text-bottom}
pre{white-space:pre-wrap;background:#f4f4f6;margin:0 0 8px;padding:8px;border-radius:4px}
code{font-size:13px}
ul,ol{margin:0 0 8px;padding-left:28px}
hr{border:0;border-top:1px solid #d8d8dc;margin:8px 0}
table{border-collapse:collapse;margin:0 0 8px}
th,td{border:1px solid #d8d8dc;overflow-wrap:break-word;padding:3px 8px}
blockquote{margin:0 0 8px;padding-left:12px;border-left:3px solid #d8d8dc}
p{margin:0 0 8px}
.message{margin:0 0 16px}
.quiet{color:#6b6b70;font-size:12px}
.footer{border-top:1px solid #d8d8dc;margin-top:16px;padding-top:12px}
@media (prefers-color-scheme:dark){
body{background:#1c1c1e;color:#ececee}
a{color:#8ab8ff}
pre{background:#2c2c2f}
th,td,hr,blockquote,.footer{border-color:#48484c}
.quiet{color:#a5a5ab}
}`;

export const linkTo = (address: string, text: string): string =>
  `<a href="${escapeHtml(address)}">${escapeHtml(text)}</a>`;

/** The caller must have escaped the texts in the HTML. @param footer lines in small print */
export const mailPage = ({
  language,
  title,
  body,
  footer,
}: {
  language: string;
  title: string;
  body: string;
  footer: readonly string[];
}): string => `<!doctype html>
<html lang="${escapeHtml(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<style>${style}</style></head>
<body><div class="page">
<h2>${title}</h2>
${body}
<p class="quiet footer">
${footer.filter((line) => line !== '').join('<br>\n')}
</p>
</div></body>
</html>
`;
