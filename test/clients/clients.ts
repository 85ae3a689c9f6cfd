import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runToEnd } from './processes.ts';
import { type Step, stepsOfCargo, stepsOfLines } from './steps.ts';

const here = import.meta.dirname;

/** A published client of the API, and the commands that install it and run its driver program (the test that uses it). */
export type Client = {
  /**
   * Name of the client's folder in `test/clients`. A client whose own tests are run has no folder, so its name is arbitrary.
   */
  readonly name: string;
  readonly title: string;
  readonly language: string;
  /** Published name and version, as its registry lists them. */
  readonly packages: readonly string[];
  /** Features of the client that the driver program uses. */
  readonly exercises: string;
  /**
   * Whether it reads IDs of messages as 32-bit numbers. It runs in a deployment whose messages begin at 1
   * (docs/decisions/moving-in.md).
   */
  readonly readsShortIds?: true;
  /** Installs the client into an empty folder. */
  install(folder: string): Promise<void>;
  /** Returns the command that runs the driver program in the folder of the installation. */
  drive(folder: string): Program;
  /** Whether the run goes on without it where it cannot be installed. */
  readonly mayBeMissing?: true;
  /** Steps that are known to fail, by name, each with the reason. */
  readonly cannotPass?: Readonly<Record<string, string>>;
};

type Program = {
  readonly command: readonly [file: string, ...args: string[]];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Reads the results of steps from the program's output. */
  steps(output: string): Step[];
};

/** Returns the path of a Python interpreter: of the given version if it is installed, and of the default version otherwise. */
function pythonOf(version?: string): string {
  if (version === undefined) return 'python3';
  const folders = (process.env.PATH ?? '').split(':').map((folder) => join(folder, `python${version}`));
  const versions = join(homedir(), '.pyenv/versions');
  const installed = existsSync(versions)
    ? readdirSync(versions)
        .filter((each) => each.startsWith(`${version}.`))
        .map((each) => join(versions, each, 'bin/python'))
    : [];
  // Programs in pyenv's folder `shims` work only for versions that pyenv's configuration selects.
  const found = [...installed, ...folders.filter((file) => !file.includes('shims'))].find(existsSync);
  return found ?? 'python3';
}

/** Returns the description of a Python client, which is installed into a virtual environment. */
function inPython(
  client: Pick<Client, 'name' | 'title' | 'packages' | 'exercises'>,
  version?: string,
): Client {
  return {
    ...client,
    language: 'Python',
    async install(folder) {
      const python = pythonOf(version);
      await runToEnd([python, '-m', 'venv', folder]);
      const requirements = join(here, client.name, 'requirements.txt');
      // Used only if the client's own Python version is missing. The option also makes pip install versions of dependencies
      // that need a newer Python.
      const anyPython = python === 'python3' && version !== undefined ? ['--ignore-requires-python'] : [];
      const pip = [
        join(folder, 'bin/python'),
        '-m',
        'pip',
        '--quiet',
        '--disable-pip-version-check',
      ] as const;
      await runToEnd([...pip, 'install', ...anyPython, '--requirement', requirements]);
    },
    drive: (folder) => ({
      command: [join(folder, 'bin/python'), join(here, client.name, 'drive.py')],
      cwd: folder,
      env: { PYTHONDONTWRITEBYTECODE: '1' },
      steps: stepsOfLines,
    }),
  };
}

