// Generates docs/operations/configuration.md from the environment variables that the processes read. Run it with `node
// test/docs/configuration.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment as parley } from '../../deploy/parley/src/config.ts';
import { natsSecurityEnvironment } from '../../packages/core/src/configuration/nats-security.ts';
import { envNameOf, type ServiceName } from '../../packages/core/src/configuration/services.ts';
import { tlsEnvironment } from '../../packages/core/src/configuration/tls.ts';
import { rpcSecretEnvironment } from '../../packages/core/src/secrets/rpc-secret.ts';
import { tracingEnvironment } from '../../packages/service-kit/src/run.ts';
import { environment as channel } from '../../services/channel/src/config.ts';
import { environment as eventQueue } from '../../services/event-queue/src/config.ts';
import { environmentOf } from '../../services/gateway/src/config.ts';
import { environment as importing } from '../../services/importing/src/config.ts';
import { environment as integrations } from '../../services/integrations/src/config.ts';
import { environment as messaging } from '../../services/messaging/src/config.ts';
import { environment as notify } from '../../services/notify/src/config.ts';
import { environment as relay } from '../../services/relay/src/config.ts';
import { environment as upload } from '../../services/upload/src/config.ts';
import { environment as userAdmin } from '../../services/user-admin/src/config.ts';

const file = join(import.meta.dirname, '../../docs/operations/configuration.md');

/** The part of a zod schema that the page needs. */
type Schema = {
  meta(): Record<string, unknown> | undefined;
  safeParse(value: undefined): { success: boolean; data?: unknown };
  def: { innerType?: Schema; in?: Schema; options?: readonly Schema[] };
};
type Variable = { name: string; schemas: readonly Schema[]; readers: readonly string[] };
type Environment = Readonly<Record<string, unknown>>;

const environments: readonly (readonly [string, Environment])[] = [
  ['gateway', environmentOf({ PARLEY_ENV: 'production' })],
  ['messaging', messaging],
  ['channel', channel],
  ['user-admin', userAdmin],
  ['upload', upload],
  ['notify', notify],
  ['importing', importing],
  ['integrations', integrations],
  ['event-queue', eventQueue],
  ['relay', relay],
];
const ofEach: Environment = {
  ...tracingEnvironment,
  ...tlsEnvironment,
  ...rpcSecretEnvironment,
  ...natsSecurityEnvironment,
};

const required = '**required**';

/**
 * Returns the description of the values that a variable accepts, from the metadata of its schema or of an inner schema;
 * undefined without one.
 */
function acceptedBy(schema: Schema): string | undefined {
  const own = schema.meta()?.accepts;
  if (typeof own === 'string') return own;
  const { innerType, in: input, options = [] } = schema.def;
  return [innerType, input, ...options].map((each) => each && acceptedBy(each)).find((each) => each);
}

/**
 * Returns a description of values in few words, and none for any text. The page says so, and that numbers are whole and lists
 * separated by commas.
 */
const shortened = (accepts: string): string =>
  accepts
    .replace(/^whole number from (\d+) to (\d+)/, '$1–$2')
    .replace(/^whole number from (\d+)$/, '≥ $1')
    .replace(/^text of at least (\d+) characters$/, '≥ $1 characters')
    .replace(/^texts separated by commas$/, 'list')
    .replace(/^(names of services|URLs .*) separated by commas$/, 'list of $1')
    .replace(/^addresses or networks separated by commas or blanks$/, 'list of networks')
    .replace(/^URL \(http, https\)$/, 'HTTP(S) URL')
    .replace(/^text$/, '');

/** Returns the default of a variable. If any service requires the variable, it has no default. */
function defaultOf(schemas: readonly Schema[]): string {
  const defaults = new Set(schemas.map(ownDefaultOf));
  return defaults.has(required) ? required : [...defaults].join(', ');
}

function ownDefaultOf(schema: Schema): string {
  const { success, data } = schema.safeParse(undefined);
  if (!success) return required;
  if (data === undefined || data === '' || (Array.isArray(data) && data.length === 0)) return '';
  return `\`${String(data)}\``;
}

