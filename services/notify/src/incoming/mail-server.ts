import type { Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';

/** Longest time for which a connection may last, however busy it is: slow senders must not occupy connections. */
const connectionMs = 600_000;

type Done = () => void;

/** A connection that speaks LMTP (RFC 2033) after `LHLO`, and SMTP otherwise. */
class Connection extends SMTPConnection {
  /**
   * The library looks commands up by this name. LMTP differs from SMTP by one reply for each recipient after the data.
   */
  handler_LHLO(command: Buffer, done: Done): void {
    this.handler_EHLO(command, done);
  }
}

/** A server of SMTP and LMTP on one port. The library offers only one of them per server. */
export class MailServer extends SMTPServer {
  constructor(options: SMTPServerOptions) {
    super(options);
    // A connection that breaks is no failure of the server, and a listener that fails is reported by `listen`.
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

  /** Ends the connection of a session. */
  disconnect(sessionId: string): void {
    for (const connection of this.connections) if (connection.session.id === sessionId) connection.close();
  }
}