/** Returns the description of programs that post through integrations of their own. */
function toolsThatPost(): Client {
  const inPythonToo = inPython({
    name: 'tools',
    title: 'Alertmanager and Buildbot',
    packages: ['github.com/prometheus/alertmanager 0.35.0', 'buildbot 4.3.0', 'buildbot-worker 4.3.0'],
    exercises: 'alerts that fire and are resolved; builds that succeed and fail',
  });
  return {
    ...inPythonToo,
    language: 'Go, Python',
    mayBeMissing: true,
    async install(folder) {
      await inPythonToo.install(folder);
      const program = join(folder, 'alertmanager-program');
      cpSync(join(here, 'tools'), program, { recursive: true });
      // Published without the built pages of its web interface, which the compiler wants to embed. It runs without them.
      // `-e` overlooks all that is missing, so this tells whether the program is to be had.
      await runToEnd(['go', 'mod', 'download', 'github.com/prometheus/alertmanager@v0.35.0'], {
        cwd: program,
      });
      await runToEnd(['go', 'mod', 'tidy', '-e'], { cwd: program });
      await runToEnd(['go', 'mod', 'vendor', '-e'], { cwd: program });
      for (const pages of ['elm', 'mantine']) {
        const missing = join(program, 'vendor/github.com/prometheus/alertmanager/ui/app/dist', pages);
        mkdirSync(missing, { recursive: true });
        writeFileSync(join(missing, 'index.html'), '');
      }
      const target = 'github.com/prometheus/alertmanager/cmd/alertmanager';
      await runToEnd(['go', 'build', '-mod=vendor', '-o', join(folder, 'bin/alertmanager'), target], {
        cwd: program,
        timeoutMs: 1_800_000,
      });
    },
  };
}