/** Returns a table of variables. If several services read any of them, a column lists the readers. */
function table(variables: readonly Variable[]): string {
  const areShared = variables.some(({ readers }) => readers.length > 1);
  const cells = [
    ['variable', 'accepts', 'default', ...(areShared ? ['read by'] : [])],
    ...variables.map(({ name, schemas, readers }) => [
      `\`${name}\``,
      shortened(acceptedBy(schemas.find((each) => ownDefaultOf(each) === required) ?? schemas[0]!) ?? ''),
      defaultOf(schemas),
      ...(areShared ? [listOf(readers)] : []),
    ]),
  ];
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const lines = cells.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
}

/** Returns the names of services that read a variable; of most of them, the others. */
function listOf(readers: readonly string[]): string {
  const others = environments.map(([service]) => service).filter((service) => !readers.includes(service));
  if (others.length === 0) return 'all';
  return others.length < readers.length ? `all but ${others.join(', ')}` : readers.join(', ');
}

/** Returns the variables of all services, in the order of their first occurrence. */
function variablesOf(all: typeof environments): Variable[] {
  const names = new Set(all.flatMap(([, environment]) => Object.keys(environment)));
  return Array.from(names, (name) => {
    const reading = all.filter(([, environment]) => name in environment);
    return {
      name,
      schemas: reading.map(([, environment]) => environment[name] as Schema),
      readers: reading.map(([service]) => service),
    };
  });
}

/** Ends of names that variables of several services have with the same meaning, values and default. */
const alike = ['RPC_HOST', 'RPC_PORT', 'OPS_HOST', 'OPS_PORT', 'DATABASE_URL'];

/** Returns the end of a variable's name if every service names such a variable alike. */
const endOf = ({ name, readers }: Variable): string | undefined =>
  alike.find(
    (end) => readers.length === 1 && name === `PARLEY_${envNameOf(readers[0] as ServiceName)}_${end}`,
  );

/** Returns variables that services name alike, once each. @throws Error when services differ in values or default */
function variablesAlike(variables: readonly Variable[]): Variable[] {
  return alike.map((end) => {
    const same = variables.filter((each) => endOf(each) === end);
    const described = new Set(same.map(({ schemas }) => `${acceptedBy(schemas[0]!)}, ${defaultOf(schemas)}`));
    if (described.size !== 1) throw new Error(`Services differ in ${end}: ${[...described].join('; ')}`);
    return { name: `PARLEY_<SERVICE>_${end}`, schemas: same[0]!.schemas, readers: [] };
  });
}

/** Returns the generated text of docs/operations/configuration.md. */
export function renderPage(): string {
  const all = variablesOf(environments);
  const variables = all.filter((each) => endOf(each) === undefined);
  const sections = environments.map(([service]) => {
    const own = variables.filter(({ readers }) => readers.length === 1 && readers[0] === service);
    return `## ${service}\n\n${table(own)}\n`;
  });
  return `# Configuration

This page lists every environment variable of the services. It is generated from the code that reads them (\`node test/docs/configuration.ts\`).
The README of each [service](../../README.md#the-services) explains its variables. A process with invalid values names all of them and does not
start. Numbers are whole. Lists are separated by commas. An empty cell means any text, or no default. An empty text counts as no value.

## Several services

${table(variables.filter(({ readers }) => readers.length > 1))}

## A process with several services

[parley](../../deploy/parley/README.md) reads these, and the variables of its services except for their operations ports.

${table(variablesOf([['parley', parley]]))}

## Every service

These are addresses for calls and for operations (port 0 picks one), the database of services with a schema, [traces](traces.md), [TLS](tls.md)
and connections to NATS.

${table([...variablesAlike(all), ...variablesOf([['every service', ofEach]])])}

${sections.join('\n')}`;
}

/** Returns the current text of the page. */
export const readPage = (): string => readFileSync(file, 'utf8');

if (process.argv[1] === import.meta.filename) writeFileSync(file, renderPage());
