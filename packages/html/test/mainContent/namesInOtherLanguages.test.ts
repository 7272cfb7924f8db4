import { assert, describe, it } from "@effect/vitest"
import { plainText } from "../../src/mainContent/features/plainText.ts"
import { selectMain } from "../../src/mainContent/select/selectMain.ts"
import { parse } from "../../src/tree/parse.ts"

const read = (html: string): string => {
  const tree = parse(html)
  return plainText(tree, selectMain(tree, { url: "https://zeitung.example/artikel/hafen-saniert" }))
}

interface Words {
  readonly language: string
  readonly title: string
  readonly paragraphs: ReadonlyArray<string>
  /** Class names of the boxes, and what stands in them. */
  readonly share: readonly [name: string, ...labels: ReadonlyArray<string>]
  readonly others: readonly [name: string, heading: string, ...titles: ReadonlyArray<string>]
  readonly comments: readonly [name: string, heading: string, reply: string, ...texts: ReadonlyArray<string>]
}

const pages: ReadonlyArray<Words> = [
  {
    language: "German",
    title: "Der alte Hafen wird saniert",
    paragraphs: [
      "Die Kaimauer am alten Hafen wird in den kommenden zwei Jahren erneuert. Der Rat hat dafür am Montag zwölf Millionen Euro bewilligt, und die ersten Bagger sollen im März anrücken.",
      "Während der Arbeiten legen die Fähren am Nordufer an. Wer einen Liegeplatz gemietet hat, bekommt einen Ersatz im Jachthafen, sagte die Hafenmeisterin.",
      "Gestritten wurde bis zuletzt über die Platanen an der Promenade. Von den zweiundvierzig Bäumen bleiben nach dem neuen Plan sechsunddreißig stehen."
    ],
    share: ["artikel-teilen", "Facebook", "WhatsApp", "Drucken"],
    others: ["meistgelesen", "Meistgelesen", "Bus 7 fährt öfter", "Freibad öffnet im Mai", "Neuer Wirt im Ratskeller"],
    comments: ["leserkommentare", "Kommentare", "Antworten", "Endlich! Das war überfällig.", "Und wer zahlt das?"]
  },
  {
    language: "French",
    title: "Le vieux port sera rénové",
    paragraphs: [
      "Le quai du vieux port sera reconstruit au cours des deux prochaines années. Le conseil a voté lundi douze millions d'euros, et les premières pelleteuses sont attendues en mars.",
      "Pendant les travaux, les bacs accosteront sur la rive nord. Les plaisanciers qui louent une place en recevront une autre au port de plaisance, a dit la capitaine du port.",
      "On a débattu jusqu'au bout des platanes de la promenade. Des quarante-deux arbres, trente-six resteront debout selon le nouveau plan."
    ],
    share: ["partage-article", "Facebook", "WhatsApp", "Imprimer"],
    others: [
      "a-lire-aussi",
      "À lire aussi",
      "Le bus 7 passe plus souvent",
      "La piscine ouvre en mai",
      "Un nouveau chef aux Halles"
    ],
    comments: ["reactions-lecteurs", "Commentaires", "Répondre", "Enfin, il était temps.", "Et qui va payer ?"]
  },
  {
    language: "Spanish",
    title: "El puerto viejo será renovado",
    paragraphs: [
      "El muelle del puerto viejo se reconstruirá durante los próximos dos años. El consejo aprobó el lunes doce millones de euros, y las primeras excavadoras llegarán en marzo.",
      "Durante las obras, los transbordadores atracarán en la orilla norte. Quien alquila un amarre recibirá otro en el puerto deportivo, según la capitana del puerto.",
      "Hasta el final se discutió sobre los plátanos del paseo. De los cuarenta y dos árboles, treinta y seis seguirán en pie según el nuevo plan."
    ],
    share: ["compartir-nota", "Facebook", "WhatsApp", "Imprimir"],
    others: [
      "lo-mas-leido",
      "Lo más leído",
      "El autobús 7 pasa más veces",
      "La piscina abre en mayo",
      "Nuevo chef en el mercado"
    ],
    comments: ["opiniones-lectores", "Comentarios", "Responder", "Por fin, ya era hora.", "¿Y quién lo paga?"]
  }
]

const htmlOf = ({ comments, others, paragraphs, share, title }: Words, head: string): string => {
  const [shareName, ...labels] = share
  const [othersName, othersHeading, ...titles] = others
  const [commentsName, commentsHeading, reply, ...texts] = comments
  return `<head><title>${title}</title>${head}</head><body><div class="kopf"><a href="/">Start</a> <a href="/sport">Sport</a></div><div class="inhalt"><h1>${title}</h1>
    <div class="${shareName}">${labels.map((label) => `<a href="https://${label.toLowerCase()}.example/send?u=https%3A%2F%2Fzeitung.example%2Fartikel%2Fhafen-saniert">${label}</a>`).join(" ")}</div>
    ${paragraphs.map((text) => `<p>${text}</p>`).join("\n")}
    <div class="${othersName}"><h3>${othersHeading}</h3><ul>${titles.map((text, at) => `<li><a href="/a/${at}">${text}</a></li>`).join("")}</ul></div>
    <div class="${commentsName}"><h3>${commentsHeading}</h3>${texts
      .map(
        (text, at) =>
          `<div class="beitrag"><b>Leser${at}</b> <time datetime="2026-03-0${at + 1}">${at + 1}.3.2026</time><p>${text}</p><a href="#r${at}">${reply}</a></div>`
      )
      .join("")}<form action="/k"><textarea name="text"></textarea><button>OK</button></form></div></div></body>`
}

describe("names in a language that no list has", () => {
  for (const page of pages)
    it.each(["", '<meta property="og:type" content="article">'])(
      `${page.language}: what stands around an article is left out by what it is (%s)`,
      (head) => {
        const text = read(htmlOf(page, head))
        for (const paragraph of page.paragraphs) assert.include(text, paragraph)
        const left = [...page.share.slice(1), ...page.others.slice(2), ...page.comments.slice(3)]
        assert.deepStrictEqual(
          left.filter((words) => text.includes(words)),
          []
        )
      }
    )
})
