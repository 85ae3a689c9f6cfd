import type { UploadConfig } from '../config.ts';
import { createClamdScanner } from './clamd-scanner.ts';
import { createCommandScanner } from './command-scanner.ts';
import type { Scanner } from './scanner.ts';

export function createScanner({ command, clamd }: UploadConfig['scanning']): Scanner | undefined {
  if (command.length > 0) return createCommandScanner(command);
  return clamd && createClamdScanner(clamd);
}
