/** German texts of errors about webhooks. */
export const integrations = {
  'The secret is too long.': 'Das Geheimnis ist zu lang.',
  'This webhook is turned off.': 'Dieser Webhook ist ausgeschaltet.',
  'The integration "{name}" could not read the payload.':
    'Die Integration „{name}“ konnte den Inhalt nicht lesen.',
  'The signature or secret of the request is missing or wrong.':
    'Die Signatur oder das Geheimnis der Anfrage fehlt oder ist falsch.',
  'There is no such integration.': 'Diese Integration gibt es nicht.',
  'There is no such webhook.': 'Diesen Webhook gibt es nicht.',
  'There is no webhook at this address.': 'Unter dieser Adresse gibt es keinen Webhook.',
  'There is no such delivery.': 'Diese Zustellung gibt es nicht.',
  'This delivery cannot be repeated.': 'Diese Zustellung kann nicht wiederholt werden.',
  'This bot has no outgoing webhook.': 'Dieser Bot hat keinen ausgehenden Webhook.',
  'Messages can only be sent to a public web address.':
    'Nachrichten können nur an eine öffentliche Webadresse gesendet werden.',
  'Invalid interface type': 'Ungültige Art der Schnittstelle',
  'There are too many words or channels.': 'Es sind zu viele Wörter oder Kanäle.',
  'This message or form is no longer there.': 'Diese Nachricht oder dieses Formular gibt es nicht mehr.',
  'This app is turned off.': 'Diese App ist ausgeschaltet.',
  'This app is not approved for the channel.': 'Diese App ist für den Kanal nicht freigegeben.',
  'Another app has the command {name}.': 'Eine andere App hat den Befehl {name}.',
  'There is no such control.': 'Dieses Bedienelement gibt es nicht.',
  'The app did not answer with options.': 'Die App hat nicht mit Auswahlmöglichkeiten geantwortet.',
  'There is no such app.': 'Diese App gibt es nicht.',
  'There can be at most {limit} apps.': 'Es kann höchstens {limit} Apps geben.',
  'There is no such command.': 'Diesen Befehl gibt es nicht.',
  'There is no such kind of events.': 'Diese Art von Ereignissen gibt es nicht.',
} as const satisfies Readonly<Record<string, string>>;
