/** The steps to set up a tool, which the catalogue has as Markdown with few forms. */

export type SetupPart =
  | { readonly kind: 'text' | 'strong' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

export type SetupValues = { readonly url: string; readonly secret: string };

const forms = /\*\*([^*]+)\*\*|`([^`]+)`|\[([^\]]+)\]\((https?:\/\/[^)\s]+)\)/g;

/** Splits a step into its parts and fills in the placeholders. Everything that is not a known form is plain text. */
export function setupParts(step: string, { url, secret }: SetupValues): SetupPart[] {
  const filled = (text: string) => text.replaceAll('{url}', () => url).replaceAll('{secret}', () => secret);
  const parts: SetupPart[] = [];
  let end = 0;
  for (const match of step.matchAll(forms)) {
    const [whole, strong, code, label = '', href = ''] = match;
    if (match.index > end) parts.push({ kind: 'text', text: filled(step.slice(end, match.index)) });
    if (strong !== undefined) parts.push({ kind: 'strong', text: filled(strong) });
    else if (code !== undefined) parts.push({ kind: 'code', text: filled(code) });
    else parts.push({ kind: 'link', text: label, href });
    end = match.index + whole.length;
  }
  if (end < step.length) parts.push({ kind: 'text', text: filled(step.slice(end)) });
  return parts;
}
