import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@parley/embedded';
import { until } from '@parley/test-kit';

const compose = join(import.meta.dirname, '../../../deploy/compose');

/** Returns whether HAProxy is installed. Otherwise says that its tests do not run. */
export function hasEdge(): boolean {
  const isInstalled = spawnSync('haproxy', ['-v']).status === 0;
  if (!isInstalled)
    console.warn('NO HAPROXY HERE: what the load balancer of the compose file lets through is not tested.');
  return isInstalled;
}

/** The load balancer of the compose file with its configuration, in front of a gateway of this machine. */
export class Edge implements AsyncDisposable {
  readonly url: string;
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(url: string, process: ChildProcess, folder: string) {
    this.url = url;
    this.#process = process;
    this.#folder = folder;
  }

  /**
   * Starts it, and waits until it reaches the gateway.
   * @param outerProxies addresses of proxies in front of it, as in `.env`
   */
  static async start(gateway: { http: number; ops: number }, outerProxies: string): Promise<Edge> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'parley-edge-'));
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, configuration({ http: port, mail: await freePort() }, gateway));
    const child = spawn('haproxy', ['-db', '-f', file], {
      env: { ...process.env, PARLEY_OUTER_PROXIES: outerProxies },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const edge = new Edge(`http://127.0.0.1:${port}`, child, folder);
    try {
      await until('the load balancer reaches the gateway', async () => {
        if (child.exitCode !== null) throw new Error(`HAProxy does not start: ${said}`);
        return (await fetch(`${edge.url}/api/v1/server_settings`).catch(() => undefined))?.ok;
      });
    } catch (error) {
      await edge[Symbol.asyncDispose]();
      throw error;
    }
    return edge;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode === null) {
      const exited = once(this.#process, 'exit');
      this.#process.kill('SIGKILL');
      await exited;
    }
    rmSync(this.#folder, { recursive: true });
  }
}

/** Returns the configuration of the compose file, with addresses of this machine in place of Docker's. */
function configuration(own: { http: number; mail: number }, gateway: { http: number; ops: number }): string {
  const addresses: readonly (readonly [theirs: string, here: string])[] = [
    ['bind :8080', `bind 127.0.0.1:${own.http}`],
    ['bind :2525', `bind 127.0.0.1:${own.mail}`],
    ['check port 9100', `check port ${gateway.ops}`],
    [' resolvers docker init-addr libc,none', ''],
    ['server-template gateway 8 gateway:8080', `server gateway 127.0.0.1:${gateway.http}`],
    // No gateway of these tests takes mail.
    ['server-template mail 8 gateway:2525', 'server mail 127.0.0.1:1'],
  ];
  let text = readFileSync(join(compose, 'haproxy.cfg'), 'utf8');
  for (const [theirs, here] of addresses) {
    if (!text.includes(theirs)) throw new Error(`haproxy.cfg has no “${theirs}” any more.`);
    text = text.replaceAll(theirs, here);
  }
  return text;
}
