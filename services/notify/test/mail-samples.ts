import type { IncomingMail } from '../src/domain/incoming-mail.ts';

/** Builds mails as common mail programs write them, in many languages. */

type Sample = Pick<IncomingMail, 'headers' | 'subject' | 'text' | 'html'>;

/** The texts that mail programs add in one language. `{}` stands for the sender of the quoted mail. */
export type Language = {
  name: string;
  /** Introduction of a quotation by Gmail, Apple Mail and Thunderbird. */
  gmail: string;
  apple: string;
  thunderbird: string;
  /** Names of the lines in the header of a quoted mail by Outlook: sender, date, recipient, subject. */
  head: readonly [string, string, string, string];
  /** Prefix of the subject of a mail that Outlook forwards. */
  forward: string;
  /** Line with which Apple Mail begins a forwarded mail. */
  appleForward: string;
};

export const languages: readonly Language[] = [
  {
    name: 'English',
    gmail: 'On Mon, Jan 5, 2026 at 10:00 AM {} wrote:',
    apple: 'On 5 Jan 2026, at 10:00, {} wrote:',
    thunderbird: 'On 05/01/2026 10:00, {} wrote:',
    head: ['From', 'Sent', 'To', 'Subject'],
    forward: 'FW',
    appleForward: 'Begin forwarded message:',
  },
  {
    name: 'German',
    gmail: 'Am Mo., 5. Jan. 2026 um 10:00 Uhr schrieb {}:',
    apple: 'Am 05.01.2026 um 10:00 schrieb {}:',
    thunderbird: 'Am 05.01.26 um 10:00 schrieb {}:',
    head: ['Von', 'Gesendet', 'An', 'Betreff'],
    forward: 'WG',
    appleForward: 'Anfang der weitergeleiteten Nachricht:',
  },
  {
    name: 'French',
    gmail: 'Le lun. 5 janv. 2026 à 10:00, {} a écrit :',
    apple: 'Le 5 janv. 2026 à 10:00, {} a écrit :',
    thunderbird: 'Le 05/01/2026 à 10:00, {} a écrit :',
    head: ['De', 'Envoyé', 'À', 'Objet'],
    forward: 'TR',
    appleForward: 'Début du message réexpédié :',
  },
  {
    name: 'Spanish',
    gmail: 'El lun, 5 ene 2026 a las 10:00, {} escribió:',
    apple: 'El 5 ene 2026, a las 10:00, {} escribió:',
    thunderbird: 'El 5/1/26 a las 10:00, {} escribió:',
    head: ['De', 'Enviado', 'Para', 'Asunto'],
    forward: 'RV',
    appleForward: 'Inicio del mensaje reenviado:',
  },
  {
    name: 'Polish',
    gmail: 'pon., 5 sty 2026 o 10:00 {} napisał(a):',
    apple: 'Wiadomość napisana przez {} w dniu 05.01.2026, o godz. 10:00:',
    thunderbird: 'W dniu 5.01.2026 o 10:00, {} pisze:',
    head: ['Od', 'Wysłano', 'Do', 'Temat'],
    forward: 'PD',
    appleForward: 'Początek przekazywanej wiadomości:',
  },
  {
    name: 'Japanese',
    gmail: '2026年1月5日(月) 10:00 {}:',
    apple: '2026/01/05 10:00、{}のメール:',
    thunderbird: 'On 2026/01/05 10:00, {} wrote:',
    head: ['差出人', '送信日時', '宛先', '件名'],
    forward: '転送',
    appleForward: '転送されたメッセージ:',
  },
  {
    name: 'Chinese',
    gmail: '{} 于2026年1月5日周一 10:00写道：',
    apple: '在 2026年1月5日，10:00，{} 写道：',
    thunderbird: '在 2026/1/5 10:00, {} 写道:',
    head: ['发件人', '发送时间', '收件人', '主题'],
    forward: '转发',
    appleForward: '下面是被转发的邮件：',
  },
  {
    name: 'Hebrew',
    gmail: '‫בתאריך יום ב׳, 5 בינו׳ 2026 ב-10:00 מאת {}‬:‬',
    apple: 'ב-5 בינו׳ 2026, בשעה 10:00, {} כתב/ה:',
    thunderbird: 'בתאריך 05/01/2026 10:00, {} כתב:',
    head: ['מאת', 'נשלח', 'אל', 'נושא'],
    forward: 'הועבר',
    appleForward: 'תחילת ההודעה שהועברה:',
  },
  {
    name: 'Swedish',
    gmail: 'Den mån 5 jan. 2026 kl 10:00 skrev {}:',
    apple: '5 jan. 2026 kl. 10:00 skrev {}:',
    thunderbird: 'Den 2026-01-05 kl. 10:00, skrev {}:',
    head: ['Från', 'Skickat', 'Till', 'Ämne'],
    forward: 'VB',
    appleForward: 'Vidarebefordrat brev:',
  },
  {
    name: 'Korean',
    gmail: '2026년 1월 5일 (월) 오전 10:00, {}님이 작성:',
    apple: '2026. 1. 5. 오전 10:00, {} 작성:',
    thunderbird: '2026-01-05 10:00에 {} 이(가) 쓴 글:',
    head: ['보낸 사람', '보낸 날짜', '받는 사람', '제목'],
    forward: '전달',
    appleForward: '전달된 메시지의 시작:',
  },
];

