import type { Server } from 'node:http';
import { Socket } from 'node:net';
import { arrivesStill } from '../answer/node-internals.ts';

/** Time in milliseconds between two looks at a connection that is to be closed. */
const lookMs = 1_000;
/** Number of looks without a new byte after which the client is given up. */
const quietLooks = 5;
/** Number of looks after which a client that still sends is given up. */
const mostLooks = 30;

/**
 * Lets the clients of a server read the last answer of a connection although they are still sending the body of its request, for
 * example one that is too large. When a connection is closed while bytes arrive, the operating system resets it, and the client loses
 * the answer (RFC 9112, 9.6). So such a connection is closed for writing first, and what arrives is discarded until the client closes
 * its side, sends nothing for 5 s, or has sent for 30 s.
 */
export function closeGently(server: Server): void {
  server.on('connection', (socket: Socket) => {
    socket.destroySoon = destroyAfterRequest;
  });
}

/** Replaces the method of `Socket` by which Node closes a connection after its last answer. */
function destroyAfterRequest(this: Socket): void {
  if (!arrivesStill(this)) {
    Socket.prototype.destroySoon.call(this);
    return;
  }
  this.end();
  let looks = 0;
  let quiet = 0;
  let { bytesRead } = this;
  const timer = setInterval(() => {
    looks++;
    quiet = this.bytesRead === bytesRead ? quiet + 1 : 0;
    ({ bytesRead } = this);
    if (looks >= mostLooks || quiet >= quietLooks || !arrivesStill(this)) this.destroy();
  }, lookMs);
  this.once('close', () => clearInterval(timer));
}
