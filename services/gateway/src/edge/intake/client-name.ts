import { programOf, programText } from '@parley/rules';

/** Matches the name of the first product in a User-Agent: everything before the first slash, blank or parenthesis. */
const product = /^\s*([^/(\s]+)/;

const maxLength = 30;

/** Parameter `client`, otherwise the first product of the User-Agent, otherwise `Unspecified`. */
export function clientName(parameter: string | undefined, userAgent: string | undefined): string {
  const given = parameter?.replaceAll('\0', '').trim();
  const name = given || (userAgent && product.exec(userAgent)?.[1]) || 'Unspecified';
  return name.length <= maxLength ? name : name.slice(0, maxLength);
}

/** Maximum number of User-Agents whose programs are kept. */
const maxKnown = 1_000;
const known = new Map<string, string | undefined>();

/** Returns the browser and system of a request, such as `Firefox on Windows`; undefined for other programs. */
export function programNameOf(userAgent: string | undefined): string | undefined {
  if (userAgent === undefined) return undefined;
  if (known.has(userAgent)) return known.get(userAgent);
  const program = programOf(userAgent);
  const text = program && programText(program);
  if (known.size >= maxKnown) known.clear();
  known.set(userAgent, text);
  return text;
}
