/** Texts that tokens are counted of: kinds of writing, made the same way on every run. */

let seed = 1
const below = (limit: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * limit)
}
const pick = <A>(list: ReadonlyArray<A>): A => list[below(list.length)]!
const many = (count: number, make: () => string): ReadonlyArray<string> => Array.from({ length: count }, make)
const letters = (count: number, alphabet: string): string => many(count, () => pick([...alphabet])).join("")

const hex = "0123456789abcdef"
const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
const small = "abcdefghijklmnopqrstuvwxyz"
const words = (text: string) => text.split(" ")
const german = words(
  "hafen leuchtturm wärter dienst wohnung schiff fahrts verkehrs amt gezeiten tafel druckerei meister prüfung versicherungs beitrag grundstücks verwaltung arbeits zeit erfassung wetter vorhersage karten"
)
const identifiers = words("get user account page cache store fetch robots index frontier ledger token")
const title = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Sentences about a clock over a harbour, of many languages. */
export const sentences: Readonly<Record<string, string>> = {
  English: "The clock over the harbour shows the tide, and every morning the fishermen look at it before they leave.",
  German:
    "Die Uhr über dem Hafen zeigt die Gezeiten, und jeden Morgen schauen die Fischer darauf, bevor sie auslaufen.",
  French: "L'horloge au-dessus du port indique la marée, et chaque matin les pêcheurs la regardent avant de partir.",
  Spanish: "El reloj sobre el puerto muestra la marea, y cada mañana los pescadores lo miran antes de salir.",
  Portuguese: "O relógio sobre o porto mostra a maré, e todas as manhãs os pescadores olham para ele antes de sair.",
  Italian: "L'orologio sopra il porto mostra la marea, e ogni mattina i pescatori lo guardano prima di partire.",
  Dutch: "De klok boven de haven toont het getij, en elke ochtend kijken de vissers ernaar voordat ze vertrekken.",
  Swedish: "Klockan över hamnen visar tidvattnet, och varje morgon tittar fiskarna på den innan de ger sig av.",
  Danish: "Uret over havnen viser tidevandet, og hver morgen ser fiskerne på det, før de sejler ud.",
  Finnish: "Sataman yllä oleva kello näyttää vuoroveden, ja joka aamu kalastajat katsovat sitä ennen lähtöään.",
  Hungarian: "A kikötő feletti óra az árapályt mutatja, és minden reggel ránéznek a halászok, mielőtt elindulnak.",
  Polish: "Zegar nad portem pokazuje przypływ, a każdego ranka rybacy patrzą na niego, zanim wypłyną.",
  Czech: "Hodiny nad přístavem ukazují příliv a každé ráno se na ně rybáři podívají, než vyplují.",
  Romanian:
    "Ceasul de deasupra portului arată mareea, iar în fiecare dimineață pescarii se uită la el înainte de a pleca.",
  Turkish: "Limanın üzerindeki saat gelgiti gösterir ve balıkçılar her sabah yola çıkmadan önce ona bakarlar.",
  Vietnamese: "Chiếc đồng hồ trên bến cảng cho biết thủy triều, và mỗi buổi sáng ngư dân nhìn nó trước khi ra khơi.",
  Indonesian:
    "Jam di atas pelabuhan menunjukkan pasang surut, dan setiap pagi para nelayan melihatnya sebelum berangkat.",
  Swahili:
    "Saa iliyo juu ya bandari inaonyesha maji kujaa na kupwa, na kila asubuhi wavuvi huiangalia kabla ya kuondoka.",
  Greek: "Το ρολόι πάνω από το λιμάνι δείχνει την παλίρροια, και κάθε πρωί οι ψαράδες το κοιτούν πριν φύγουν.",
  Russian: "Часы над гаванью показывают прилив, и каждое утро рыбаки смотрят на них перед выходом в море.",
  Ukrainian: "Годинник над гаванню показує приплив, і щоранку рибалки дивляться на нього перед виходом у море.",
  Hebrew: "השעון שמעל הנמל מראה את הגאות, ובכל בוקר הדייגים מסתכלים בו לפני שהם יוצאים.",
  Arabic: "الساعة فوق الميناء تبين المد والجزر، وفي كل صباح ينظر إليها الصيادون قبل أن يغادروا.",
  Persian: "ساعت بالای بندر جزر و مد را نشان می‌دهد و هر صبح ماهیگیران پیش از رفتن به آن نگاه می‌کنند.",
  Hindi: "बंदरगाह के ऊपर की घड़ी ज्वार दिखाती है, और हर सुबह मछुआरे निकलने से पहले उसे देखते हैं।",
  Bengali: "বন্দরের উপরের ঘড়ি জোয়ার দেখায়, এবং প্রতিদিন সকালে জেলেরা বের হওয়ার আগে সেটি দেখে।",
  Tamil: "துறைமுகத்தின் மேலுள்ள கடிகாரம் அலையைக் காட்டுகிறது, ஒவ்வொரு காலையும் மீனவர்கள் அதைப் பார்க்கிறார்கள்.",
  Thai: "นาฬิกาเหนือท่าเรือบอกระดับน้ำขึ้นน้ำลง และทุกเช้าชาวประมงจะดูก่อนออกเรือ",
  Georgian: "ნავსადგურის თავზე საათი მოქცევას აჩვენებს და ყოველ დილით მეთევზეები მას უყურებენ.",
  Armenian: "Նավահանգստի վերևի ժամացույցը ցույց է տալիս մակընթացությունը, և ամեն առավոտ ձկնորսները նայում են դրան։",
  Amharic: "ከወደቡ በላይ ያለው ሰዓት የባሕሩን ሞገድ ያሳያል፣ በየጠዋቱም ዓሣ አጥማጆች ከመሄዳቸው በፊት ያዩታል።",
  Chinese: "港口上方的时钟显示潮汐，每天早上渔民出发前都会看一眼。",
  Japanese: "港の上の時計は潮の満ち引きを示し、漁師たちは毎朝出かける前にそれを見ます。",
  Korean: "항구 위의 시계는 조수를 보여 주고, 어부들은 매일 아침 떠나기 전에 그것을 본다."
}

