/** The first pages, which the rules were tuned on. */
import { site, type VisiblePage } from "./page.ts"

export const pages: ReadonlyArray<VisiblePage> = [
  {
    name: "shop with a definition list of facts, Dutch",
    kind: "product",
    language: "nl",
    html: site(
      "nl",
      "Fietstas Noord | De Tassenzaak",
      `<h1 class="page-title"><span class="base">Fietstas Noord</span></h1><div class="product-reviews-summary"><div class="rating-result" title="86%"><span><span>86%</span></span></div><div class="reviews-actions"><a href="#reviews">24 reviews</a></div></div><div class="product-info-price"><div class="price-box"><span class="special-price"><span class="price-label">Speciale prijs</span> <span class="price">€ 59,95</span></span><span class="old-price"><span class="price-label">Normale prijs</span> <span class="price">€ 79,95</span></span></div><div class="product-info-stock-sku"><div class="stock available" title="Beschikbaarheid"><span>Op voorraad</span></div><div class="product attribute sku"><strong class="type">SKU</strong><div class="value">FN-20</div></div></div></div><dl class="specs"><dt>Inhoud</dt><dd>22 liter</dd><dt>Kleur</dt><dd>Zwart</dd><dt>Materiaal</dt><dd>Gerecycled zeil</dd><dt>Merk</dt><dd>Noord</dd></dl>`
    ),
    schema: {
      name: "string",
      price: "number",
      oldPrice: "number",
      currency: "string",
      availability: "string",
      available: "boolean",
      sku: "string",
      color: "string",
      material: "string",
      brand: "string",
      weight: "string"
    },
    expected: {
      name: "Fietstas Noord",
      price: 59.95,
      oldPrice: 79.95,
      currency: "EUR",
      availability: "Op voorraad",
      available: true,
      sku: "FN-20",
      color: "Zwart",
      material: "Gerecycled zeil",
      brand: "Noord"
    }
  },
  {
    name: "plain shop page with struck price, English",
    kind: "product",
    language: "en",
    html: site(
      "en-GB",
      "Copper kettle",
      `<h1>Copper kettle</h1><p>Was <del>£85.00</del> now <ins>£59.50</ins></p><p>Sold out</p><p><b>Brand:</b> Hob &amp; Hearth</p><p><b>Capacity:</b> 1.7 l</p><p><b>Guarantee:</b> 5 years</p><p>4.6 out of 5 stars (87 ratings)</p><h2>You may also like</h2><ul><li><a href="/t">Tea caddy</a> £12.00 In stock</li><li><a href="/s">Strainer</a> £7.00 In stock</li></ul>`
    ),
    schema: {
      title: "string",
      current_price: "number",
      original_price: "number",
      in_stock: "boolean",
      brand: "string",
      capacity: "string",
      warranty: "string",
      rating: "number",
      rating_count: "integer",
      sku: "string"
    },
    expected: {
      title: "Copper kettle",
      current_price: 59.5,
      original_price: 85,
      in_stock: false,
      brand: "Hob & Hearth",
      capacity: "1.7 l",
      warranty: "5 years",
      rating: 4.6,
      rating_count: 87
    }
  },
  {
    name: "mall page, Japanese",
    kind: "product",
    language: "ja",
    html: site(
      "ja",
      "ほうじ茶 200g | 茶問屋さくら",
      `<div id="item"><h1>ほうじ茶 200g</h1><p>通常価格：<s>1,620円</s></p><p>販売価格：<b>1,296円</b>（税込）</p><p>在庫：なし</p><p>商品番号：HJ-200</p><dl><dt>内容量</dt><dd>200g</dd><dt>原材料名</dt><dd>緑茶（国産）</dd><dt>賞味期限</dt><dd>製造日より180日</dd><dt>ブランド</dt><dd>さくら</dd></dl><p>評価 4.5（32件）</p></div>`
    ),
    schema: {
      name: "string",
      price: "number",
      regularPrice: "number",
      inStock: "boolean",
      sku: "string",
      brand: "string",
      ingredients: "string",
      rating: "number",
      reviewCount: "integer",
      color: "string"
    },
    expected: {
      name: "ほうじ茶 200g",
      price: 1296,
      regularPrice: 1620,
      inStock: false,
      sku: "HJ-200",
      brand: "さくら",
      ingredients: "緑茶（国産）",
      rating: 4.5,
      reviewCount: 32
    }
  },
  {
    name: "news site, Japanese",
    kind: "article",
    language: "ja",
    html: site(
      "ja",
      "漁港に新しい市場 - 海辺日報",
      `<article><h1>漁港に新しい市場</h1><div class="meta"><span>2026年5月10日 9時00分 公開</span><span>2026年5月11日 7時30分 更新</span></div><p>記者：佐藤 花子</p><p>撮影：木村 進</p><p>新しい市場が十日に開いた。朝から多くの人が並び、鮮魚を買い求めた。</p></article>`
    ),
    schema: {
      title: "string",
      author: "string",
      publishedDate: "date",
      updatedDate: "date",
      photographer: "string",
      category: "string"
    },
    expected: {
      title: "漁港に新しい市場",
      author: "佐藤 花子",
      publishedDate: "2026-05-10",
      updatedDate: "2026-05-11",
      photographer: "木村 進"
    }
  },
  {
    name: "magazine, German",
    kind: "article",
    language: "de",
    html: site(
      "de",
      "Der letzte Fährmann – Uferblatt",
      `<article><span class="topline">Reportage</span><h1>Der letzte Fährmann</h1><p class="lead">Seit vierzig Jahren bringt er Menschen über den Fluss.</p><p class="author">Von Karin Holm und Jens Petersen</p><p class="dates">Veröffentlicht: 03.02.2026, 08:00 Uhr | Aktualisiert am 5. Februar 2026</p><p>Morgens um sechs legt er ab. Dann ist der Fluss noch grau und niemand spricht.</p><h2>Was bleibt</h2><p>Eine Brücke soll kommen, sagen sie.</p><p>Schlagworte: <a rel="tag" href="/1">Fähre</a>, <a rel="tag" href="/2">Fluss</a></p></article>`,
      {
        aside: `<h2>Meistgelesen</h2><ol><li><a href="/z">Hochwasser</a> <span class="author">Von Uwe Bach</span></li></ol>`
      }
    ),
    schema: {
      title: "string",
      authors: ["string"],
      publishedDate: "date",
      lastUpdated: "date",
      keywords: ["string"],
      summary: "string",
      rating: "number"
    },
    expected: {
      title: "Der letzte Fährmann",
      authors: ["Karin Holm", "Jens Petersen"],
      publishedDate: "2026-02-03",
      lastUpdated: "2026-02-05",
      keywords: ["Fähre", "Fluss"],
      summary: "Seit vierzig Jahren bringt er Menschen über den Fluss."
    }
  },
  {
    name: "blog, Spanish",
    kind: "article",
    language: "es",
    html: site(
      "es",
      "Pan de centeno sin prisa",
      `<article><header><h1>Pan de centeno sin prisa</h1><p>Publicado el <time datetime="2026-01-15">15 de enero de 2026</time> por <a class="url fn n" href="/author/ines">Inés Robledo</a> · Actualizado el <time datetime="2026-02-20">20 de febrero de 2026</time></p></header><p>El centeno no tiene prisa, y quien lo amasa tampoco debería tenerla.</p><p>Categoría: <a href="/c/panes" rel="category tag">Panes</a></p></article><section id="comments"><h2>2 comentarios</h2><ol><li><p>Luis dice: <time datetime="2026-01-16">16 de enero de 2026</time></p><p>Me salió muy bien.</p></li><li><p>Carmen dice: <time datetime="2026-01-17">17 de enero de 2026</time></p><p>A mí no.</p></li></ol></section>`
    ),
    schema: {
      title: "string",
      author: "string",
      datePublished: "date",
      dateModified: "date",
      category: "string",
      price: "number",
      eventDate: "date"
    },
    expected: {
      title: "Pan de centeno sin prisa",
      author: "Inés Robledo",
      datePublished: "2026-01-15",
      dateModified: "2026-02-20",
      category: "Panes"
    }
  },
  {
    name: "job page, French",
    kind: "job",
    language: "fr",
    html: site(
      "fr",
      "Chef de chantier (H/F) - Ponts du Sud",
      `<h1>Chef de chantier (H/F)</h1><p class="employer">Ponts du Sud — Montpellier</p><ul class="job-infos"><li>Type de contrat : CDI</li><li>Lieu : Montpellier (34)</li><li>Salaire : de 38 000 € à 45 000 € par an</li><li>Prise de poste : 1er octobre 2026</li><li>Expérience : 5 ans</li><li>Télétravail : non</li></ul><h2>Vos missions</h2><ul><li>Organiser les équipes</li><li>Tenir les délais</li></ul><h2>Profil recherché</h2><ul><li>Diplôme de génie civil</li><li>Permis B</li></ul><p>Date limite de candidature : 15/09/2026</p>`
    ),
    schema: {
      job_title: "string",
      contract_type: "string",
      location: "string",
      salary_min: "number",
      salary_max: "number",
      salary_currency: "string",
      start_date: "date",
      experience: "string",
      remote: "boolean",
      responsibilities: ["string"],
      requirements: ["string"],
      deadline: "date",
      email: "string"
    },
    expected: {
      job_title: "Chef de chantier (H/F)",
      contract_type: "CDI",
      location: "Montpellier (34)",
      salary_min: 38000,
      salary_max: 45000,
      salary_currency: "EUR",
      start_date: "2026-10-01",
      experience: "5 ans",
      remote: false,
      responsibilities: ["Organiser les équipes", "Tenir les délais"],
      requirements: ["Diplôme de génie civil", "Permis B"],
      deadline: "2026-09-15"
    }
  },
  {
    name: "recruiting page, Japanese",
    kind: "job",
    language: "ja",
    html: site(
      "ja",
      "機械整備士の募集 | 北港重機",
      `<h1>機械整備士</h1><table class="recruit"><tbody><tr><th>職種</th><td>機械整備士</td></tr><tr><th>雇用形態</th><td>正社員</td></tr><tr><th>勤務地</th><td>北海道小樽市</td></tr><tr><th>給与</th><td>月給 250,000円～320,000円</td></tr><tr><th>勤務時間</th><td>8:30～17:30</td></tr><tr><th>休日</th><td>土日祝</td></tr><tr><th>応募締切</th><td>2026年8月31日</td></tr></tbody></table>`
    ),
    schema: {
      position: "string",
      employmentType: "string",
      workLocation: "string",
      salaryMin: "number",
      salaryMax: "number",
      workingHours: "string",
      deadline: "date",
      company: "string"
    },
    expected: {
      position: "機械整備士",
      employmentType: "正社員",
      workLocation: "北海道小樽市",
      salaryMin: 250000,
      salaryMax: 320000,
      workingHours: "8:30～17:30",
      deadline: "2026-08-31"
    }
  },
  {
    name: "concert page, German",
    kind: "event",
    language: "de",
    html: site(
      "de",
      "Nachtkonzert am Speicher",
      `<h1>Nachtkonzert am Speicher</h1><div class="event-info"><p><strong>Datum:</strong> Samstag, 18. Juli 2026</p><p><strong>Einlass:</strong> 19:00 Uhr</p><p><strong>Beginn:</strong> 20:00 Uhr</p><p><strong>Ort:</strong> Alter Speicher, Hafenstraße 3, 23552 Lübeck</p><p><strong>Eintritt:</strong> 18 € (ermäßigt 12 €)</p><p><strong>Veranstalter:</strong> Kulturverein Trave e. V.</p></div><p>Ein Abend mit Streichern und Wellen.</p>`
    ),
    schema: {
      name: "string",
      date: "date",
      doors: "string",
      startTime: "string",
      venue: "string",
      organizer: "string",
      ticketPrice: "string",
      endDate: "date",
      author: "string"
    },
    expected: {
      name: "Nachtkonzert am Speicher",
      date: "2026-07-18",
      doors: "19:00 Uhr",
      startTime: "20:00 Uhr",
      venue: "Alter Speicher, Hafenstraße 3, 23552 Lübeck",
      organizer: "Kulturverein Trave e. V.",
      ticketPrice: "18 € (ermäßigt 12 €)"
    }
  },
  {
    name: "talk page, English",
    kind: "event",
    language: "en",
    html: site(
      "en",
      "Talk: Reading old charts",
      `<h1>Reading old charts</h1><div class="grid"><div><h4>When</h4><p>14 May 2026, 18:30 – 20:00</p></div><div><h4>Where</h4><p>Chart Room, Maritime Museum, Leith</p></div><div><h4>Speaker</h4><p>Prof. Ailsa Grant</p></div><div><h4>Tickets</h4><p>Free, booking required</p></div></div><p>Why did mapmakers draw monsters?</p>`
    ),
    schema: {
      eventName: "string",
      date: "date",
      location: "string",
      speaker: "string",
      organizer: "string",
      price: "number"
    },
    expected: {
      eventName: "Reading old charts",
      date: "2026-05-14",
      location: "Chart Room, Maritime Museum, Leith",
      speaker: "Prof. Ailsa Grant"
    }
  },
  {
    name: "recipe, German",
    kind: "recipe",
    language: "de",
    html: site(
      "de",
      "Linsensuppe mit Apfel",
      `<h1>Linsensuppe mit Apfel</h1><div class="recipe-meta"><span>Arbeitszeit: 20 Min.</span> <span>Kochzeit: 40 Min.</span> <span>Schwierigkeit: simpel</span></div><p>Rezept von <a href="/user/1">Gerda Kühn</a></p><h2>Zutaten für 4 Portionen</h2><table class="ingredients"><tbody><tr><td>300 g</td><td>Linsen</td></tr><tr><td>2</td><td>Äpfel</td></tr><tr><td>1 l</td><td>Brühe</td></tr></tbody></table><h2>Zubereitung</h2><p>Linsen in der Brühe kochen.</p><p>Äpfel würfeln und dazugeben.</p><h3>Nährwerte pro Portion</h3><ul><li>kcal: 410</li><li>Eiweiß: 21 g</li></ul>`
    ),
    schema: {
      title: "string",
      author: "string",
      prepTime: "string",
      cookTime: "string",
      servings: "integer",
      difficulty: "string",
      ingredients: ["string"],
      instructions: ["string"],
      calories: "integer",
      protein: "string",
      cuisine: "string"
    },
    expected: {
      title: "Linsensuppe mit Apfel",
      author: "Gerda Kühn",
      prepTime: "20 Min.",
      cookTime: "40 Min.",
      servings: 4,
      difficulty: "simpel",
      ingredients: ["300 g Linsen", "2 Äpfel", "1 l Brühe"],
      instructions: ["Linsen in der Brühe kochen.", "Äpfel würfeln und dazugeben."],
      calories: 410,
      protein: "21 g"
    }
  },
  {
    name: "recipe, Japanese",
    kind: "recipe",
    language: "ja",
    html: site(
      "ja",
      "肉じゃがの作り方",
      `<h1>肉じゃが</h1><p>調理時間：30分</p><h2>材料（2人分）</h2><ul><li>じゃがいも 3個</li><li>牛肉 150g</li></ul><h2>作り方</h2><ol><li>じゃがいもを切る。</li><li>肉を炒めて煮る。</li></ol>`
    ),
    schema: {
      title: "string",
      totalTime: "string",
      servings: "integer",
      ingredients: ["string"],
      instructions: ["string"],
      calories: "number",
      author: "string"
    },
    expected: {
      title: "肉じゃが",
      totalTime: "30分",
      servings: 2,
      ingredients: ["じゃがいも 3個", "牛肉 150g"],
      instructions: ["じゃがいもを切る。", "肉を炒めて煮る。"]
    }
  },
  {
    name: "board with plain markup, German",
    kind: "thread",
    language: "de",
    html: site(
      "de",
      "Osmose am Rumpf - Bootsforum",
      `<h1>Osmose am Rumpf</h1>${[
        ["seehund", "02.05.2026, 10:14", "Habe Blasen am Rumpf gefunden. Was tun?"],
        ["Kapitän Blau", "02.05.2026, 12:40", "Erst trocknen lassen, dann messen. Das dauert einen Winter."],
        ["seehund", "03.05.2026, 08:05", "Danke, dann bleibt sie eben oben."]
      ]
        .map(
          ([who, at, said], index) =>
            `<div id="p${index + 1}" class="post has-profile"><div class="inner"><dl class="postprofile"><dt><a href="/m/${index}" class="username">${who}</a></dt><dd><strong>Beiträge:</strong> ${100 + index}</dd></dl><div class="postbody"><p class="author">von <strong><a href="/m/${index}" class="username">${who}</a></strong> » ${at}</p><div class="content">${said}</div></div></div></div>`
        )
        .join("")}`
    ),
    schema: {
      title: "string",
      posts: [{ author: "string", date: "date", content: "string" }],
      rating: "number",
      price: "number"
    },
    expected: {
      title: "Osmose am Rumpf",
      posts: [
        { author: "seehund", date: "2026-05-02", content: "Habe Blasen am Rumpf gefunden. Was tun?" },
        {
          author: "Kapitän Blau",
          date: "2026-05-02",
          content: "Erst trocknen lassen, dann messen. Das dauert einen Winter."
        },
        { author: "seehund", date: "2026-05-03", content: "Danke, dann bleibt sie eben oben." }
      ]
    }
  },
  {
    name: "discussion seen by crawlers, English",
    kind: "thread",
    language: "en",
    html: site(
      "en",
      "Best glue for teak? - Deck Talk",
      `<div id="topic-title"><h1><a href="/t/9">Best glue for teak?</a></h1></div>${[
        [
          "mossy",
          "2026-03-04T20:27:24Z",
          "March 4, 2026, 8:27pm",
          "Epoxy keeps letting go on my rail. What do you use?"
        ],
        [
          "Ines_R",
          "2026-03-05T06:00:00Z",
          "March 5, 2026, 6:00am",
          "Resorcinol. Clean the oil off with acetone first."
        ],
        ["tarpot", "2026-03-05T09:11:00Z", "March 5, 2026, 9:11am", "Polyurethane, and screws."]
      ]
        .map(
          ([who, at, shown, said], index) =>
            `<div id="post_${index + 1}" class="topic-body crawler-post"><div class="crawler-post-meta"><span class="creator"><a rel="nofollow" href="/u/${who}"><span>${who}</span></a></span><span class="crawler-post-infos"><time datetime="${at}" class="post-time">${shown}</time><span>${index + 1}</span></span></div><div class="post"><p>${said}</p></div></div>`
        )
        .join("")}`
    ),
    schema: {
      title: "string",
      comments: [{ author: "string", date: "date", body: "string" }],
      company: "string"
    },
    expected: {
      title: "Best glue for teak?",
      comments: [
        {
          author: "mossy",
          date: "2026-03-04",
          body: "Epoxy keeps letting go on my rail. What do you use?"
        },
        { author: "Ines_R", date: "2026-03-05", body: "Resorcinol. Clean the oil off with acetone first." },
        { author: "tarpot", date: "2026-03-05", body: "Polyurethane, and screws." }
      ]
    }
  },
  {
    name: "contact page, English",
    kind: "company",
    language: "en",
    html: site(
      "en",
      "Contact us | Harrow Sails",
      `<h1>Contact us</h1><p>Write, call or come by.</p><address><strong>Harrow Sails Ltd</strong><br>Unit 4, Boatyard Lane<br>Falmouth TR11 2AA<br>United Kingdom</address><p>Phone: <a href="tel:+441326555010">+44 1326 555 010</a></p><p>Email: <a href="mailto:hello@harrow.test">hello@harrow.test</a></p><h2>Opening hours</h2><p>Mon–Fri 9:00–17:30</p><h2>About the company</h2><ul><li>Founded: 1974</li><li>Employees: 23</li><li>Managing director: Ben Harrow</li></ul>`
    ),
    schema: {
      companyName: "string",
      address: "string",
      postalCode: "string",
      city: "string",
      country: "string",
      phone: "string",
      email: "string",
      openingHours: "string",
      founded: "integer",
      employees: "integer",
      ceo: "string",
      vatId: "string",
      fax: "string"
    },
    expected: {
      companyName: "Harrow Sails Ltd",
      address: "Unit 4, Boatyard Lane, Falmouth TR11 2AA, United Kingdom",
      postalCode: "TR11 2AA",
      city: "Falmouth",
      country: "United Kingdom",
      phone: "+44 1326 555 010",
      email: "hello@harrow.test",
      openingHours: "Mon–Fri 9:00–17:30",
      founded: 1974,
      employees: 23,
      ceo: "Ben Harrow"
    }
  },
  {
    name: "company outline, Japanese with table",
    kind: "company",
    language: "ja",
    html: site(
      "ja",
      "企業情報｜白浜造船",
      `<h2>企業情報</h2><table><tr><th>社名</th><td>白浜造船株式会社</td></tr><tr><th>創業</th><td>1921年</td></tr><tr><th>代表取締役</th><td>白浜 正樹</td></tr><tr><th>従業員</th><td>210人</td></tr><tr><th>本社所在地</th><td>〒649-2211<br>和歌山県西牟婁郡白浜町3-4</td></tr><tr><th>TEL</th><td>0739-55-0100</td></tr><tr><th>FAX</th><td>0739-55-0101</td></tr></table>`
    ),
    schema: {
      companyName: "string",
      foundedYear: "integer",
      ceo: "string",
      employeeCount: "integer",
      address: "string",
      phone: "string",
      fax: "string",
      email: "string",
      revenue: "string"
    },
    expected: {
      companyName: "白浜造船株式会社",
      foundedYear: 1921,
      ceo: "白浜 正樹",
      employeeCount: 210,
      address: "〒649-2211 和歌山県西牟婁郡白浜町3-4",
      phone: "0739-55-0100",
      fax: "0739-55-0101"
    }
  },
  {
    name: "film page, French",
    kind: "review",
    language: "fr",
    html: site(
      "fr",
      "Le Dernier Bac (2023)",
      `<h1>Le Dernier Bac</h1><div class="meta-body"><div>12 avril 2023 en salle / 1h 52min / Drame</div><div><span class="light">De</span> <a href="/p/1">Hélène Roux</a></div><div><span class="light">Avec</span> <a href="/p/2">Karim Aït</a>, <a href="/p/3">Rose Dupin</a></div></div><div class="note"><span class="stareval-note">3,8</span> <span>1204 notes</span></div><h2>Synopsis</h2><p>Un passeur refuse de prendre sa retraite.</p><ul><li>Réalisateur : Hélène Roux</li><li>Acteurs : Karim Aït, Rose Dupin</li><li>Durée : 1h 52min</li><li>Date de sortie : 12 avril 2023</li><li>Nationalité : France</li></ul>`
    ),
    schema: {
      title: "string",
      director: "string",
      actors: ["string"],
      duration: "string",
      releaseDate: "date",
      country: "string",
      synopsis: "string",
      isbn: "string"
    },
    expected: {
      title: "Le Dernier Bac",
      director: "Hélène Roux",
      actors: ["Karim Aït", "Rose Dupin"],
      duration: "1h 52min",
      releaseDate: "2023-04-12",
      country: "France",
      synopsis: "Un passeur refuse de prendre sa retraite."
    }
  },
  {
    name: "guest house reviews, German",
    kind: "review",
    language: "de",
    html: site(
      "de",
      "Pension Dünenblick – Bewertungen",
      `<h1>Pension Dünenblick</h1><p class="rating-summary">9,1 von 10 (348 Bewertungen)</p><p>Strandweg 7, 25938 Wyk auf Föhr</p><h2>Ausstattung</h2><ul><li>WLAN</li><li>Fahrradverleih</li></ul><div class="review"><p class="review-author">Silke M.</p><p>Sehr ruhig gelegen.</p></div><div class="review"><p class="review-author">Dirk T.</p><p>Das Frühstück war gut.</p></div>`
    ),
    schema: {
      name: "string",
      rating: "number",
      reviewCount: "integer",
      amenities: ["string"],
      phone: "string",
      price: "number"
    },
    expected: {
      name: "Pension Dünenblick",
      rating: 9.1,
      reviewCount: 348,
      amenities: ["WLAN", "Fahrradverleih"]
    }
  },
  {
    name: "questions that open, English",
    kind: "questions",
    language: "en",
    html: site(
      "en",
      "Help centre",
      `<h1>Help centre</h1><section><h2>Frequently asked questions</h2><details><summary>How long does delivery take?</summary><p>Two to four working days.</p></details><details><summary>Can I return an item?</summary><p>Yes, within 30 days.</p></details><details><summary>Do you ship abroad?</summary><p>Not yet.</p></details></section>`
    ),
    schema: { questions: [{ question: "string", answer: "string" }], phone: "string", price: "number" },
    expected: {
      questions: [
        { question: "How long does delivery take?", answer: "Two to four working days." },
        { question: "Can I return an item?", answer: "Yes, within 30 days." },
        { question: "Do you ship abroad?", answer: "Not yet." }
      ]
    }
  },
  {
    name: "questions under headings, German",
    kind: "questions",
    language: "de",
    html: site(
      "de",
      "Häufige Fragen",
      `<h1>Häufige Fragen</h1><div class="faq-item"><h3>Wie lange dauert der Versand?</h3><p>Zwei bis vier Tage.</p></div><div class="faq-item"><h3>Kann ich Ware zurückgeben?</h3><p>Ja, innerhalb von 30 Tagen.</p><p>Wir zahlen das Porto.</p></div><div class="faq-item"><h3>Gibt es einen Laden?</h3><p>Nein.</p></div>`
    ),
    schema: { faq: [{ question: "string", answer: "string" }], author: "string" },
    expected: {
      faq: [
        { question: "Wie lange dauert der Versand?", answer: "Zwei bis vier Tage." },
        { question: "Kann ich Ware zurückgeben?", answer: "Ja, innerhalb von 30 Tagen. Wir zahlen das Porto." },
        { question: "Gibt es einen Laden?", answer: "Nein." }
      ]
    }
  },
  {
    name: "house for sale, English",
    kind: "property",
    language: "en",
    html: site(
      "en-GB",
      "3 bedroom cottage for sale in Robin Hood's Bay",
      `<h1>3 bedroom cottage for sale</h1><address>Chapel Street, Robin Hood's Bay YO22 4SQ</address><div class="listing-price">Guide price £325,000</div><dl><dt>PROPERTY TYPE</dt><dd><p>Cottage</p></dd><dt>BEDROOMS</dt><dd><p>×3</p></dd><dt>BATHROOMS</dt><dd><p>×1</p></dd><dt>SIZE</dt><dd><p>980 sq ft</p></dd><dt>TENURE</dt><dd><p>Freehold</p></dd></dl><h2>Key features</h2><ul><li>Sea views</li><li>Courtyard</li></ul>`
    ),
    schema: {
      title: "string",
      address: "string",
      price: "number",
      propertyType: "string",
      bedrooms: "integer",
      bathrooms: "integer",
      tenure: "string",
      features: ["string"],
      yearBuilt: "integer",
      rent: "number"
    },
    expected: {
      title: "3 bedroom cottage for sale",
      address: "Chapel Street, Robin Hood's Bay YO22 4SQ",
      price: 325000,
      propertyType: "Cottage",
      bedrooms: 3,
      bathrooms: 1,
      tenure: "Freehold",
      features: ["Sea views", "Courtyard"]
    }
  },
  {
    name: "flat to let, German",
    kind: "property",
    language: "de",
    html: site(
      "de",
      "2-Zimmer-Wohnung in Rostock",
      `<h1>Helle 2-Zimmer-Wohnung am Hafen</h1><div class="hardfacts"><div class="hardfact"><strong>780 €</strong><div>Kaltmiete</div></div><div class="hardfact"><strong>61,5 m²</strong><div>Wohnfläche</div></div><div class="hardfact"><strong>2</strong><div>Zimmer</div></div></div><dl><dt>Nebenkosten</dt><dd>160 €</dd><dt>Kaution</dt><dd>2.340 €</dd><dt>Bezugsfrei ab</dt><dd>01.08.2026</dd><dt>Baujahr</dt><dd>1998</dd><dt>Etage</dt><dd>3</dd></dl>`
    ),
    schema: {
      title: "string",
      livingArea: "number",
      rooms: "integer",
      additionalCosts: "number",
      deposit: "number",
      availableFrom: "date",
      yearBuilt: "integer",
      floor: "integer",
      bathrooms: "integer"
    },
    expected: {
      title: "Helle 2-Zimmer-Wohnung am Hafen",
      livingArea: 61.5,
      rooms: 2,
      additionalCosts: 160,
      deposit: 2340,
      availableFrom: "2026-08-01",
      yearBuilt: 1998,
      floor: 3
    }
  },
  {
    name: "data sheet, Spanish",
    kind: "data",
    language: "es",
    html: site(
      "es",
      "Motor fueraborda M-15",
      `<h1>Motor fueraborda M-15</h1><p>Precio: 2.890 €</p><p>Disponibilidad: En stock</p><h2>Especificaciones</h2><table><tr><th>Fabricante</th><td>Náutica Sur</td></tr><tr><th>Potencia</th><td>15 CV</td></tr><tr><th>Peso</th><td>42 kg</td></tr><tr><th>Combustible</th><td>Gasolina</td></tr><tr><th>Cilindrada</th><td>351 cc</td></tr></table><h2>Características</h2><ul><li>Arranque eléctrico</li><li>Hélice de aluminio</li></ul>`
    ),
    schema: {
      name: "string",
      price: "number",
      inStock: "boolean",
      manufacturer: "string",
      power: "string",
      weight: "string",
      fuelType: "string",
      features: ["string"],
      color: "string",
      warranty: "string"
    },
    expected: {
      name: "Motor fueraborda M-15",
      price: 2890,
      inStock: true,
      manufacturer: "Náutica Sur",
      power: "15 CV",
      weight: "42 kg",
      fuelType: "Gasolina",
      features: ["Arranque eléctrico", "Hélice de aluminio"]
    }
  },
  {
    name: "profile, German",
    kind: "person",
    language: "de",
    html: site(
      "de",
      "Dr. Lena Brandt – Institut für Küstenforschung",
      `<h1>Dr. Lena Brandt</h1><ul class="vcard"><li>Funktion: Leiterin der Arbeitsgruppe Dünen</li><li>Telefon: +49 431 555 0120</li><li>E-Mail: <a href="mailto:brandt@kueste.test">brandt@kueste.test</a></li><li>Raum: B 2.07</li><li>Sprechstunde: Dienstag 14–15 Uhr</li></ul><h2>Forschungsschwerpunkte</h2><ul><li>Dünenbildung</li><li>Salzwiesen</li></ul><h2>Lebenslauf</h2><ul><li>2015 Promotion, Kiel</li><li>2010 Diplom, Oldenburg</li></ul>`
    ),
    schema: {
      name: "string",
      role: "string",
      phone: "string",
      email: "string",
      room: "string",
      officeHours: "string",
      researchInterests: ["string"],
      birthDate: "date",
      address: "string"
    },
    expected: {
      name: "Dr. Lena Brandt",
      role: "Leiterin der Arbeitsgruppe Dünen",
      phone: "+49 431 555 0120",
      email: "brandt@kueste.test",
      room: "B 2.07",
      officeHours: "Dienstag 14–15 Uhr",
      researchInterests: ["Dünenbildung", "Salzwiesen"]
    }
  },
  {
    name: "player card, Portuguese",
    kind: "person",
    language: "pt",
    html: site(
      "pt",
      "Rita Moura – Seleção",
      `<h1>Rita Moura</h1><div class="info"><div class="row"><div class="label">Data de nascimento</div><div class="value">4 de março de 1999</div></div><div class="row"><div class="label">Nacionalidade</div><div class="value">Portugal</div></div><div class="row"><div class="label">Posição</div><div class="value">Guarda-redes</div></div><div class="row"><div class="label">Altura</div><div class="value">1,78 m</div></div><div class="row"><div class="label">Clube</div><div class="value">Marítimo da Ria</div></div></div>`
    ),
    schema: {
      name: "string",
      birthDate: "date",
      nationality: "string",
      position: "string",
      height: "string",
      club: "string",
      weight: "string",
      email: "string"
    },
    expected: {
      name: "Rita Moura",
      birthDate: "1999-03-04",
      nationality: "Portugal",
      position: "Guarda-redes",
      height: "1,78 m",
      club: "Marítimo da Ria"
    }
  }
]
