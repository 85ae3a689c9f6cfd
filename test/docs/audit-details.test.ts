import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import english from '../../packages/web/src/texts/en/audit.json' with { type: 'json' };

const root = join(import.meta.dirname, '..', '..');
const services = ['user-admin', 'channel', 'messaging', 'upload', 'integrations'];

/** Returns the keys that a service's source uses in the details of audit log entries. */
function keysIn(service: string): string[] {
  return readdirSync(join(root, 'services', service, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.includes('.test.'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .filter((source) => /audit/i.test(source))
    .flatMap((source) => [...source.matchAll(/\bdetails(?::| =) \{([^{}]*)/g)])
    .flatMap(([, body]) => body!.split(','))
    .map((member) => /^\s*(\w+)\s*(?::|$)/.exec(member)?.[1])
    .filter((key) => key !== undefined);
}

it('the web client has a text for each name in the details of the audit log', () => {
  const keys = new Set(services.flatMap(keysIn));
  expect(keys.size).toBeGreaterThan(30);
  expect([...keys].filter((key) => !Object.hasOwn(english, `key_${key}`))).toEqual([]);
});
