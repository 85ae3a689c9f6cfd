/** Renders small HTML pages without scripts, and forms that post to the address of their own page. */
import { escapeHtml } from '@parley/core';
import type { Language } from '@parley/texts';
import type { PageContent } from './page-content.ts';

const style = `
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 15vh auto; max-width: 34rem; padding: 0 1rem; }
code { background: #8882; border-radius: 4px; padding: .1em .3em; }
label { display: block; margin: 1rem 0; }
input { box-sizing: border-box; display: block; font: inherit; padding: .5rem; width: 100%; }
button { font: inherit; padding: .5rem 1.5rem; }
.wide { margin: 2rem auto; max-width: 56rem; overflow-wrap: anywhere; }
.wide ul { list-style: none; padding: 0; }
.wide li { border-top: 1px solid #8884; padding: .5rem 0; }
.wide pre { white-space: pre-wrap; }
iframe { border: 1px solid #8888; height: 75vh; width: 100%; }
.problem { border-left: 4px solid #c33; padding-left: 1rem; }
`;

export type PageText = {
  readonly title: string;
  readonly content: string;
  readonly language: Language;
  /** Whether the page needs a wide column, because it shows more than a few lines. */
  readonly isWide?: boolean;
};

export function htmlPage(
  { title, content, language, isWide = false }: PageText,
  rest: Pick<PageContent, 'status' | 'headers'> = {},
): PageContent {
  return {
    ...rest,
    contentType: 'text/html; charset=utf-8',
    headers: {
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      // The addresses of these pages contain secrets, which other sites must not receive. `no-referrer` is too strict: forms
      // would then send `Origin: null`, and the server would refuse them as requests of another site.
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'content-language': language,
      vary: 'accept-language',
      ...rest.headers,
    },
    body: `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body${isWide ? ' class="wide"' : ''}>
<h1>${escapeHtml(title)}</h1>
${content}
</body>
</html>
`,
  };
}

export const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

export type Field = {
  name: string;
  label: string;
  type: 'text' | 'email' | 'password';
  autocomplete: string;
  value?: string;
  /** Whether the field is shown but cannot be edited. */
  isFixed?: boolean;
};

/** Returns a form that posts to its own address. `problem` says why the last submission was refused. */
export function form(fields: readonly Field[], button: string, problem?: string): string {
  const inputs = fields.map(({ name, label, type, autocomplete, value = '', isFixed }) => {
    const shown = value === '' ? '' : ` value="${escapeHtml(value)}"`;
    const rest = isFixed ? ' readonly' : ' required';
    return `<label>${escapeHtml(label)}<input name="${name}" type="${type}" autocomplete="${autocomplete}"${shown}${rest}></label>`;
  });
  const alert = problem === undefined ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>\n`;
  return `${alert}<form method="post">\n${inputs.join('\n')}\n<button type="submit">${escapeHtml(button)}</button>\n</form>`;
}
