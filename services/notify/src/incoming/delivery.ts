import type { IncomingMail } from '../domain/incoming-mail.ts';

/** A mail that was parsed, with the sender of its envelope; empty for a bounce. */
export type Delivery = { mail: IncomingMail; sender: string };

/** Outcome of a mail. `bounced`: it reports that a mail of this server was not delivered. */
export type ReceiveOutcome = 'posted' | 'repeated' | 'ignored' | 'bounced';
