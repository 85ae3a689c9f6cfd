import type { Talk } from './talk.ts';

export const officeTalks: readonly Talk[] = [
  {
    channel: 'office-berlin',
    topic: 'Kaffeemaschine',
    hoursAgo: 2.4,
    lines: [
      ['Jonas', 'Die Kaffeemaschine zeigt „Fehler 8“ und pfeift. Kennt das jemand?'],
      ['Wanda', 'Fehler 8 ist der Wassertank. Er sitzt nicht richtig, einmal raus und wieder rein.'],
      ['Jonas', 'Gemacht. Jetzt pfeift sie lauter. :grimacing:', { joy: 'Wanda Emma' }],
      ['Emma', 'Ist der Tank vielleicht leer?'],
      ['Jonas', 'Ich möchte darüber nicht sprechen.', { joy: 'Wanda Emma Anton Marie' }],
      ['Anton', 'Bohnen sind auch fast alle. Ich bestelle nach, dieselben wie immer?'],
      ['Wanda', 'Gern die aus der Rösterei um die Ecke. Und bitte einmal ohne Koffein.'],
      [
        'Anton',
        'Bestellt: fünf Kilo, davon eins ohne. Kommt am Mittwoch.',
        { coffee: 'Jonas Emma Wanda', pray: 'Marie' },
      ],
    ],
  },
  {
    channel: 'office-berlin',
    topic: 'Fahrradkeller',
    hoursAgo: 23,
    lines: [
      [
        'Anton',
        'Im Fahrradkeller stehen sieben Räder, die seit dem Sommer niemand bewegt hat. Wem gehören sie?',
      ],
      ['Emma', 'Das blaue ist meins! Ich hole es am Freitag.'],
      ['Wanda', 'Das rote Klapprad gehört Viktor, er ist bis Donnerstag im Urlaub.'],
      [
        'Anton',
        'Dann hänge ich an die anderen fünf einen Zettel und warte bis Jahresende.',
        { '+1': 'Emma Wanda' },
      ],
    ],
  },
  {
    channel: 'paris',
    topic: 'déjeuner',
    hoursAgo: 1.6,
    lines: [
      ['Quentin', 'Qui mange avec nous à midi ? Il y a une nouvelle crêperie rue des Martyrs.'],
      ['Ines', 'Moi ! À quelle heure ?'],
      ['Quentin', '12 h 15 devant la porte.'],
      ['Zoe', 'Je vous rejoins à 12 h 30, j’ai encore un appel.', { '+1': 'Quentin' }],
      ['Ines', 'On te commande quelque chose ?'],
      ['Zoe', 'Une complète, s’il te plaît. Et une bolée de cidre, c’est lundi.', { joy: 'Ines Quentin' }],
      ['Quentin', 'Table pour quatre réservée. @Olivia tu es à Paris aujourd’hui, tu viens ?'],
    ],
  },
  {
    channel: 'madrid',
    topic: 'comida del viernes',
    hoursAgo: 20.5,
    lines: [
      ['Lucía', '¿Hacemos comida el viernes? Propongo el arroz de la calle Pez.'],
      ['Carlos', '¡Sí! ¿Cuántos somos?'],
      ['Lucía', 'De momento siete. Reservo para diez, por si acaso.'],
      ['Bianca', 'Yo llego un poco más tarde, tengo una visita hasta las dos.'],
      ['Carlos', 'Te guardamos el socarrat.', { joy: 'Bianca Lucía', heart: 'Rosa' }],
      ['Rosa', '¿Hay algo sin gluten?'],
      [
        'Lucía',
        'El arroz no lleva, y preguntan siempre. Mesa a las 14:30, a nombre de Parley.',
        { pray: 'Rosa', tada: 'Carlos Bianca' },
      ],
    ],
  },
  {
    channel: 'tokyo',
    topic: '今週の予定',
    hoursAgo: 9,
    lines: [
      [
        'Haruki',
        'おはようございます。今週の予定です。\n\n* 火曜日 14:00 青山書店様と打ち合わせ\n* 水曜日 アプリ 4.12 の確認\n* 金曜日 大掃除',
      ],
      ['Xiu', 'おはようございます。火曜日の資料は今日中に準備します。', { pray: 'Haruki' }],
      ['Haruki', 'ありがとうございます。会議室 B を予約しました。'],
      ['Xiu', 'コンビニ決済の件もお話しした方がいいですか?'],
      ['Haruki', 'はい、直ったことを最初にお伝えしましょう。**とても大事**なお客様です。'],
      ['Xiu', '承知しました。数字も入れておきます。', { '+1': 'Haruki' }],
      ['Haruki', '金曜日の大掃除の後は、みんなで鍋にしませんか?', { heart: 'Xiu', stew: 'Grace' }],
    ],
  },
  {
    channel: 'tel-aviv',
    topic: 'ארוחת צהריים',
    hoursAgo: 24,
    lines: [
      ['Yael', 'מי בא היום לחומוס? יוצאים באחת.'],
      ['Farid', 'אני! צריך להזמין מקום?'],
      ['Yael', 'לא צריך, אבל כדאי להגיע לפני אחת וחצי.', { '+1': 'Farid' }],
      ['Dana', 'אני אצטרף בעוד עשר דקות, רק מסיימת שיחה.'],
      ['Farid', 'שומרים לך מקום. פיתה נוספת?'],
      ['Dana', 'שתיים. :joy:', { joy: 'Yael Farid' }],
      ['Yael', 'החניה מלאה היום, עדיף ללכת ברגל.'],
    ],
  },
];
