import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { freePort } from '@parley/embedded';
import { until } from '@parley/test-kit';
import { cacheFolder } from './cache.ts';

const version = '24.0.5';
/** Password of the account `admin`, which administers all realms (Keycloak's name for organizations). */
const password = 'admin-secret';
/** Folder that keeps the downloaded distribution between runs. */
const cache = cacheFolder('keycloak');

function run(program: string, ...args: string[]): void {
  const { status, stdout, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (error)
    throw new Error(`${program} is not installed: the tests of Keycloak need java 17, mvn and unzip`);
  if (status !== 0) throw new Error(`${program} failed: ${stdout}`);
}

/** Downloads Keycloak from Maven Central unless it is cached. Returns its folder. */
function install(): string {
  const folder = join(cache, `keycloak-${version}`);
  if (existsSync(folder)) return folder;
  const zip = join(cache, `keycloak-quarkus-dist-${version}.zip`);
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';
  const artifact = `-Dartifact=org.keycloak:keycloak-quarkus-dist:${version}:zip`;
  if (!existsSync(zip)) run('mvn', '-q', '-B', copy, artifact, `-DoutputDirectory=${cache}`);
  run('unzip', '-q', zip, '-d', cache);
  return folder;
}

/** Definition of the test's realm: people and a group, but no clients. */
const realm = {
  realm: 'company',
  enabled: true,
  sslRequired: 'none',
  groups: [{ name: 'chat-admins' }],
  users: [
    { username: 'anna', emailVerified: true, groups: ['/chat-admins'] },
    { username: 'bert', emailVerified: true },
    { username: 'unverified', emailVerified: false },
  ].map((user) => ({
    ...user,
    enabled: true,
    email: `${user.username}@test.example`,
    firstName: 'Given',
    lastName: user.username,
    credentials: [{ type: 'password', value: `${user.username}-secret` }],
  })),
};

/** A running Keycloak with the realm `company`. */
export class Keycloak {
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(url: string, process: ChildProcess) {
    this.url = url;
    this.#process = process;
  }

  static async start(): Promise<Keycloak> {
    const folder = install();
    const port = await freePort();
    const child = spawn(
      join(folder, 'bin/kc.sh'),
      ['start-dev', `--http-port=${port}`, '--http-host=127.0.0.1', '--db=dev-mem', '--log-level=warn'],
      {
        stdio: 'ignore',
        detached: true,
        env: { ...process.env, KEYCLOAK_ADMIN: 'admin', KEYCLOAK_ADMIN_PASSWORD: password },
      },
    );
    const keycloak = new Keycloak(`http://127.0.0.1:${port}`, child);
    await until('Keycloak answers', async () => {
      const answer = await fetch(`${keycloak.url}/realms/master`).catch(() => undefined);
      return answer?.ok;
    });
    await keycloak.admin('POST', '', realm);
    return keycloak;
  }

  /**
   * Returns environment variables for commands of an administrator: `kcadm.sh` is on the search path and keeps its login in a
   * folder of the test.
   */
  commandEnvironment(home: string): NodeJS.ProcessEnv {
    return {
      ...process.env,
      PATH: `${join(install(), 'bin')}${delimiter}${process.env.PATH}`,
      KC_OPTS: `-Duser.home=${home}`,
      KEYCLOAK_PASSWORD: password,
    };
  }

  /** Base address of the realm. */
  get realm(): string {
    return `${this.url}/realms/company`;
  }

  /** Calls Keycloak's administration API. */
  async admin(method: string, path: string, body?: object): Promise<unknown> {
    const token = await fetch(`${this.url}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        client_id: 'admin-cli',
        username: 'admin',
        password,
      }),
    });
    const { access_token } = (await token.json()) as { access_token: string };
    const response = await fetch(`${this.url}/admin/realms${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`Keycloak answers ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  stop(): void {
    // Kills the process group, because the script starts Java as a child process.
    if (this.#process.pid) process.kill(-this.#process.pid, 'SIGKILL');
  }
}
