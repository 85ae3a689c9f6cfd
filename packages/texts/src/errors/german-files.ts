/** German texts of errors about files. The keys are the English texts. */
export const files = {
  'A file has fewer bytes than its row says.': 'Eine Datei hat weniger Bytes, als über sie vermerkt ist.',
  'Content-Type must be {type}': 'Content-Type muss {type} sein',
  'Tus-Resumable must be {version}': 'Tus-Resumable muss {version} sein',
  'Could not decode image; did you upload an image file?':
    'Das Bild kann nicht gelesen werden; ist es eine Bilddatei?',
  'File is larger than the configured maximum upload size ({mebibytes} MiB).':
    'Die Datei ist größer als erlaubt ({mebibytes} MiB).',
  'File not found.': 'Die Datei wurde nicht gefunden.',
  'Files of the type {type} may not be uploaded here.':
    'Dateien der Art {type} dürfen hier nicht hochgeladen werden.',
  'Files whose names end in {ending} may not be uploaded here.':
    'Dateien, deren Name auf {ending} endet, dürfen hier nicht hochgeladen werden.',
  'Invalid attachment': 'Ungültiger Anhang',
  'Invalid image': 'Ungültiges Bild',
  'Invalid upload length': 'Ungültige Länge der Datei',
  'The file at this address cannot be loaded.': 'Die Datei an dieser Adresse kann nicht geladen werden.',
  'The picture at this address cannot be loaded.': 'Das Bild an dieser Adresse kann nicht geladen werden.',
  'The file has not been checked for viruses yet. Please try again later.':
    'Die Datei wurde noch nicht auf Viren geprüft. Bitte versuche es später noch einmal.',
  'The file is harmful and cannot be opened ({finding}).':
    'Die Datei ist schädlich und kann nicht geöffnet werden ({finding}).',
  'The file store does not answer. Please try again.':
    'Der Dateispeicher antwortet nicht. Bitte versuche es noch einmal.',
  'The file was sent in too many pieces.': 'Die Datei wurde in zu vielen Stücken gesendet.',
  'The image is larger than 5 MiB.': 'Das Bild ist größer als 5 MiB.',
  'The image is too large (limit: {megapixels} million pixels, {frames} frames if animated).':
    'Das Bild ist zu groß (höchstens {megapixels} Millionen Bildpunkte, {frames} Einzelbilder bei Animationen).',
  'The metadata of the upload is too long.': 'Die Angaben zur Datei sind zu lang.',
  'The upload continues at another offset.': 'Die Übertragung geht an einer anderen Stelle weiter.',
  'The upload took too long. Please try again.':
    'Das Hochladen hat zu lange gedauert. Bitte versuche es noch einmal.',
  'The uploaded file has no name.': 'Die hochgeladene Datei hat keinen Namen.',
  'There is no such upload.': 'Diese Übertragung gibt es nicht.',
  'This kind of image is unknown.': 'Diese Art von Bild ist unbekannt.',
  'Too many files are being transferred. Please try again.':
    'Es werden gerade zu viele Dateien übertragen. Bitte versuche es noch einmal.',
  'Too many files.': 'Zu viele Dateien.',
  'Too many uploads are in progress.': 'Es laufen zu viele Übertragungen.',
  'Upload would exceed your organization’s upload quota.':
    'Die Datei passt nicht mehr in den Speicherplatz deiner Organisation.',
  'You have {limit} files, as many as you may. Delete some first.':
    'Du hast {limit} Dateien, mehr sind nicht erlaubt. Lösche zuerst welche.',
  'Your files together may have {limit} MiB. Delete some first.':
    'Deine Dateien dürfen zusammen {limit} MiB haben. Lösche zuerst welche.',
  'You have uploaded too many images within a day.':
    'Du hast innerhalb eines Tages zu viele Bilder hochgeladen.',
  'You may only upload one file at a time': 'Du kannst nur eine Datei auf einmal hochladen',
  'You must specify a file to upload': 'Du musst eine Datei angeben',
  'Concatenation extension is not (yet) supported. Disable parallel uploads in the tus client.':
    'Die Erweiterung „concatenation“ wird nicht unterstützt. Schalte das parallele Hochladen im tus-Client aus.',
  'Content-Type header required': 'Der Header Content-Type fehlt',
  'creation-defer-length extension is not (yet) supported.':
    'Die Erweiterung „creation-defer-length“ wird nicht unterstützt.',
  'Something went wrong receiving the file': 'Beim Empfang der Datei ist etwas schiefgegangen',
  'Something went wrong with that request': 'Bei dieser Anfrage ist etwas schiefgegangen',
  'The file for this url no longer exists': 'Die Datei zu dieser Adresse gibt es nicht mehr',
  'The file for this url was not found': 'Die Datei zu dieser Adresse wurde nicht gefunden',
  'Upload-Length or Upload-Defer-Length header required':
    'Der Header Upload-Length oder Upload-Defer-Length fehlt',
  'Upload-Offset conflict': 'Upload-Offset passt nicht zum Stand der Übertragung',
  'Upload-Offset header required': 'Der Header Upload-Offset fehlt',
  "upload's size exceeded": 'Die angekündigte Größe der Datei ist überschritten',
} as const satisfies Readonly<Record<string, string>>;
