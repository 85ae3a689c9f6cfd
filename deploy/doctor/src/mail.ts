import { errorCode, errorMessage, isRecord } from '@parley/core';
import { createTransport } from 'nodemailer';
import { type Finding, fail, ok } from './finding.ts';

const timeoutMs = 10_000;

/** As `notify` does. Sends no mail. @param smtpUrl empty when no mail server is configured */
export async function examineMail(smtpUrl: string): Promise<Finding[]> {
  if (smtpUrl === '') return [];
  const check = 'mail.server';
  const { host } = new URL(smtpUrl);
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({ url: smtpUrl, ...timeouts });
  try {
    await transport.verify();
    return [ok(check, `The mail server answers at ${host}.`)];
  } catch (error) {
    if (errorCode(error) === 'EAUTH') {
      const responseCode = isRecord(error) ? error.responseCode : undefined;
      return [
        fail(
          check,
          `The mail server at ${host} refuses the name or password (${responseCode ?? 'no code'}).`,
          'Correct them in PARLEY_SMTP_URL; special characters in them are percent-encoded. Mails wait meanwhile.',
        ),
      ];
    }
    return [
      fail(
        check,
        `The mail server at ${host} does not answer: ${errorMessage(error).replace(/\.$/, '')}.`,
        'Check PARLEY_SMTP_URL, the certificate of the mail server and the network between. Mails wait for up to three days.',
      ),
    ];
  } finally {
    transport.close();
  }
}
