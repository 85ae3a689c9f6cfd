import { readFileSync } from 'node:fs';
import { ConfigError } from '@parley/core';
import type { AuditStream } from './context.ts';

const schemes = ['https:', 'http:', 'syslog+tls:', 'syslog+tcp:'];

/**
 * Returns the configured receiver of the audit log; undefined when there is no URL.
 * @throws ConfigError for an invalid URL or scheme, for unencrypted HTTP to another machine, or for an unreadable certificate
 * file
 */
export function auditStreamOf(given: {
  url: string;
  token: string;
  caFile: string;
}): AuditStream | undefined {
  const { url, token, caFile } = given;
  if (url === '') return undefined;
  const parsed = URL.parse(url);
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(parsed?.hostname ?? '');
  if (
    !parsed?.hostname ||
    !schemes.includes(parsed.protocol) ||
    (parsed.protocol === 'http:' && !isLoopback)
  ) {
    throw new ConfigError([
      'PARLEY_AUDIT_STREAM_URL must be an address with https, syslog+tls or syslog+tcp (http only to this machine)',
    ]);
  }
  return { url, token, ca: caFile === '' ? undefined : readCertificates(caFile) };
}

function readCertificates(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new ConfigError([`PARLEY_AUDIT_STREAM_CA_FILE: the file ${file} cannot be read`]);
  }
}
