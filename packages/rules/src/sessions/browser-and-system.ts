/** A program with which a person signs in: a browser or the desktop app, and the system on which it runs. */
export type Program = { name: string; system?: string };

/** Name of the desktop app, which is a browser that shows only Parley. */
export const desktopApp = 'Parley desktop app';

/** The first match counts: most browsers also name those from which they descend. */
const programs: readonly (readonly [name: string, mark: RegExp])[] = [
  [desktopApp, /\bElectron\//],
  ['Edge', /\b(?:Edg|EdgA|EdgiOS)\//],
  ['Opera', /\b(?:OPR|OPT|OPX)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Yandex Browser', /\bYaBrowser\//],
  ['DuckDuckGo', /\b(?:DuckDuckGo|Ddg)\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/[^ ]+ (?:Mobile\/\w+ )?Safari\//],
];
const systems: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iPhone', /\(iPhone;/],
  ['iPad', /\(iPad;/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows NT\b/],
  ['macOS', /\bMacintosh;/],
  ['Linux', /\b(?:Linux|X11)\b/],
];

/** Maximum length of a User-Agent that is looked at. Longer ones are no browser's. */
const maxLength = 1_000;

/** Returns the browser and system of a request; undefined for other programs, which name themselves. */
export function programOf(userAgent: string | undefined): Program | undefined {
  if (!userAgent?.startsWith('Mozilla/') || userAgent.length > maxLength) return undefined;
  const named = (all: typeof programs) => all.find(([, mark]) => mark.test(userAgent))?.[0];
  const name = named(programs);
  if (name === undefined) return undefined;
  const system = named(systems);
  return { name, ...(system !== undefined && { system }) };
}

export const programText = ({ name, system }: Program): string =>
  system === undefined ? name : `${name} on ${system}`;

/** Parses the stored form of a program; undefined for the names of other clients. */
export function readProgram(text: string): Program | undefined {
  const [name = '', system, ...more] = text.split(' on ');
  const isKnown = (all: typeof programs, wanted: string) => all.some(([each]) => each === wanted);
  if (more.length > 0 || !isKnown(programs, name)) return undefined;
  if (system === undefined) return { name };
  return isKnown(systems, system) ? { name, system } : undefined;
}
