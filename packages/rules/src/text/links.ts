/** Applied where an address is stored, and again where it becomes a link, because older releases stored more. */

/**
 * Matches the beginning of a template whose expansions all have the same scheme, http or https, and the same host: a host without
 * user information, and no variable before the path. Variables directly after the host must begin with `/`, `?` or `#` themselves.
 * Since they may be left out, what follows them must do so, too.
 */
const templateStart = /^https?:\/\/([^\s\p{Cc}/?#\\@{}]+)(?:\{[/?#][^{}]*\})*(?:$|[/?#])/iu;

/** Browsers remove some control characters from addresses, so that they could hide what comes next. */
const controlCharacter = /\p{Cc}/u;

/**
 * Returns whether a URL template (RFC 6570) can become nothing but a link to one site on the web, whatever its variables contain. A
 * template such as `javascript:{code}` would run code in the client's page, one such as `https://{host}/` could lead anywhere.
 */
export function isSafeLinkTemplate(template: string): boolean {
  const host = templateStart.exec(template)?.[1];
  return host !== undefined && URL.canParse(`http://${host}/`) && !controlCharacter.test(template);
}

export const isWebAddress = (address: string): boolean =>
  /^https?:\/\/[^\s/?#\\]/i.test(address) && !controlCharacter.test(address) && URL.canParse(address);

/** In everything that clients get. Administrators still see its entry and can change or remove it. */
export const inertLink = 'about:invalid';
