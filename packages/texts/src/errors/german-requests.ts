/** German texts of errors about requests, parameters and event queues. The keys are the English texts. */
export const requests = {
  'The message bus (NATS) cannot be reached.': 'Der Nachrichtenbus (NATS) ist nicht erreichbar.',
  'Not logged in: API authentication or user session required':
    'Nicht angemeldet: Ein API-Schlüssel oder eine Sitzung ist nötig',
  'Account is deactivated': 'Das Konto ist deaktiviert',
  'Insufficient permission': 'Dazu fehlt die Berechtigung',
  'Not found': 'Nicht gefunden',
  'Many people are signing in at the moment. Please try again in a few seconds.':
    'Gerade melden sich viele Menschen an. Bitte versuche es in ein paar Sekunden noch einmal.',
  'The server cannot answer right now. Please try again.':
    'Der Server kann gerade nicht antworten. Bitte versuche es noch einmal.',
  'Internal server error': 'Interner Fehler des Servers',
  'This server does not answer at this host name. Its operator can add the name to PARLEY_GATEWAY_HOSTS.':
    'Dieser Server antwortet nicht unter diesem Hostnamen. Wer ihn betreibt, kann den Namen in PARLEY_GATEWAY_HOSTS eintragen.',
  'Must be an organization administrator': 'Nur für Administratoren der Organisation',
  'Must be an organization owner': 'Nur für Eigentümer der Organisation',
  'API usage exceeded rate limit': 'Zu viele Anfragen in kurzer Zeit',
  "Missing '{name}' argument": 'Der Parameter „{name}“ fehlt',
  "'{name}' value does not match the expected value.": 'Der Wert von „{name}“ ist nicht der erwartete.',
  'Invalid narrow operator: {reason}': 'Ungültiger Filter: {reason}',
  // This text stays English, because the terminal client and older libraries recognize the error by the beginning of its text.
  'Bad event queue id: {queueId}': 'Bad event queue id: {queueId}',
  'Nothing to change': 'Es gibt nichts zu ändern',
  'Nothing to do.': 'Es gibt nichts zu tun.',
  'No new data supplied': 'Es wurden keine neuen Angaben gemacht',
  'A number is out of range': 'Eine Zahl liegt außerhalb des erlaubten Bereichs',
  'There is no organization yet.': 'Es gibt noch keine Organisation.',
  'This change is too large to be announced. Please split it.':
    'Diese Änderung ist zu groß. Bitte teile sie auf.',
  'The server is catching up. Please try again.':
    'Der Server holt gerade auf. Bitte versuche es noch einmal.',
  'The server is overloaded. Please try again.': 'Der Server ist überlastet. Bitte versuche es noch einmal.',
  'This server is shutting down.': 'Dieser Server wird gerade beendet.',
  'This replica is leaving.': 'Diese Replik wird gerade beendet.',
  'The client disconnected.': 'Der Client hat die Verbindung getrennt.',
  'The caller went away.': 'Der Aufrufer hat die Verbindung getrennt.',
  'The bytes broke off.': 'Die Übertragung brach ab.',
  'There is no such call.': 'Diesen Aufruf gibt es nicht.',
  'This is for operators of the server.': 'Das ist Betreibern des Servers vorbehalten.',
  'A service answered with something else than an object.':
    'Ein Dienst hat etwas anderes als ein Objekt geantwortet.',
  'A service answered without the role of the caller.':
    'Ein Dienst hat ohne die Rolle des Aufrufers geantwortet.',
  'A service answered without its snapshot.': 'Ein Dienst hat ohne seinen Schnappschuss geantwortet.',
  'A service answered without its state.': 'Ein Dienst hat ohne seinen Zustand geantwortet.',
  'A service left out a text that the gateway does not hold.':
    'Ein Dienst hat einen Text ausgelassen, den das Gateway nicht hat.',
  'Presence was not answered.': 'Die Anwesenheit wurde nicht beantwortet.',
  'Registration without options.': 'Die Registrierung hat keine Optionen.',
  'Terms are missing.': 'Die Bedingungen fehlen.',
  'Options are missing.': 'Die Optionen fehlen.',
  'Invalid parameters': 'Ungültige Parameter',
  'Invalid {parameter}': '„{parameter}“ ist ungültig',
  'Invalid setting: {name}': 'Ungültige Einstellung: {name}',
  "There is no field '{name}'.": 'Es gibt kein Feld „{name}“.',
  "There is no setting '{name}'.": 'Es gibt keine Einstellung „{name}“.',
  'Invalid op': '„op“ ist ungültig',
  '{parameter} {problem}': '{parameter} {problem}',
  '{parameter} cannot be empty': '{parameter} darf nicht leer sein',
  '{parameter} has too few elements (minimum: {minimum})':
    '{parameter} hat zu wenige Elemente (mindestens {minimum})',
  '{parameter} has too many elements (limit: {limit})':
    '{parameter} hat zu viele Elemente (höchstens {limit})',
  '{parameter} has unknown members: {names}': '{parameter} hat unbekannte Felder: {names}',
  '{parameter} is missing': '{parameter} fehlt',
  '{parameter} is not a boolean': '{parameter} ist kein Wahrheitswert',
  '{parameter} is not a list': '{parameter} ist keine Liste',
  '{parameter} is not a string': '{parameter} ist kein Text',
  '{parameter} is not an integer': '{parameter} ist keine ganze Zahl',
  '{parameter} is not an object': '{parameter} ist kein Objekt',
  '{parameter} is not one of {choices}': '{parameter} ist keiner der Werte {choices}',
  '{parameter} is not valid': '{parameter} ist ungültig',
  '{parameter} is not valid JSON': '{parameter} ist kein gültiges JSON',
  '{parameter} is not well-formed Unicode': '{parameter} ist kein gültiges Unicode',
  '{parameter} is too large (limit: {limit})': '{parameter} ist zu groß (höchstens {limit})',
  '{parameter} is too long (limit: {limit} characters)':
    '{parameter} ist zu lang (höchstens {limit} Zeichen)',
  '{parameter} is too long (maximum {limit} characters)':
    '{parameter} ist zu lang (höchstens {limit} Zeichen)',
  '{parameter} is too small (minimum: {minimum})': '{parameter} ist zu klein (mindestens {minimum})',
  '{parameter} must be valid Unicode text': '{parameter} muss gültiges Unicode sein',
  '{parameter} must not contain null bytes': '{parameter} darf keine Nullbytes enthalten',
  '{parameter} must not contain hidden characters': '{parameter} darf keine unsichtbaren Zeichen enthalten',
  'has too many members (limit: 100)': 'hat zu viele Felder (höchstens 100)',
  'is not a URL': 'ist keine URL',
  'is not a boolean or a string': 'ist weder ein Wahrheitswert noch ein Text',
  'is not a channel ID or a list of user IDs': 'ist weder eine Kanal-ID noch eine Liste von Benutzer-IDs',
  'is not a channel, or a list of user IDs, or a list of email addresses':
    'ist weder ein Kanal noch eine Liste von Benutzer-IDs oder E-Mail-Adressen',
  'is not a date': 'ist kein Datum',
  'is not a group ID or an object with direct_members and direct_subgroups':
    'ist weder eine Gruppen-ID noch ein Objekt mit direct_members und direct_subgroups',
  'is not a list of user IDs': 'ist keine Liste von Benutzer-IDs',
  'is not a list of user IDs or a list of email addresses':
    'ist weder eine Liste von Benutzer-IDs noch eine von E-Mail-Adressen',
  'is not a number of days': 'ist keine Anzahl von Tagen',
  'is not a pair of strings': 'ist kein Paar von Texten',
  'is not a string': 'ist kein Text',
  'is not a string, an integer or a list of integers':
    'ist weder ein Text noch eine ganze Zahl oder eine Liste ganzer Zahlen',
  'is not a text, a list of user IDs or null':
    'ist weder ein Text noch eine Liste von Benutzer-IDs oder null',
  'is not an object with operator and operand, or a pair of strings':
    'ist weder ein Objekt mit operator und operand noch ein Paar von Texten',
  'is not one of the choices': 'ist keine der Möglichkeiten',
  'is required': 'ist erforderlich',
  'is too long (limit: {limit} characters)': 'ist zu lang (höchstens {limit} Zeichen)',
  'num_after is negative': 'num_after ist negativ',
  'num_before is negative': 'num_before ist negativ',
  'local_id requires queue_id': 'local_id braucht queue_id',
  'queue_id requires local_id': 'queue_id braucht local_id',
  'last_event_id is beyond the newest event': 'last_event_id liegt hinter dem neuesten Ereignis',
  'narrow has an operand that is too long (limit: {limit} characters)':
    'narrow hat einen zu langen Operanden (höchstens {limit} Zeichen)',
  'Operator {operator} not supported.': 'Der Operator {operator} wird nicht unterstützt.',
  'The filter of the queue is too long (limit: {limit} characters)':
    'Der Filter der Warteschlange ist zu lang (höchstens {limit} Zeichen)',
  'This server has as many event queues as it can. Please try again later.':
    'Dieser Server kann keine weiteren Ereigniswarteschlangen anlegen. Bitte versuche es später noch einmal.',
  'Too many event queues (at most {limit}); delete one or let it expire.':
    'Zu viele Ereigniswarteschlangen (höchstens {limit}); lösche eine oder lass sie ablaufen.',
  'Too many requests wait for events here.': 'Zu viele Anfragen warten hier auf Ereignisse.',
  "Invalid '{name}' parameter for anonymous request":
    'Der Parameter „{name}“ ist ohne Anmeldung nicht erlaubt',
  'Invalid API key': 'Ungültiger API-Schlüssel',
  'Invalid Authorization header: HTTP Basic authentication required':
    'Ungültiger Authorization-Header: HTTP-Basic-Authentifizierung ist nötig',
  'Invalid Authorization header: address and API key required':
    'Ungültiger Authorization-Header: Adresse und API-Schlüssel sind nötig',
  'This API is not available to incoming webhook bots.':
    'Diese Funktion steht Bots für eingehende Webhooks nicht zur Verfügung.',
  'CSRF check failed: reload the page and try again':
    'Die CSRF-Prüfung schlug fehl: Lade die Seite neu und versuche es noch einmal',
  'Method Not Allowed': 'Diese Methode ist hier nicht erlaubt',
  'There is nothing at this address.': 'Unter dieser Adresse gibt es nichts.',
  'Malformed JSON body': 'Der JSON-Text ist fehlerhaft',
  'Malformed URL': 'Die URL ist fehlerhaft',
  'Malformed URL encoding': 'Die URL ist fehlerhaft kodiert',
  'Malformed multipart body': 'Das mehrteilige Formular ist fehlerhaft',
  'Malformed request': 'Die Anfrage ist fehlerhaft',
  'Missing Host header': 'Der Host-Header fehlt',
  'Several Host headers': 'Es gibt mehrere Host-Header',
  'Parameters must be well-formed UTF-8': 'Parameter müssen gültiges UTF-8 sein',
  'The JSON body is not an object': 'Der JSON-Text ist kein Objekt',
  'The URL is too long': 'Die URL ist zu lang',
  'The expectation cannot be met': 'Die Erwartung kann nicht erfüllt werden',
  'The form is too long': 'Das Formular ist zu lang',
  'The request body is not as long as Content-Length says':
    'Die Anfrage ist nicht so lang, wie Content-Length angibt',
  'The request body is too large': 'Die Anfrage ist zu groß',
  'The request took too long to arrive': 'Die Anfrage kam nicht rechtzeitig an',
  'The request was broken off': 'Die Anfrage brach ab',
  'Too many fields in the form': 'Das Formular hat zu viele Felder',
  'Too many parameters (limit: {limit})': 'Zu viele Parameter (höchstens {limit})',
  'Unsupported content type: send a form': 'Dieser Inhaltstyp wird nicht unterstützt: Sende ein Formular',
  'Unsupported parameter combination: {parameters}': 'Diese Parameter passen nicht zusammen: {parameters}',
  'Please choose one: "stream" or "stream_id".': 'Bitte wähle eines: „stream“ oder „stream_id“.',
  'This organization gives no API keys for tokens (JWT).':
    'Diese Organisation gibt keine API-Schlüssel für Tokens (JWT) aus.',
  'DevAuthBackend not enabled.': 'DevAuthBackend ist nicht eingeschaltet.',
  'Dev environment not enabled.': 'Die Entwicklungsumgebung ist nicht eingeschaltet.',
  'Device not recognized': 'Das Gerät ist unbekannt',
  'This organization sends encrypted notifications only, which this version of the app cannot read.':
    'Diese Organisation sendet nur verschlüsselte Mitteilungen, die diese Version der App nicht lesen kann.',
  'Device not recognized by the push bouncer': 'Das Gerät ist dem Weiterleitungsdienst unbekannt',
  'Invalid APNS token': 'Das APNs-Token ist ungültig',
  'Invalid app ID': 'Die ID der App ist ungültig',
  'Invalid `device_id`': '`device_id` ist ungültig',
  'Invalid `push_key`': '`push_key` ist ungültig',
  'Invalid `push_key_id`': '`push_key_id` ist ungültig',
  'Invalid `token_id`': '`token_id` ist ungültig',
  'Invalid `token_kind`': '`token_kind` ist ungültig',
  'Missing parameters: must provide either all push key fields, all token fields, or both.':
    'Es fehlen Parameter: Nötig sind alle Angaben zum Schlüssel, alle zum Token oder beide.',
  'No push registration exists to rotate key for.':
    'Es gibt keine Registrierung, deren Schlüssel ersetzt werden kann.',
  'No push registration exists to rotate token for.':
    'Es gibt keine Registrierung, deren Token ersetzt werden kann.',
  'A registration for the device already in progress.': 'Eine Registrierung des Geräts ist schon unterwegs.',
  'The registration is too long.': 'Die Registrierung ist zu lang.',
  'Push notification configuration issue on server, contact the server administrator or retry later.':
    'Push-Benachrichtigungen sind auf dem Server falsch eingestellt. Wende dich an den Betreiber oder versuche es später noch einmal.',
  'Network error while connecting to the push notification service.':
    'Der Push-Dienst ist nicht zu erreichen.',
  'Internal server error on the push notification service, retry later.':
    'Der Push-Dienst meldet einen Fehler. Versuche es später noch einmal.',
  'Empty or invalid length token': 'Das Token ist leer oder hat eine ungültige Länge',
  'No active registered push device': 'Kein Gerät ist für Push-Mitteilungen registriert',
  'Server is not configured to use push notification service.':
    'Der Server ist nicht für Push-Mitteilungen eingerichtet.',
  'Token does not exist': 'Das Token gibt es nicht',
  'BigBlueButton is not configured.': 'BigBlueButton ist nicht eingerichtet.',
  'Zoom is not configured.': 'Zoom ist nicht eingerichtet.',
  'This provider of video calls is not configured.':
    'Dieser Anbieter von Videoanrufen ist nicht eingerichtet.',
  'The provider of video calls does not answer. Please try again.':
    'Der Anbieter von Videoanrufen antwortet nicht. Bitte versuche es noch einmal.',
  'Connect your Zoom account first.': 'Verbinde zuerst dein Zoom-Konto.',
  'Zoom has not confirmed the connection. Please try again from the start.':
    'Zoom hat die Verbindung nicht bestätigt. Bitte beginne noch einmal von vorn.',
  'Zoom does not know your email address.': 'Zoom kennt deine E-Mail-Adresse nicht.',
  '(request ID: {requestId})': '(Anfrage-ID: {requestId})',
} as const satisfies Readonly<Record<string, string>>;
