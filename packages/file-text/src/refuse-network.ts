import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/** Makes every way to the network fail in this process, for all modules that are loaded later. There is no way back. */
export function refuseNetwork(): void {
  const refuse = (): never => {
    throw new Error('This process has no network.');
  };
  net.Socket.prototype.connect = refuse;
  net.Server.prototype.listen = refuse;
  dgram.Socket.prototype.bind = refuse;
  dgram.Socket.prototype.send = refuse;
  dgram.Socket.prototype.connect = refuse;
  for (const name of Object.keys(dns) as (keyof typeof dns)[]) {
    if (typeof dns[name] === 'function' && /^(?:lookup|resolve|reverse)/.test(name))
      Object.assign(dns, { [name]: refuse });
  }
  Object.assign(dns.promises, { lookup: refuse, resolve: refuse });
  Object.assign(childProcess, { spawn: refuse, fork: refuse, exec: refuse, execFile: refuse });
  for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']) {
    Object.defineProperty(globalThis, name, { value: undefined });
  }
  syncBuiltinESMExports();
}
