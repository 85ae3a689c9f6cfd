/** Matches the name of the first product in a User-Agent: everything before the first slash, blank or parenthesis. */
const product = /^\s*([^/(\s]+)/;

const maxLength = 30;

/**
 * Returns the name of the calling program, cut to `maxLength`. The name is the parameter `client` when the client sent one,
 * otherwise the first product of the User-Agent, otherwise `Unspecified`.
 */
export function clientName(parameter: string | undefined, userAgent: string | undefined): string {
  const given = parameter?.replaceAll('\0', '').trim();
  const name = given || (userAgent && product.exec(userAgent)?.[1]) || 'Unspecified';
  return name.length <= maxLength ? name : name.slice(0, maxLength);
}