export const clients: readonly Client[] = [
  inPython({
    name: 'python-library',
    title: 'Python library, its programs and examples',
    packages: ['zulip 0.9.1'],
    exercises:
      'its methods for messages, channels, users, groups, files, presence and settings, its event loop, `zulip-send`, `zulip-api`, its example programs',
  }),
  inPython({
    name: 'python-bots',
    title: 'Python bot framework and bot server',
    packages: ['zulip-bots 0.9.1', 'zulip-botserver 0.9.1'],
    exercises: 'twelve of its bots run by `zulip-run-bot`, one by `zulip-botserver`',
  }),
  inPython(
    {
      name: 'terminal',
      title: 'Terminal client',
      packages: ['zulip-term 0.7.0'],
      exercises:
        'in a pseudo-terminal: reading, live messages, sending, replying, editing, reactions, stars, search, topics, direct messages, mentions; a reaction with every emoji name that it knows',
    },
    '3.10',
  ),
  {
    name: 'zulip-js',
    title: 'JavaScript library',
    language: 'JavaScript',
    packages: ['zulip-js 2.1.0'],
    exercises: 'signing in by key and password, all its resources, its event loop',
    async install(folder) {
      writeFileSync(join(folder, 'package.json'), '{"private": true}');
      await runToEnd(
        ['npm', 'install', '--silent', '--no-audit', '--no-fund', '--save-exact', 'zulip-js@2.1.0'],
        {
          cwd: folder,
        },
      );
    },
    drive: (folder) => ({
      command: [process.execPath, join(here, 'zulip-js/drive.cjs')],
      cwd: folder,
      steps: stepsOfLines,
    }),
  },
  {
    name: 'slack',
    title: 'Apps and webhooks of Slack',
    language: 'JavaScript',
    packages: ['@slack/bolt 5.1.0', '@slack/webhook 8.0.2'],
    exercises:
      'an app with its HTTP receiver, whose only change is the address of the Web API: an event, `say`, buttons, a form with errors, an update, every element of Block Kit, a command, reads; a webhook with blocks',
    async install(folder) {
      writeFileSync(join(folder, 'package.json'), '{"private": true}');
      const packages = ['@slack/bolt@5.1.0', '@slack/webhook@8.0.2'];
      await runToEnd(['npm', 'install', '--silent', '--no-audit', '--no-fund', '--save-exact', ...packages], {
        cwd: folder,
      });
    },
    drive: (folder) => ({
      command: [process.execPath, join(here, 'slack/drive.cjs')],
      cwd: folder,
      steps: stepsOfLines,
    }),
  },
  inPython({
    name: 'notifiers',
    title: 'Notifications by apprise and matterhook',
    packages: ['apprise 2.3.0', 'matterhook 0.3'],
    exercises: 'addresses in the forms of Mattermost, Slack and Zulip, and a wrong one',
  }),
  toolsThatPost(),
  {
    name: 'zulip-java-rest',
    title: 'Java REST client',
    language: 'Java',
    packages: ['zulip-java-rest 1.0.0'],
    exercises: 'each of its calls but two that name no address or method of the API',
    readsShortIds: true,
    async install(folder) {
      const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.0';
      const quietly = ['mvn', '--quiet', '--batch-mode'] as const;
      const repository = `-Dmaven.repo.local=${join(folder, 'repository')}`;
      writeFileSync(
        join(folder, 'pom.xml'),
        `<project><modelVersion>4.0.0</modelVersion><groupId>parley</groupId><artifactId>driver</artifactId>
         <version>1</version><packaging>pom</packaging><dependencies><dependency><groupId>io.taliox</groupId>
         <artifactId>zulip-java-rest</artifactId><version>1.0.0</version></dependency></dependencies></project>`,
      );
      await runToEnd([...quietly, repository, `${plugin}:copy-dependencies`, '-DoutputDirectory=jars'], {
        cwd: folder,
      });
    },
    drive: (folder) => ({
      command: ['java', '-cp', join(folder, 'jars/*'), join(here, 'zulip-java-rest/Drive.java')],
      cwd: folder,
      steps: stepsOfLines,
    }),
  },
  {
    name: 'shoutrrr',
    title: 'Notifications by shoutrrr',
    language: 'Go',
    packages: ['github.com/nicholas-fedor/shoutrrr 0.13.2'],
    exercises:
      'its Zulip service: a notification to a channel, a missing channel, a wrong key; its Slack and Mattermost services',
    async install(folder) {
      cpSync(join(here, 'shoutrrr'), folder, { recursive: true });
      // The Go command verifies the checksums of modules against the public checksum database.
      await runToEnd(['go', 'mod', 'tidy'], { cwd: folder });
      await runToEnd(['go', 'build', '-o', 'drive', '.'], { cwd: folder });
    },
    drive: (folder) => ({ command: [join(folder, 'drive')], cwd: folder, steps: stepsOfLines }),
  },
  {
    name: 'zulip-api',
    title: 'Rust library, by its own integration tests',
    language: 'Rust',
    packages: ['zulip-api 0.0.8'],
    exercises:
      'sending, reading, editing, deleting, reporting, reactions, flags, files and resumable uploads, registration; each answer is decoded into its types',
    readsShortIds: true,
    async install(folder) {
      const fetching = join(folder, 'fetching');
      mkdirSync(join(fetching, 'src'), { recursive: true });
      writeFileSync(join(fetching, 'src/lib.rs'), '');
      writeFileSync(
        join(fetching, 'Cargo.toml'),
        '[package]\nname = "fetching"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\nzulip-api = "=0.0.8"\n',
      );
      await runToEnd(['cargo', 'vendor', '--quiet', '--versioned-dirs', 'vendor'], { cwd: fetching });
      cpSync(join(fetching, 'vendor/zulip-api-0.0.8'), join(folder, 'zulip-api'), { recursive: true });
      rmSync(fetching, { recursive: true });
      await runToEnd(['cargo', 'test', '--quiet', '--locked', '--features', 'dev', '--no-run'], {
        cwd: join(folder, 'zulip-api'),
        // Installing compiles about 200 libraries.
        timeoutMs: 1_800_000,
      });
    },
    drive: (folder) => ({
      command: [
        'sh',
        '-c',
        // The tests read their configuration from the folder of their sources. `cargo test` prints one line per test.
        'cp "$CLIENT_FOLDER/password-zuliprc" tests/zuliprc && exec cargo test --locked --offline --features dev --test mod -- --test-threads=1',
      ],
      cwd: join(folder, 'zulip-api'),
      steps: stepsOfCargo,
    }),
    cannotPass: {
      'get_messages::test_get_messages':
        'leaves out `num_after`, which the API documents as required; this server refuses the request',
    },
  },
];
