import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@parley/embedded';
import { until } from '@parley/test-kit';
import { pemOf, selfSigned } from '../network/self-signed.ts';

const schemas = ['core', 'cosine', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`);

/**
 * Entries that every test directory has: the root, the account that reads the directory, and containers for people and groups.
 */
const base = `dn: dc=test
objectClass: dcObject
objectClass: organization
dc: test
o: Test

dn: cn=reader,dc=test
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: reader
userPassword: reader-secret

dn: ou=people,dc=test
objectClass: organizationalUnit
ou: people

dn: ou=groups,dc=test
objectClass: organizationalUnit
ou: groups

`;

function run(program: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (error) throw new Error(`${program} is not installed: apt-get install --no-install-recommends slapd`);
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

/** A running OpenLDAP, as Debian packages it: `apt-get install --no-install-recommends slapd`. */
export class Slapd {
  /** Folder with the sign-in file and the certificate. */
  readonly folder: string;
  readonly #port: number;
  readonly #process: ChildProcess;

  private constructor(folder: string, port: number, process: ChildProcess) {
    this.folder = folder;
    this.#port = port;
    this.#process = process;
  }

  /** Starts a directory with additional entries in LDIF format below `dc=test`. It refuses unencrypted connections. */
  static async start(entries: string): Promise<Slapd> {
    const folder = mkdtempSync(join(tmpdir(), 'parley-slapd-'));
    const file = (name: string, content: string) => {
      writeFileSync(join(folder, name), content, { mode: 0o600 });
      return join(folder, name);
    };
    const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
    mkdirSync(join(folder, 'data'));
    const config = file(
      'slapd.conf',
      [
        ...schemas,
        'modulepath /usr/lib/ldap',
        'moduleload back_mdb',
        `TLSCertificateFile ${file('ca.pem', pemOf(selfSigned(keys, 'localhost')))}`,
        `TLSCertificateKeyFile ${file('key.pem', keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string)}`,
        'security tls=1',
        'database mdb',
        'suffix "dc=test"',
        `directory ${join(folder, 'data')}`,
        'maxsize 1073741824',
        'index objectClass,entryUUID,mail,uid,member eq',
        'access to attrs=userPassword by anonymous auth by * none',
        'access to * by dn.exact="cn=reader,dc=test" read by * none',
        // Like Active Directory, limits the result of a search without paging.
        'limits * size.soft=500 size.hard=500 size.prtotal=unlimited',
        '',
      ].join('\n'),
    );
    run('/usr/sbin/slapadd', '-q', '-f', config, '-l', file('entries.ldif', base + entries));
    const port = await freePort();
    const child = spawn('/usr/sbin/slapd', ['-f', config, '-h', `ldap://127.0.0.1:${port}/`, '-d', '0'], {
      stdio: 'ignore',
    });
    await until('slapd listens', async () => {
      const socket = connect(port, '127.0.0.1');
      return new Promise<boolean>((resolve) => {
        socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      }).finally(() => socket.destroy());
    });
    return new Slapd(folder, port, child);
  }

  /** Writes a sign-in file that configures this directory. Returns the file's path. */
  signInFile(): string {
    const path = join(this.folder, 'sign-in.json');
    const ldap = {
      url: `ldap://localhost:${this.#port}`,
      startTls: true,
      caFile: 'ca.pem',
      bindDn: 'cn=reader,dc=test',
      bindPassword: 'reader-secret',
      baseDn: 'ou=people,dc=test',
      userFilter: '(|(mail={login})(uid={login}))',
      groupBaseDn: 'ou=groups,dc=test',
      groups: { claim: 'cn', admin: 'chat-admins' },
      nestedGroups: true,
    };
    writeFileSync(path, JSON.stringify({ password: true, ldap }));
    return path;
  }

  stop(): void {
    this.#process.kill();
    rmSync(this.folder, { recursive: true });
  }
}