export const clients = ['Gmail', 'Apple Mail', 'Thunderbird', 'Outlook'] as const;
export type Client = (typeof clients)[number];

/** What the author writes, and the mail that is quoted or forwarded. */
export type Content = { own: readonly string[]; other: readonly string[]; signature?: readonly string[] };

const sender = 'Ann Lee <ann@x.test>';
const subject = 'Plans';

const marked = (lines: readonly string[]): string[] => lines.map((line) => (line === '' ? '>' : `> ${line}`));
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const paragraphs = (lines: readonly string[]): string =>
  lines.map((line) => `<div>${line === '' ? '<br>' : escaped(line)}</div>`).join('\n');
const headLines = ([from, sent, to, about]: Language['head']): string[] => [
  `${from}: ${sender}`,
  `${sent}: 2026-01-05 10:00`,
  `${to}: bob@x.test`,
  `${about}: ${subject}`,
];
const introduction = (client: Client, language: Language): string => {
  const text =
    client === 'Gmail' ? language.gmail : client === 'Apple Mail' ? language.apple : language.thunderbird;
  return text.replace('{}', sender);
};

/** Header fields of a reply to the mail with this Message-ID. */
export const replyTo = (messageId: string): IncomingMail['headers'] => [
  { key: 'in-reply-to', value: messageId },
  { key: 'references', value: `<thread@x.test> ${messageId}` },
];

/** Returns a mail that the author writes above the quoted mail. */
export function replyIn(client: Client, language: Language, { own, other, signature = [] }: Content): Sample {
  const footer = signature.length > 0 ? ['', '-- ', ...signature] : [];
  const head = headLines(language.head);
  const text =
    client === 'Outlook'
      ? [...own, ...footer, '', '________________________________', ...head, '', ...other]
      : [...own, ...footer, '', introduction(client, language), '', ...marked(other)];
  const body = paragraphs(own);
  const intro = escaped(introduction(client, language));
  const signed = (attributes: string) =>
    signature.length > 0 ? `<div ${attributes}>${paragraphs(signature)}</div>` : '';
  const html = {
    Gmail: `${body}${signed('class="gmail_signature"')}<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${intro}<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex">${paragraphs(other)}</blockquote></div>`,
    'Apple Mail': `${body}${signed('id="AppleMailSignature"')}<div><br><blockquote type="cite"><div>${intro}</div><br><div>${paragraphs(other)}</div></blockquote></div>`,
    Thunderbird: `<p>${body}</p>${signed('class="moz-signature"')}<div class="moz-cite-prefix">${intro}<br></div><blockquote type="cite" cite="mid:1@x.test">${paragraphs(other)}</blockquote>`,
    Outlook: `${body}${signed('id="Signature"')}<div id="appendonsend"></div><hr><div id="divRplyFwdMsg" dir="ltr">${head.map((line) => `<b>${escaped(line).replace(':', ':</b>')}<br>`).join('')}</div><div>${paragraphs(other)}</div>`,
  }[client];
  return { headers: [], subject: `Re: ${subject}`, text: `${text.join('\n')}\n`, html };
}

/** Returns a mail with which the author forwards another mail. */
export function forwardIn(
  client: Client,
  language: Language,
  { own, other, signature = [] }: Content,
): Sample {
  const head = headLines(language.head);
  const footer = signature.length > 0 ? ['', '-- ', ...signature] : [];
  const mark = {
    Gmail: ['---------- Forwarded message ---------', ...head, ''],
    'Apple Mail': [language.appleForward, '', ...head, ''],
    Thunderbird: ['', '-------- Forwarded Message --------', ...head, ''],
    Outlook: ['________________________________', ...head, ''],
  }[client];
  const quoted = client === 'Apple Mail' ? marked([...mark.slice(1), ...other]) : [...mark, ...other];
  const first = client === 'Apple Mail' ? [language.appleForward, ''] : [];
  const intro = paragraphs(mark);
  const html = {
    Gmail: `${paragraphs(own)}<div class="gmail_quote gmail_quote_container"><div class="gmail_attr">${intro}</div>${paragraphs(other)}</div>`,
    'Apple Mail': `${paragraphs(own)}<div><br><blockquote type="cite">${intro}${paragraphs(other)}</blockquote></div>`,
    Thunderbird: `${paragraphs(own)}<div class="moz-forward-container"><br>${intro}${paragraphs(other)}</div>`,
    Outlook: `${paragraphs(own)}<div id="appendonsend"></div><hr><div id="divRplyFwdMsg">${intro}</div>${paragraphs(other)}`,
  }[client];
  const prefix = client === 'Outlook' ? language.forward : 'Fwd';
  return {
    headers: [],
    subject: `${prefix}: ${subject}`,
    text: `${[...own, ...footer, '', ...first, ...quoted].join('\n')}\n`,
    html: signature.length > 0 ? `${html}<div class="moz-signature">${paragraphs(signature)}</div>` : html,
  };
}

/** Returns a mail that is no reply. */
export const newMail = ({ own, signature = [] }: Content): Sample => ({
  headers: [],
  subject,
  text: [...own, ...(signature.length > 0 ? ['', '-- ', ...signature] : [])].join('\n'),
  html: `${paragraphs(own)}<div class="gmail_signature">${paragraphs(signature)}</div>`,
});

/** Returns the words of a text, without marks. */
export const wordsOf = (text: string): string[] => text.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
