/** The last lines that services of this process logged: they tell why a test failed (vitest.setup.ts). */

const maxLines = 40;
const lines: string[] = [];

/** A destination for loggers of services, for what is worth reading after a failure: warnings, and the steps of a relay. */
export const warnings = {
  write(line: string): void {
    lines.push(line.trimEnd());
    if (lines.length > maxLines) lines.shift();
  },
};

/** Returns the kept lines, oldest first, and forgets them. */
export const takeWarnings = (): string[] => lines.splice(0);
