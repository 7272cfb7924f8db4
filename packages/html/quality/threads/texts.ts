/** Invented threads in ten languages: the first post asks, the others answer. */
export interface Post {
  readonly by: string
  readonly at: string
  readonly text: string
}

export interface Thread {
  readonly lang: string
  readonly title: string
  readonly posts: ReadonlyArray<Post>
}

const thread = (lang: string, title: string, ...posts: ReadonlyArray<readonly [string, string, string]>): Thread => ({
  lang,
  title,
  posts: posts.map(([by, at, text]) => ({ by, at, text }))
})

export const threads: ReadonlyArray<Thread> = [
  thread(
    "en",
    "Kayak drifts to the left in calm water",
    [
      "paddlewright",
      "2024-03-05",
      "My new kayak drifts to the left as soon as I stop paddling, even on a pond without any wind. Is the hull bent, or is it me?"
    ],
    ["june.b", "2024-03-05", "Have somebody film you from behind. I sat crooked for a whole summer before I saw it."],
    [
      "oxbow",
      "2024-03-06",
      "Lay a straight edge along the keel. Plastic hulls that hang on two straps over the winter take on a curve, and a day in the sun with the boat upside down takes it out again."
    ],
    [
      "paddlewright",
      "2024-03-08",
      "It was the keel: nine millimetres off in the middle. Two sunny afternoons and it runs straight, thank you both."
    ]
  ),
  thread(
    "de",
    "Regentonne verliert über Nacht Wasser",
    [
      "Gartenjule",
      "12.04.2024",
      "Unsere Regentonne steht seit zwei Wochen am Schuppen und ist jeden Morgen eine Handbreit leerer, obwohl der Hahn dicht ist. Wo sucht man da zuerst?"
    ],
    [
      "Uwe_K",
      "12.04.2024",
      "Trocken reiben, Zeitung unterlegen, eine Stunde warten. Der nasse Fleck sagt dir die Stelle."
    ],
    [
      "Moosbeere",
      "13.04.2024",
      "Bei mir war es die Dichtung hinter dem Auslauf. Die alte war aus Schaumstoff, die neue aus Gummi hat vier Euro gekostet."
    ],
    [
      "Gartenjule",
      "14.04.2024",
      "Gefunden, es war ein Haarriss unter der Naht. Ich habe ihn mit dem Lötkolben zugeschweißt und er hält."
    ]
  ),
  thread(
    "fr",
    "Ma vieille radio grésille sur les ondes moyennes",
    [
      "lampiste",
      "3 mai 2024",
      "Depuis que j'ai rangé l'atelier, ma vieille radio grésille sur toutes les ondes moyennes, sauf tard le soir. Par où commencer ?"
    ],
    [
      "Maëlle",
      "3 mai 2024",
      "Coupe les chargeurs un par un. Chez moi, c'était l'alimentation d'un routeur, à l'autre bout de la maison."
    ],
    [
      "condo_47",
      "4 mai 2024",
      "Le soir les signaux sont plus forts et couvrent le bruit. Essaie avec une antenne dehors avant de toucher aux condensateurs."
    ]
  ),
  thread(
    "es",
    "La masa madre no sube con harina de centeno",
    [
      "harinera",
      "7 de junio de 2024",
      "Llevo diez días alimentando mi masa madre con harina de centeno y apenas hace burbujas. Con trigo subía al doble en cinco horas."
    ],
    [
      "Tomás R.",
      "7 de junio de 2024",
      "El centeno casi no tiene gluten, así que el gas se escapa. Mira las burbujas por debajo del frasco y no la altura."
    ],
    [
      "obrador",
      "8 de junio de 2024",
      "Dale dos partes de agua templada y déjala a veintiocho grados. Mañana verás otra cosa."
    ]
  ),
  thread(
    "ru",
    "Скрипит педаль после переборки каретки",
    [
      "veloded",
      "14 июня 2024",
      "Перебрал каретку, смазал всё заново, а на правой педали появился скрип, которого раньше не было. Куда смотреть?"
    ],
    ["Нина_С", "14 июня 2024", "Проверьте седло и подседельный штырь. У меня скрипело там, а слышно было снизу."],
    [
      "koleso28",
      "15 июня 2024",
      "Снимите педаль и смажьте резьбу. Сухая резьба скрипит только под нагрузкой, и кажется, что это каретка."
    ]
  ),
  thread(
    "ja",
    "古い柱時計が一日に十分遅れる",
    [
      "時計番",
      "2024年7月2日",
      "祖父の柱時計を譲り受けましたが、一日に十分ほど遅れます。振り子のねじを上げても変わりません。ほかに何を見ればよいでしょうか。"
    ],
    ["ぜんまい", "2024年7月2日", "まず水平を確かめてください。傾いていると、かちかちという音の間隔がそろいません。"],
    [
      "時計番",
      "2024年7月4日",
      "柱に薄い板をはさんで水平にしたら、二日で一分の遅れになりました。ありがとうございました。"
    ]
  ),
  thread(
    "pt",
    "Bicicleta dobrável range na dobra do quadro",
    [
      "cicloana",
      "9 de agosto de 2024",
      "A minha bicicleta dobrável começou a ranger na dobra do quadro sempre que subo uma rua. Já apertei a alavanca e nada mudou."
    ],
    [
      "Rui M.",
      "9 de agosto de 2024",
      "Limpa as duas faces da dobra com álcool e põe uma película de massa. A areia fina faz esse barulho."
    ],
    [
      "pedal_torto",
      "10 de agosto de 2024",
      "Vê também o parafuso do eixo da dobra. O meu tinha uma folga que não se via a olho nu."
    ]
  ),
  thread(
    "zh",
    "阳台番茄只开花不结果怎么办",
    [
      "小园丁",
      "2024-05-18 08:12",
      "阳台上的番茄开了一个月的花，一个果子都没有结。每天早上浇水，半个月施一次肥，请问问题出在哪里？"
    ],
    ["半亩田", "2024-05-18 09:40", "阳台上没有风也没有蜜蜂，中午的时候轻轻摇一摇花枝，花粉就落下来了。"],
    ["老周", "2024-05-19 20:03", "氮肥太多也会这样，叶子长得好，花却留不住。换成钾肥试一试，两个星期就能看出来。"]
  ),
  thread(
    "pl",
    "Piec kaflowy dymi przy rozpalaniu",
    [
      "zdunka",
      "11 września 2024",
      "Nasz piec kaflowy dymi przez pierwsze dziesięć minut po rozpaleniu, a potem ciągnie bez zarzutu. Czy to komin, czy ja źle układam drewno?"
    ],
    [
      "Marek_W",
      "11 września 2024",
      "Zimny komin nie ciągnie. Spal najpierw gazetę w wyczystce, a dopiero potem zapal pod drewnem."
    ],
    [
      "kaflarz",
      "12 września 2024",
      "Rozpalaj od góry: grube na dół, drobne na wierzch. Dymu jest połowę mniej i szyba zostaje czysta."
    ]
  ),
  thread(
    "ar",
    "القارب الخشبي يسرب الماء بعد الشتاء",
    [
      "بحار",
      "3 مارس 2024",
      "أنزلت قاربي الخشبي إلى الماء بعد شتاء طويل على اليابسة، وهو يسرب الماء من كل الألواح. هل أرفعه من جديد أم أنتظر؟"
    ],
    ["نجار السفن", "3 مارس 2024", "انتظر يومين أو ثلاثة والمضخة تعمل، فالخشب الجاف ينتفخ ويسد الشقوق بنفسه."],
    ["بحار", "6 مارس 2024", "كان كلامك صحيحا، في اليوم الثالث لم يبق إلا لوح واحد، وسأعالجه في الصيف."]
  )
]
