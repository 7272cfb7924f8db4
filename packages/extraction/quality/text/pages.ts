/** Pages in several languages with what a reader finds on them, written for this set. */
export interface JudgedText {
  readonly name: string
  readonly language: string
  readonly markdown: string
  /** Words that a good summary holds. */
  readonly summary: ReadonlyArray<string>
  /** Words that no summary may hold: menus, cookies, bylines. */
  readonly noise: ReadonlyArray<string>
  /** Questions, and words of the passage that answers them; none when the page says nothing on it. */
  readonly questions: ReadonlyArray<readonly [question: string, says: string | undefined]>
}

export const pages: ReadonlyArray<JudgedText> = [
  {
    name: "library rules",
    language: "en",
    markdown: `# Harbour Library

[Home](/) [Catalogue](/c) [Contact](/k)

The Harbour Library lends books, maps and nautical charts to everybody who lives in the county. Borrowing is free, and a card is issued on the day you apply for it.

## Loans

Books may be kept for four weeks, and charts for ten days. A loan can be renewed twice unless another reader has reserved the item. Late returns cost 20 pence a day.

## Opening hours

| Day | Hours |
| --- | --- |
| Monday to Friday | 9:00 – 19:00 |
| Saturday | 10:00 – 14:00 |
| Sunday | closed |

## Reading room

The reading room has forty seats. Bags must be left in the lockers, which take a one-pound coin.

We use cookies to improve your visit.
`,
    summary: ["lends books"],
    noise: ["cookies", "Catalogue"],
    questions: [
      ["How long may I keep a book?", "four weeks"],
      ["When is the library open on Saturday?", "10:00 – 14:00"],
      ["What does a late return cost?", "20 pence"],
      ["Where do I leave my bag?", "lockers"],
      ["Is there a wheelchair lift?", undefined]
    ]
  },
  {
    name: "bicycle repair in German",
    language: "de",
    markdown: `# Fahrradwerkstatt am Kai

Startseite | Preise | Anfahrt

Unsere Werkstatt repariert Fahrräder, Lastenräder und Anhänger aller Marken. Eine Inspektion dauert in der Regel zwei Tage, im Frühling bis zu einer Woche.

## Preise

- Kleine Inspektion: 49 Euro
- Große Inspektion: 89 Euro
- Schlauchwechsel: 12 Euro zuzüglich Material

## Garantie

Auf alle Arbeiten geben wir zwölf Monate Garantie. Ausgenommen sind Verschleißteile wie Bremsbeläge und Ketten.

## Abholung

Fertige Räder können werktags von 8 bis 18 Uhr abgeholt werden. Nach vier Wochen berechnen wir eine Lagergebühr von zwei Euro pro Tag.

Diese Website verwendet Cookies.
`,
    summary: ["repariert Fahrräder"],
    noise: ["Cookies", "Startseite"],
    questions: [
      ["Was kostet die große Inspektion?", "89 Euro"],
      ["Wie lange gilt die Garantie?", "zwölf Monate"],
      ["Wann kann ich mein Rad abholen?", "8 bis 18 Uhr"],
      ["Verleiht ihr Motorroller?", undefined]
    ]
  },
  {
    name: "ferry in French",
    language: "fr",
    markdown: `# Le bac de la Pointe

Le bac relie la Pointe aux îles en vingt-cinq minutes, toute l'année. Il transporte les piétons, les vélos et une douzaine de voitures.

## Horaires

Le premier départ est à 6 h 30 et le dernier à 21 h 15. En hiver, le service s'arrête à 19 heures.

## Tarifs

| Passager | Aller simple |
| --- | --- |
| Adulte | 4,50 € |
| Enfant de moins de 12 ans | 2 € |
| Vélo | gratuit |

## Mauvais temps

Quand le vent dépasse soixante nœuds, les traversées sont annulées et les billets sont remboursés.

Tous droits réservés.
`,
    summary: ["relie la Pointe"],
    noise: ["droits réservés"],
    questions: [
      ["À quelle heure part le dernier bac ?", "21 h 15"],
      ["Combien coûte un billet pour un enfant ?", "2 €"],
      ["Les billets sont-ils remboursés en cas de vent ?", "remboursés"],
      ["Peut-on dîner à bord ?", undefined]
    ]
  },
  {
    name: "cheese in Spanish",
    language: "es",
    markdown: `# Quesería La Cañada

Elaboramos queso de oveja con leche cruda de nuestro propio rebaño desde 1962. La curación se hace en una cueva natural a doce grados.

## Visitas

Las visitas guiadas duran una hora y media e incluyen una degustación de tres quesos. Es necesario reservar con dos días de antelación.

## Conservación

El queso se conserva mejor en un lugar fresco, envuelto en papel. No conviene congelarlo, porque pierde su textura.

## Tienda

La tienda abre de martes a sábado por la mañana. Enviamos pedidos a toda la península en 48 horas.
`,
    summary: ["queso de oveja"],
    noise: [],
    questions: [
      ["¿Cuánto duran las visitas?", "una hora y media"],
      ["¿Se puede congelar el queso?", "No conviene congelarlo"],
      ["¿En cuánto tiempo llegan los pedidos?", "48 horas"],
      ["¿Venden mermelada?", undefined]
    ]
  },
  {
    name: "volcano in Italian",
    language: "it",
    markdown: `# Il vulcano dell'isola

Il vulcano dell'isola è alto 924 metri ed erutta in media ogni venti minuti da oltre duemila anni. Gli scienziati lo osservano da una stazione sul versante nord.

## Salita

La salita alla cima è permessa solo con una guida autorizzata. Il percorso richiede circa tre ore e l'uso del casco è obbligatorio.

## Geologia

Le rocce del vulcano sono basalti ricchi di potassio. La parte emersa del vulcano rappresenta solo un terzo dell'intero edificio.

## Abitanti

Sull'isola vivono circa cinquecento persone, che si occupano di pesca e di turismo.
`,
    summary: ["924 metri"],
    noise: [],
    questions: [
      ["Quanto è alto il vulcano?", "924 metri"],
      ["Serve una guida per la salita?", "guida autorizzata"],
      ["Quante persone vivono sull'isola?", "cinquecento persone"],
      ["C'è un aeroporto?", undefined]
    ]
  },
  {
    name: "hot springs in Japanese",
    language: "ja",
    markdown: `# 山の湯温泉

山の湯温泉は、標高千二百メートルの高原にある温泉です。泉質は硫黄泉で、肌がなめらかになると言われています。

## 営業時間

営業時間は午前十時から午後九時までです。毎週水曜日は休館日です。

## 料金

| 区分 | 料金 |
| --- | --- |
| 大人 | 800円 |
| 子供 | 400円 |

## 交通

駅からバスで三十分かかります。駐車場は五十台分あり、無料で利用できます。
`,
    summary: ["温泉です"],
    noise: [],
    questions: [
      ["子供の料金はいくらですか", "400円"],
      ["休館日はいつですか", "水曜日"],
      ["駐車場はありますか", "駐車場は五十台分"],
      ["犬を連れて行けますか", undefined]
    ]
  },
  {
    name: "tea house in Chinese",
    language: "zh",
    markdown: `# 湖边茶馆

湖边茶馆建于一九二三年，是城里最老的茶馆。茶馆的茶叶来自附近的山区，每年春天采摘。

## 营业时间

茶馆每天早上八点开门，晚上十点关门。春节期间休息三天。

## 茶叶

最受欢迎的是绿茶，一壶三十元。红茶和乌龙茶的价格是一壶四十元。

## 演出

每个星期六晚上有评弹演出，门票二十元。
`,
    summary: ["最老的茶馆"],
    noise: [],
    questions: [
      ["绿茶多少钱", "三十元"],
      ["茶馆几点开门", "八点开门"],
      ["评弹演出是什么时候", "星期六"],
      ["有停车场吗", undefined]
    ]
  },
  {
    name: "clinic in Arabic",
    language: "ar",
    markdown: `# عيادة الميناء

تقدم عيادة الميناء الرعاية الطبية لسكان الحي منذ عام 1998. يعمل في العيادة ستة أطباء وأربع ممرضات.

## المواعيد

تفتح العيادة أبوابها من الأحد إلى الخميس من الثامنة صباحا حتى الرابعة مساء. يجب حجز الموعد بالهاتف قبل يوم واحد.

## الأسعار

سعر الكشف خمسون دينارا، والأطفال دون الخامسة مجانا.

## الصيدلية

توجد صيدلية في الطابق الأرضي وتعمل طوال اليوم.
`,
    summary: ["الرعاية الطبية"],
    noise: [],
    questions: [
      ["ما سعر الكشف؟", "خمسون دينارا"],
      ["أين توجد الصيدلية؟", "الطابق الأرضي"],
      ["كم طبيبا يعمل في العيادة؟", "ستة أطباء"],
      ["هل يوجد مسبح؟", undefined]
    ]
  },
  {
    name: "beehives in Polish",
    language: "pl",
    markdown: `# Pasieka nad Wisłą

Nasza pasieka liczy osiemdziesiąt uli i produkuje miód lipowy, gryczany oraz wielokwiatowy. Pszczoły zbierają nektar z łąk, na których nie stosuje się oprysków.

## Miód

Miód lipowy zbieramy w lipcu, a gryczany w sierpniu. Słoik o wadze jednego kilograma kosztuje czterdzieści złotych.

## Warsztaty

W każdą sobotę prowadzimy warsztaty dla dzieci. Warsztaty trwają dwie godziny, a dzieci dostają stroje ochronne.

## Dojazd

Do pasieki można dojechać autobusem numer 12 do ostatniego przystanku.
`,
    summary: ["osiemdziesiąt uli"],
    noise: [],
    questions: [
      ["Ile kosztuje słoik miodu?", "czterdzieści złotych"],
      ["Kiedy są warsztaty dla dzieci?", "sobotę"],
      ["Jaki autobus jedzie do pasieki?", "numer 12"],
      ["Czy sprzedajecie wino?", undefined]
    ]
  },
  {
    name: "release notes in Russian and English words",
    language: "ru",
    markdown: `# Заметки о выпуске 4.2

Версия 4.2 ускоряет запуск сервера вдвое и исправляет утечку памяти в очереди заданий. Обновление рекомендуется всем пользователям версии 4.1.

## Изменения

- Команда \`serve\` читает настройки из файла config.toml
- Таймаут запроса по умолчанию увеличен до тридцати секунд
- Удалена поддержка Node.js 18

## Обновление

Перед обновлением остановите сервер и сделайте резервную копию базы данных. Обновление базы занимает несколько минут.
`,
    summary: ["Версия 4.2"],
    noise: [],
    questions: [
      ["Какой таймаут запроса по умолчанию?", "тридцати секунд"],
      ["Поддерживается ли Node.js 18?", "Удалена поддержка"],
      ["Нужна ли резервная копия перед обновлением?", "резервную копию"],
      ["Сколько стоит лицензия?", undefined]
    ]
  }
]
