import type { IncomingMail } from '../domain/incoming-mail.ts';

/** A parsed mail with the sender in its envelope. The sender of a bounce is empty. */
export type Delivery = { mail: IncomingMail; sender: string };

/**
 * Outcome of a mail. `posted`: it became a message. `repeated`: it had become a message before. `ignored`: an automatic mail, or a
 * mail to a report address that reports no failure of a sent mail. `bounced`: it reported that a mail of this server was not
 * delivered. `explained`: a reply from another address than the notification was sent to, whose author gets a mail about it.
 */
export type ReceiveOutcome = 'posted' | 'repeated' | 'ignored' | 'bounced' | 'explained';
