const special = /[&<>"]/;
const specials = /[&<>"]/g;
const replacements: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for use in HTML elements and double-quoted attributes. */
export function escapeHtml(text: string): string {
  return special.test(text) ? text.replace(specials, (char) => replacements[char] ?? char) : text;
}
