const special = /[&<>"]/;
const specials = /[&<>"]/g;
const replacements: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for an element's content or a double-quoted attribute. */
export function escapeHtml(text: string): string {
  return special.test(text) ? text.replace(specials, (char) => replacements[char]!) : text;
}
