import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@parley/embedded';

/**
 * Returns Postfix's service table (master.cf). Columns: service, type, private, unprivileged, chroot, wakeup, process limit,
 * program.
 */
const master = (port: number): string => `
127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 1 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 1 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
lmtp unix - - n - - lmtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`;

/** Debian's Postfix as an organization's mail server. Some people have mailboxes on it. */
export class Postfix implements Disposable {
  readonly port: number;
  readonly #folder: string;

  private constructor(port: number, folder: string) {
    this.port = port;
    this.#folder = folder;
  }

  /**
   * Starts Postfix, configured as docs/operations/mail.md describes. Mail to other addresses of the people's domain bounces.
   * @param people mail addresses that have a mailbox
   * @param takes domain whose mail is forwarded with LMTP, and the port for that
   */
  static async start(people: readonly string[], takes: { domain: string; port: number }): Promise<Postfix> {
    if (process.getuid?.() !== 0) throw new Error('Postfix starts as root only.');
    const version = execFileSync('postconf', ['-d', '-h', 'mail_version']).toString().trim();
    process.stdout.write(`Postfix ${version}\n`);
    const folder = mkdtempSync(join(tmpdir(), 'parley-postfix-'));
    chmodSync(folder, 0o755);
    const port = await freePort();
    const postfix = new Postfix(port, folder);
    const [spool, data, mail, etc] = ['spool', 'data', 'mail', 'etc'].map((name) => join(folder, name));
    for (const each of [spool!, data!, mail!, etc!]) mkdirSync(each);
    const owner = Number(execFileSync('id', ['-u', 'postfix']).toString());
    chownSync(data!, owner, 0);
    const maps = people.map((address) => `{ ${address} = ${address.split('@')[0]} }`).join(', ');
    const settings = {
      compatibility_level: '3.6',
      queue_directory: spool!,
      data_directory: data!,
      command_directory: '/usr/sbin',
      daemon_directory: '/usr/lib/postfix/sbin',
      mail_owner: 'postfix',
      setgid_group: 'postdrop',
      maillog_file: join(folder, 'log'),
      maillog_file_prefixes: folder,
      myhostname: 'mx.parley.test',
      mydestination: '',
      inet_interfaces: '127.0.0.1',
      inet_protocols: 'ipv4',
      smtp_dns_support_level: 'disabled',
      alias_maps: '',
      local_recipient_maps: '',
      mynetworks: '127.0.0.0/8',
      // Mail to the people is delivered into files.
      virtual_mailbox_domains: people[0]!.split('@')[1]!,
      virtual_mailbox_base: mail!,
      virtual_mailbox_maps: `inline:{ ${maps} }`,
      virtual_uid_maps: `static:${owner}`,
      virtual_gid_maps: `static:${owner}`,
      virtual_minimum_uid: '1',
      // Accepts mail for unknown recipients and bounces it later, as mail servers of other organizations may do.
      smtpd_reject_unlisted_recipient: 'no',
      // Mail to Parley is forwarded with LMTP.
      relay_domains: takes.domain,
      transport_maps: `inline:{ ${takes.domain}=lmtp:inet:127.0.0.1:${takes.port} }`,
      smtpd_relay_restrictions: 'permit_mynetworks, reject',
      minimal_backoff_time: '1s',
      maximal_backoff_time: '2s',
      queue_run_delay: '1s',
    };
    chownSync(mail!, owner, 0);
    writeFileSync(
      join(etc!, 'main.cf'),
      Object.entries(settings)
        .map(([name, value]) => `${name} = ${value}\n`)
        .join(''),
    );
    writeFileSync(join(etc!, 'master.cf'), master(port));
    try {
      execFileSync('postfix', ['-c', etc!, 'start'], { stdio: 'pipe' });
    } catch (error) {
      throw new Error(`Postfix does not start: ${(error as { stderr: Buffer }).stderr}${postfix.log()}`);
    }
    return postfix;
  }

  /** Returns a person's mailbox as mbox text; empty before the first mail. */
  mailbox(address: string): string {
    try {
      return readFileSync(join(this.#folder, 'mail', address.split('@')[0]!), 'utf8');
    } catch {
      return '';
    }
  }

  log(): string {
    try {
      return readFileSync(join(this.#folder, 'log'), 'utf8');
    } catch {
      return '';
    }
  }

  [Symbol.dispose](): void {
    execFileSync('postfix', ['-c', join(this.#folder, 'etc'), 'stop'], { stdio: 'pipe' });
    // Processes of Postfix may still write into the folder for a moment.
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
