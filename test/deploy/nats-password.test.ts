import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { ensureNatsServer } from '../../packages/embedded/src/index.ts';
import { root } from '../e2e/compose.ts';
import { manifestsOf } from './schemas.ts';

const read = (file: string): string => readFileSync(join(root, 'deploy', file), 'utf8');

/** Lines of the server's configuration about its user, and the value that each variable gets for a password. */
type Given = { authorization: string; variables: (password: string) => Record<string, string> };

const lineOf = (config: string): string => /^\s*(authorization.*)$/m.exec(config)![1]!;

function fromCompose(): Given {
  const { environment } = parse(read('compose/compose.yaml')).services.nats;
  return {
    authorization: lineOf(read('compose/nats.conf')),
    variables: (password) => ({
      PARLEY_NATS_PASSWORD: environment.PARLEY_NATS_PASSWORD.replace(/\$\{[^}]*\}/, password),
    }),
  };
}

function fromTrial(): Given {
  const stores = manifestsOf(read('helm/parley/examples/trial-stores.yaml'));
  const find = (kind: string) =>
    stores.find((store) => store.kind === kind && store.metadata.name === 'nats')!;
  const { env } = find('StatefulSet').spec.template.spec.containers[0];
  return {
    authorization: lineOf(find('ConfigMap').data!['nats.conf']!),
    variables: (password) =>
      Object.fromEntries(
        env.map(({ name, value }: { name: string; value?: string }) => [
          name,
          value?.replace('$(PARLEY_NATS_PASSWORD)', password) ?? password,
        ]),
      ),
  };
}

function fromChartOfNats(): Given {
  const text = read('helm/parley/examples/nats-values.yaml').replace(/<< (\S+) >>/, '$1');
  const { config, container } = parse(text);
  const { user, password: variable } = config.merge.authorization;
  return {
    authorization: `authorization { user: ${user}, password: ${variable} }`,
    variables: (password) =>
      Object.fromEntries(
        Object.entries(container.env as Record<string, unknown>).map(([name, value]) => [
          name,
          typeof value === 'string' ? value.replace('$(PARLEY_NATS_PASSWORD)', password) : password,
        ]),
      ),
  };
}

it.each([
  ['the compose file', fromCompose],
  ['the stores for a trial', fromTrial],
  ['the values for the chart of NATS', fromChartOfNats],
])('NATS accepts passwords that begin like numbers, with %s', async (_, given) => {
  const { authorization, variables } = given();
  const { path } = await ensureNatsServer();
  const folder = mkdtempSync(join(tmpdir(), 'parley-nats-'));
  try {
    writeFileSync(join(folder, 'nats.conf'), `listen: "127.0.0.1:1"\n${authorization}\n`);
    for (const password of ['5e12c0ffee', '3k7', '123456', 'abc'])
      await expect(
        promisify(execFile)(path, ['-t', '-c', join(folder, 'nats.conf')], {
          env: { ...process.env, ...variables(password) },
        }),
        password,
      ).resolves.toBeDefined();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
