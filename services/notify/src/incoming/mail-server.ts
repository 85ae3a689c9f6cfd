import type { Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';

/** In milliseconds, also of active ones, so that slow senders do not occupy connections. */
const connectionMs = 600_000;

type Done = () => void;

/** A connection that accepts SMTP, and LMTP (RFC 2033) when the client begins with `LHLO`. */
class Connection extends SMTPConnection {
  /** The library finds this method by its name. LMTP has one reply per recipient after the data. */
  handler_LHLO(command: Buffer, done: Done): void {
    this.handler_EHLO(command, done);
  }
}

/** A server for SMTP and LMTP on one port. A server of the library supports only one of the protocols. */
export class MailServer extends SMTPServer {
  constructor(options: SMTPServerOptions) {
    super(options);
    // Ignores errors of single connections. `listen` reports when the server cannot listen.
    this.on('error', () => undefined);
  }

  override connect(socket: Socket): void {
    const connection = new Connection(this, socket);
    this.connections.add(connection);
    connection.on('error', (error: Error) => this.emit('error', error));
    const timer = setTimeout(() => connection.close(), connectionMs);
    timer.unref();
    socket.once('close', () => clearTimeout(timer));
    connection.init();
  }

  disconnect(sessionId: string): void {
    for (const connection of this.connections) if (connection.session.id === sessionId) connection.close();
  }
}
