/** Pages that are rendered for the measurement: texts of this project in six languages, in four layouts. */

export interface PageSpec {
  readonly name: string
  /** Name of Tesseract's data. */
  readonly language: string
  readonly html: string
}

interface Text {
  readonly language: string
  readonly title: string
  readonly paragraphs: readonly [string, string]
}

const texts: ReadonlyArray<Text> = [
  {
    language: "eng",
    title: "The ferry at Low Point",
    paragraphs: [
      "Until 1964 the ferry at Low Point crossed the river forty times a day. It carried farmers, schoolchildren and now and then a cow, and its bell could be heard in both villages. “Nobody owned a watch,” said the last ferryman; “they had us.”",
      "When the bridge was opened, 3,200 people walked across it on the first afternoon. The boat was sold for £85, and its bell hangs in the town hall, where it rings at the start of each meeting – usually late."
    ]
  },
  {
    language: "deu",
    title: "Die Fähre am Weißen Ufer",
    paragraphs: [
      "Bis 1964 überquerte die Fähre am Weißen Ufer vierzigmal täglich den Fluss. Sie trug Bauern, Schüler und gelegentlich eine Kuh hinüber, und ihre Glocke hörte man in beiden Dörfern. „Niemand besaß eine Uhr“, erzählte der letzte Fährmann, „man hatte ja uns.“",
      "Als die Brücke eröffnet wurde, gingen am ersten Nachmittag 3.200 Menschen darüber. Das Boot wurde für 85 Mark verkauft; die Glocke hängt im Rathaus und läutet zu Beginn jeder Sitzung – meistens zu spät."
    ]
  },
  {
    language: "fra",
    title: "Le bac de la Pointe-Basse",
    paragraphs: [
      "Jusqu’en 1964, le bac de la Pointe-Basse traversait la rivière quarante fois par jour. Il transportait des fermiers, des écoliers et parfois une vache, et sa cloche s’entendait dans les deux villages. « Personne n’avait de montre, disait le dernier passeur ; on nous avait, nous. »",
      "À l’ouverture du pont, 3 200 personnes le traversèrent dès le premier après-midi. Le bateau fut vendu 85 francs ; la cloche, accrochée à la mairie, sonne au début de chaque réunion, très souvent en retard."
    ]
  },
  {
    language: "spa",
    title: "La balsa de Punta Baja",
    paragraphs: [
      "Hasta 1964, la balsa de Punta Baja cruzaba el río cuarenta veces al día. Llevaba campesinos, niños de la escuela y alguna que otra vaca, y su campana se oía en los dos pueblos. «Nadie tenía reloj», contaba el último barquero; «nos tenían a nosotros».",
      "Cuando se abrió el puente, 3.200 personas lo cruzaron la primera tarde. ¿Y la balsa? Se vendió por 85 pesetas; la campana cuelga en el ayuntamiento y suena al empezar cada sesión, casi siempre con retraso."
    ]
  },
  {
    language: "ita",
    title: "Il traghetto di Punta Bassa",
    paragraphs: [
      "Fino al 1964 il traghetto di Punta Bassa attraversava il fiume quaranta volte al giorno. Portava contadini, scolari e ogni tanto una mucca, e la sua campana si sentiva in tutti e due i paesi. «Nessuno aveva l’orologio», diceva l’ultimo traghettatore: «avevano noi».",
      "Quando il ponte fu aperto, 3.200 persone lo attraversarono già il primo pomeriggio. La barca fu venduta per 85 lire; la campana è appesa in municipio e suona all’inizio di ogni riunione, perlopiù in ritardo."
    ]
  },
  {
    language: "rus",
    title: "Паром у Низкого мыса",
    paragraphs: [
      "До 1964 года паром у Низкого мыса пересекал реку сорок раз в день. Он перевозил крестьян, школьников, а иногда и корову, и его колокол был слышен в обеих деревнях. «Часов ни у кого не было, – рассказывал последний паромщик, – зато были мы».",
      "Когда открыли мост, в первый же день по нему прошли 3200 человек. Лодку продали за 85 рублей, а колокол висит в ратуше и звонит в начале каждого собрания – обычно с опозданием."
    ]
  }
]

const style = `body{margin:56px 60px;font:15px/1.45 "Liberation Serif","DejaVu Serif",serif;color:#111}
h1{font:bold 26px "Liberation Sans","DejaVu Sans",sans-serif;margin:0 0 16px}
p{margin:0 0 12px;text-align:justify}
.columns{columns:2;column-gap:34px}
td{padding:3px 44px 3px 0}
.sans{font-family:"Liberation Sans","DejaVu Sans",sans-serif}`

const document = (body: string): string =>
  `<!doctype html><meta charset="utf-8"><style>${style}</style><body>${body}</body>`

const prose = ({ language, paragraphs, title }: Text): PageSpec => ({
  name: `prose ${language}`,
  language,
  html: document(`<h1>${title}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join("")}`)
})

const columns = ({ language, paragraphs, title }: Text): PageSpec => ({
  name: `columns ${language}`,
  language,
  html: document(
    `<h1>${title}</h1><div class="columns">${[...paragraphs, ...paragraphs].map((text) => `<p>${text}</p>`).join("")}</div>`
  )
})

const table = ({ language, paragraphs, title }: Text): PageSpec => {
  const [first, second] = paragraphs.map((text) => text.split(" "))
  const rows = Array.from(
    { length: 9 },
    (_, row) =>
      `<tr><td>${first![row + 3]} ${second![row + 2]}</td><td>${1964 + row * 7}</td><td>${(row * 417) % 1000},${10 + row}</td></tr>`
  )
  return {
    name: `table ${language}`,
    language,
    html: document(`<div class="sans"><h1>${title}</h1><p>${paragraphs[0]}</p><table>${rows.join("")}</table></div>`)
  }
}

/** Ten pages; each is seen in four conditions. */
export const pages: ReadonlyArray<PageSpec> = [
  ...texts.map(prose),
  columns(texts[0]!),
  columns(texts[5]!),
  table(texts[1]!),
  table(texts[2]!)
]
