import { z } from 'zod';
import { isNetwork } from '../network/network-address.ts';

/** Thrown for missing or invalid variables. `problems` has one message for each. The process must not start. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * Reads and checks environment variables. An empty variable counts as missing.
 * @param shape schemas by the names of variables
 * @throws ConfigError naming every invalid variable. It never contains the value, which may be a secret
 */
export function loadConfig<Shape extends z.ZodRawShape>(
  shape: Shape,
  env: NodeJS.ProcessEnv,
): z.infer<z.ZodObject<Shape>> {
  const given = Object.fromEntries(Object.keys(shape).map((name) => [name, env[name] || undefined]));
  const parsed = z.object(shape).safeParse(given);
  if (parsed.success) return parsed.data as z.infer<z.ZodObject<Shape>>;
  const problems = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    return given[name] === undefined ? `${name} is missing.` : `${name}: ${issue.message}`;
  });
  throw new ConfigError([...new Set(problems)]);
}

// The metadata `accepts` of each schema below describes the allowed values, for docs/operations/configuration.md.

export function envInt(fallback?: number, min = 0, max = Number.MAX_SAFE_INTEGER) {
  const schema = z
    .string()
    .regex(/^-?\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`)
    .meta({ accepts: `whole number from ${min}${max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`}` });
  return fallback === undefined ? schema : schema.default(fallback);
}

export function envNumber(fallback: number, min: number, max: number) {
  return z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'must be a number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`)
    .meta({ accepts: `number from ${min} to ${max}` })
    .default(fallback);
}

export function envString(fallback?: string, minLength = 1) {
  const schema = z
    .string()
    .min(minLength, `must have at least ${minLength} characters`)
    .meta({ accepts: minLength > 1 ? `text of at least ${minLength} characters` : 'text' });
  return fallback === undefined ? schema : schema.default(fallback);
}

/** Returns the schema of one of several fixed texts. */
export function envChoice<const Choice extends string>(
  choices: readonly [Choice, ...Choice[]],
  fallback?: Choice,
) {
  const schema = z
    .enum(choices, `must be one of ${choices.join(', ')}`)
    .meta({ accepts: choices.join(', ') });
  return fallback === undefined ? schema : schema.default(fallback as never);
}

/** Returns the schema of an absolute URL with one of the given schemes. */
export function envUrl(schemes: readonly string[], fallback?: string) {
  const schema = z
    .string()
    .refine(
      (value) => {
        const url = URL.parse(value);
        return url !== null && schemes.includes(url.protocol.slice(0, -1));
      },
      `must be a URL (${schemes.join(', ')})`,
    )
    .meta({ accepts: `URL (${schemes.join(', ')})` });
  return fallback === undefined ? schema : schema.default(fallback);
}

/** URLs of the servers of a cluster, separated by commas. Only the credentials in the first one are used. */
export function envNatsUrl() {
  return z
    .string()
    .refine(
      (value) =>
        value
          .split(',')
          .every((server) => ['nats:', 'tls:'].includes(URL.parse(server.trim())?.protocol ?? '')),
      'must be a URL (nats, tls), or several separated by commas',
    )
    .meta({ accepts: 'URLs (nats, tls) separated by commas' });
}

/** Returns the schema of a list of texts that are separated by commas. Blanks around each text are removed. */
export function envList(fallback?: readonly string[]) {
  const schema = z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .meta({ accepts: 'texts separated by commas' });
  return fallback === undefined ? schema : schema.default([...fallback]);
}

/** Returns the schema of a list of IP addresses and networks that are separated by commas or blanks. Default: none. */
export const envNetworks = () =>
  z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter((part) => part !== ''))
    .refine(
      (parts) => parts.every(isNetwork),
      'must be addresses or networks, such as 10.0.0.5 or 10.0.0.0/24',
    )
    .meta({ accepts: 'addresses or networks separated by commas or blanks' })
    .default([]);

export function envBool(fallback?: boolean) {
  const schema = z
    .enum(['true', 'false'], 'must be true or false')
    .transform((value) => value === 'true')
    .meta({ accepts: 'true, false' });
  return fallback === undefined ? schema : schema.default(fallback);
}
