import { desktopApp, readProgram } from '@parley/rules/sessions';
import { f } from './texts.ts';

/**
 * Returns the display name of a client program. Sessions have the browser and its system. Requests of this web client carry the name
 * `ParleyWeb`.
 */
export function clientName(name: string): string {
  const program = readProgram(name);
  if (!program) return name === 'ParleyWeb' ? f('webClient') : name || f('unknownClient');
  const shown = program.name === desktopApp ? f('desktopApp') : program.name;
  return program.system === undefined ? shown : f('programOn', { program: shown, system: program.system });
}
