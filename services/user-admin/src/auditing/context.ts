import type { Ctx as ExportingCtx } from '../exporting/context.ts';

/** The receiver of the stream of the audit log. */
export type AuditStream = {
  /** `https:` (`http:` only to this machine), `syslog+tls:` or `syslog+tcp:`. */
  url: string;
  /** Sent as bearer token over HTTPS; empty for none. */
  token: string;
  /** Certificates of the receiver's authority, PEM; undefined for those of Node. */
  ca: string | undefined;
};

/** What handlers and the worker of the module `auditing` use. */
export type Ctx = ExportingCtx & {
  config: {
    /** Host name of the server, which names the sender of syslog messages. */
    host: string;
    audit: {
      /** Days after which entries are deleted; 0 keeps them. */
      retentionDays: number;
      stream: AuditStream | undefined;
    };
  };
};
