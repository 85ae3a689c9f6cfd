import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer, Wait } from 'testcontainers';

/** An account of the organization, with the credentials that a client needs. */
export type Account = {
  email: string;
  fullName: string;
  userId: number;
  /** Role as in the API: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
  role: number;
  isBot: boolean;
  /** Absent for bots. */
  password?: string;
  apiKey: string;
};

const IMAGE = 'parley/all-in-one:0.2.0';
const PORT = 9991;
const CONTROL_PORT = 9992;
const START_TIMEOUT_MS = 60_000;
/** Maximum number of attempts to start. An attempt fails when another program takes the chosen port before the container does. */
const START_ATTEMPTS = 3;
/** Number of last log lines to include in the error when a start fails. */
const LINES_SHOWN = 60;

/**
 * A container with Parley and all servers that it needs, before its start. Use it only for tests, because its passwords are
 * publicly known.
 */
export class ParleyContainer {
  readonly #image: string;
  readonly #environment: Record<string, string> = {};

  /** @param image name of the all-in-one image */
  constructor(image = IMAGE) {
    this.#image = image;
  }

  /**
   * Chooses the initial organization. `demo` (the default) has eight people, a bot, five channels and conversations; `owner`
   * has only its owner.
   */
  withOrganization(organization: 'demo' | 'owner'): this {
    return this.withEnvironment({ PARLEY_SEED: organization });
  }

  /** Sets environment variables for all services. */
  withEnvironment(environment: Readonly<Record<string, string>>): this {
    Object.assign(this.#environment, environment);
    return this;
  }

  /**
   * Starts the container and waits until Parley is ready.
   * @throws Error with the last log lines of the container when it does not become ready
   */
  async start(): Promise<StartedParleyContainer> {
    for (let attempt = 1; ; attempt++) {
      const lines: string[] = [];
      try {
        return await this.#startOnce(lines);
      } catch (error) {
        const { message } = error as Error;
        if (attempt < START_ATTEMPTS && /port is already allocated|address already in use/.test(message))
          continue;
        throw new Error(`Parley did not start: ${message}\n${lines.join('')}`, { cause: error });
      }
    }
  }

  async #startOnce(lines: string[]): Promise<StartedParleyContainer> {
    // Parley needs to know its public address at the start, because links, pictures and browser sign-ins contain it. So the
    // port is chosen first.
    const port = await freePort();
    const { info } = await getContainerRuntimeClient();
    const url = `http://${info.containerRuntime.host}:${port}`;
    const container = await new GenericContainer(this.#image)
      .withExposedPorts({ container: PORT, host: port }, CONTROL_PORT)
      .withEnvironment({ PARLEY_PUBLIC_URL: url, ...this.#environment })
      .withWaitStrategy(Wait.forLogMessage('Parley is ready at'))
      .withStartupTimeout(START_TIMEOUT_MS)
      .withLogConsumer((stream) => {
        stream.on('data', (line) => {
          lines.push(String(line));
          lines.splice(0, lines.length - LINES_SHOWN);
        });
      })
      .start();
    const control = `http://${container.getHost()}:${container.getMappedPort(CONTROL_PORT)}`;
    try {
      const accounts = (await ask(control, 'GET', '/accounts')) as Account[];
      return new StartedParleyContainer(container, url, control, accounts);
    } catch (error) {
      await container.stop();
      throw error;
    }
  }
}

/** A running container. A declaration with `await using` stops it at the end of the scope. */
export class StartedParleyContainer implements AsyncDisposable {
  /** Base URL of the server. The API is at the path `/api/v1`. */
  readonly url: string;
  /** The accounts of the organization: the owner first, bots last. */
  readonly accounts: readonly Account[];
  readonly #container: StartedTestContainer;
  readonly #control: string;

  constructor(container: StartedTestContainer, url: string, control: string, accounts: readonly Account[]) {
    this.#container = container;
    this.url = url;
    this.#control = control;
    this.accounts = accounts;
  }

  /**
   * Returns the account with this mail address. The part before the `@` suffices: `owner`, `admin`, `moderator`, `member1` to
   * `member4`, `guest`, `helper-bot`.
   * @throws Error when the organization has no such account
   */
  account(name: string): Account {
    const found = this.accounts.find(({ email }) => email === name || email.split('@')[0] === name);
    if (!found)
      throw new Error(`There is no account ${name}; there are ${this.accounts.map(({ email }) => email)}.`);
    return found;
  }

  /**
   * Restores the state at the start. Accounts keep their IDs and API keys. IDs of messages are not assigned again. Event queues
   * end, so clients must register again. The caller must ensure that no request is in progress.
   */
  async reset(): Promise<void> {
    await ask(this.#control, 'POST', '/reset');
  }

  /** Returns the last lines of each process's log, by file name. */
  async logs(): Promise<Record<string, string>> {
    return (await ask(this.#control, 'GET', '/logs')) as Record<string, string>;
  }

  /** Writes the end of each process's log into a folder, for instance after a failed test. Creates the folder if necessary. */
  async saveLogs(folder: string): Promise<void> {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(await this.logs())) writeFileSync(join(folder, name), text);
  }

  async stop(): Promise<void> {
    // Stops without waiting for a clean shutdown, because the data is discarded with the container.
    await this.#container.stop({ timeout: 0 });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}

async function ask(control: string, method: string, path: string): Promise<unknown> {
  const response = await fetch(control + path, { method, signal: AbortSignal.timeout(START_TIMEOUT_MS) });
  const body = (await response.json()) as { error?: string };
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${body.error}`);
  return body;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, resolve);
  });
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