/** About 6,000 characters of each kind. */
export const kinds: Readonly<Record<string, string>> = {
  "whole numbers": many(600, () => `${below(1e9)}`).join(" "),
  "decimal numbers": many(700, () => `${below(1000)}.${below(100)}`).join(", "),
  "digits without end": letters(6000, "0123456789"),
  hexadecimal: many(150, () => letters(40, hex)).join("\n"),
  "hexadecimal capitals": many(180, () => letters(32, hex).toUpperCase()).join(" "),
  UUIDs: many(160, () => [8, 4, 4, 4, 12].map((count) => letters(count, hex)).join("-")).join("\n"),
  base64: many(80, () => letters(76, base64)).join("\n"),
  "base64 in one line": letters(6000, base64),
  "letters at random": many(700, () => letters(3 + below(9), small)).join(" "),
  identifiers: many(300, () => many(3, () => title(pick(identifiers))).join("")).join("."),
  CSS: many(
    120,
    () =>
      `.${pick(["card", "nav", "hero"])}-${pick(["title", "body"])}{margin:${below(40)}px;color:#${letters(6, hex)};flex:${below(4)} 1 auto}`
  ).join("\n"),
  HTML: many(
    70,
    () =>
      `<div class="${pick(["card", "nav"])}__title" data-id="${below(1e6)}"><a href="/p/${below(1e5)}">Details</a></div>`
  ).join("\n"),
  JSON: JSON.stringify(
    many(100, () => "").map(() => ({ id: below(1e6), name: pick(["Kettle", "Lamp"]), price: below(9999) / 100 })),
    null,
    1
  ),
  addresses: many(
    80,
    () =>
      `https://${pick(["shop", "www"])}.example.com/${pick(["catalogue", "en-gb"])}/${pick(["red-kettle", "index.php"])}?utm_source=mail&id=${below(1e6)}&ref=${letters(8, `${small}0123456789`)}`
  ).join("\n"),
  "Markdown table": many(
    300,
    () => `| ${pick(["Mug", "Kettle 2"])} | € ${below(100)},${10 + below(89)} | ${below(12)} |`
  ).join("\n"),
  "Markdown links": many(90, () => `- [Kettle ${below(100)}](https://shop.example/item/${below(99_999)} "Title")`).join(
    "\n"
  ),
  emoji: many(900, () => pick([..."😀😃🌊🔥🎉🚀👍❤✨🪿"])).join(""),
  "emoji in words": many(600, () => pick(words("great yes party 😀 🌊🌊 👍🏽 ❤️ thanks 🚀 wow"))).join(" "),
  "German compounds": many(200, () => title(many(3 + below(3), () => pick(german)).join(""))).join(" "),
  "dates and times": many(
    350,
    () => `${2000 + below(30)}-0${1 + below(9)}-${10 + below(19)} ${10 + below(13)}:${10 + below(49)}`
  ).join("\n"),
  telephones: many(300, () => `+${below(99)} (0)${below(999)} ${below(9999)}-${below(99)}`).join("\n"),
  signs: letters(5000, "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"),
  mathematics: many(1500, () => `${pick([..."∑∫√≤≥≠αβγπ∞∂∈∀→⇒±×÷²½"])}${pick(["x", "y", " n "])}`).join(""),
  "names with marks": many(500, () =>
    pick(words("Szczepański Nguyễn Ó'Brien Çelik Müller Žižek Åström Gonçalves Łukasz Jürgen"))
  ).join(", "),
  "indented lines": many(250, () => `${" ".repeat(below(40))}${pick(["a", "x =", "}"])}`).join("\n"),
  "dotted lines": many(130, () => `Chapter ${below(20)} ${".".repeat(10 + below(40))} ${below(400)}`).join("\n"),
  "scripts in turn": many(600, () => pick(["The tide ", "潮汐 ", "Привет ", "Größe ", "مرحبا ", "12,50 ", "😀 "])).join(
    ""
  )
}
