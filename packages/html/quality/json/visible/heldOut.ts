/** Pages that the rules are not tuned on: what they answer wrongly is counted and not read. */
import { site, type VisiblePage } from "./page.ts"

export const pages: ReadonlyArray<VisiblePage> = [
  {
    name: "bicycle shop, German",
    kind: "product",
    language: "de",
    html: site(
      "de",
      "Trekkingrad Fjord 28 Zoll online kaufen | Radhaus",
      `<div class="product-detail"><p class="product-detail-manufacturer">Fjordwerk</p><h1 class="product-detail-name">Trekkingrad Fjord 28 Zoll</h1><div class="product-detail-price-container"><p class="product-detail-price with-list-price">1.099,00 €* <span class="list-price-price">1.299,00 €*</span></p><p class="product-detail-tax">Preise inkl. MwSt. zzgl. Versandkosten</p></div><p class="delivery-information delivery-available"><span class="delivery-status-indicator bg-success"></span> Sofort verfügbar, Lieferzeit: 3-5 Tage</p><div><span class="product-detail-ordernumber-label">Produktnummer:</span> <span class="product-detail-ordernumber">FJ-28-G</span></div><h2>Technische Daten</h2><table><tbody><tr><th>Rahmenhöhe:</th><td>55 cm</td></tr><tr><th>Farbe:</th><td>Petrol</td></tr><tr><th>Gewicht:</th><td>15,8 kg</td></tr><tr><th>Schaltung:</th><td>8-Gang Nabe</td></tr></tbody></table></div>`
    ),
    schema: {
      name: "string",
      price: "number",
      listPrice: "number",
      sku: "string",
      color: "string",
      weight: "string",
      rating: "number",
      isbn: "string",
      deliveryTime: "string"
    },
    expected: {
      name: "Trekkingrad Fjord 28 Zoll",
      price: 1099,
      listPrice: 1299,
      sku: "FJ-28-G",
      color: "Petrol",
      weight: "15,8 kg",
      deliveryTime: "3-5 Tage"
    }
  },
  {
    name: "book page, French",
    kind: "product",
    language: "fr",
    html: site(
      "fr",
      "Les Marées du soir - Librairie du Port",
      `<h1>Les Marées du soir</h1><p>Auteur : Solène Kervarec</p><p>Prix : <del>22,00 €</del> <strong>18,70 €</strong></p><p class="dispo">Épuisé</p><ul class="fiche"><li><strong>Éditeur :</strong> La Digue</li><li><strong>Date de parution :</strong> 14/03/2025</li><li><strong>Nombre de pages :</strong> 312</li><li><strong>ISBN :</strong> 978-2-00-000000-2</li><li><strong>Langue :</strong> Français</li><li><strong>Format :</strong> Broché</li></ul><h2>Résumé</h2><p>Un gardien de phare écrit à sa fille.</p><p>Elle ne répond qu'une fois.</p>`
    ),
    schema: {
      title: "string",
      author: "string",
      price: "number",
      oldPrice: "number",
      inStock: "boolean",
      publisher: "string",
      publicationDate: "date",
      pages: "integer",
      isbn: "string",
      language: "string",
      director: "string",
      weight: "string"
    },
    expected: {
      title: "Les Marées du soir",
      author: "Solène Kervarec",
      price: 18.7,
      oldPrice: 22,
      inStock: false,
      publisher: "La Digue",
      publicationDate: "2025-03-14",
      pages: 312,
      isbn: "978-2-00-000000-2",
      language: "Français"
    }
  },
  {
    name: "camera, Japanese",
    kind: "product",
    language: "ja",
    html: site(
      "ja",
      "デジタルカメラ C-7 - 写真堂オンライン",
      `<h1>デジタルカメラ C-7</h1><div class="price-area"><span class="tag">販売価格（税込）</span><span class="num">59,800円</span></div><p class="zaiko">売り切れ</p><dl class="spec-list"><div><dt>メーカー名</dt><dd>高嶺光学</dd></div><div><dt>発売日</dt><dd>2025年11月21日</dd></div><div><dt>有効画素数</dt><dd>2,420万画素</dd></div><div><dt>質量</dt><dd>約420g</dd></div><div><dt>保証</dt><dd>メーカー1年</dd></div></dl><p>総合評価：4.1点（56件）</p>`
    ),
    schema: {
      name: "string",
      in_stock: "boolean",
      manufacturer: "string",
      release_date: "date",
      weight: "string",
      warranty: "string",
      rating: "number",
      review_count: "integer",
      color: "string"
    },
    expected: {
      name: "デジタルカメラ C-7",
      in_stock: false,
      manufacturer: "高嶺光学",
      release_date: "2025-11-21",
      weight: "約420g",
      warranty: "メーカー1年",
      rating: 4.1,
      review_count: 56
    }
  },
  {
    name: "local paper, German",
    kind: "article",
    language: "de",
    html: site(
      "de",
      "Stadtrat stimmt für neue Brücke | Uferpost",
      `<article><header><div class="kicker">Lokales</div><h1>Stadtrat stimmt für neue Brücke</h1><div class="meta"><span>Von <b>Martina Keller</b></span> <span>Stand: 17.04.2026, 06:30 Uhr</span> <span>Erstveröffentlichung: 16.04.2026</span></div></header><p>Der Rat hat am Mittwoch entschieden. Die Brücke soll 12 Millionen Euro kosten.</p><p>Der Bau beginnt am 1. Mai 2027.</p><p>Foto: Archiv</p></article><section><h2>Kommentare</h2><div class="comment"><span class="comment-author">Otto W.</span> <time datetime="2026-04-17T09:00">17.04.2026</time><p>Endlich eine Brücke für alle.</p></div><div class="comment"><span class="comment-author">Eva S.</span> <time datetime="2026-04-18T10:00">18.04.2026</time><p>Viel zu teuer, wie immer hier.</p></div></section>`
    ),
    schema: {
      title: "string",
      author: "string",
      comments: [{ author: "string", text: "string" }],
      salary: "string",
      rating: "number",
      price: "number"
    },
    expected: {
      title: "Stadtrat stimmt für neue Brücke",
      author: "Martina Keller",
      comments: [
        { author: "Otto W.", text: "Endlich eine Brücke für alle." },
        { author: "Eva S.", text: "Viel zu teuer, wie immer hier." }
      ]
    }
  },
  {
    name: "science blog, English",
    kind: "article",
    language: "en",
    html: site(
      "en",
      "Why eels cross oceans",
      `<article><h1>Why eels cross oceans</h1><ul class="post-meta"><li>By <a href="/author/priya">Priya Nair</a></li><li>Last updated: June 2, 2026</li><li>First published: May 20, 2026</li><li>Category: Biology</li></ul><p>Every autumn silver eels leave the rivers.</p><p>Nobody has seen them spawn.</p></article>`,
      { aside: `<h3>More from us</h3><ul><li>Squid at night – By Carl Boon</li></ul>` }
    ),
    schema: {
      title: "string",
      author: "string",
      publishedDate: "date",
      updatedDate: "date",
      category: "string",
      location: "string",
      phone: "string"
    },
    expected: {
      title: "Why eels cross oceans",
      author: "Priya Nair",
      publishedDate: "2026-05-20",
      updatedDate: "2026-06-02",
      category: "Biology"
    }
  },
  {
    name: "press release, Japanese",
    kind: "article",
    language: "ja",
    html: site(
      "ja",
      "新型ポンプを発売 | 浪速機械",
      `<h1>新型ポンプを発売</h1><dl class="info"><dt>発表日</dt><dd>2026年2月10日</dd><dt>カテゴリ</dt><dd>製品</dd></dl><p>浪速機械は、新型ポンプを三月から発売すると発表した。</p><h2>お問い合わせ先</h2><p>広報部　担当：森本<br>電話：06-5555-0111<br>メール：<a href="mailto:pr@naniwa.test">pr@naniwa.test</a></p>`
    ),
    schema: {
      title: "string",
      published_date: "date",
      category: "string",
      phone: "string",
      email: "string",
      price: "number",
      author: "string"
    },
    expected: {
      title: "新型ポンプを発売",
      published_date: "2026-02-10",
      category: "製品",
      phone: "06-5555-0111",
      email: "pr@naniwa.test"
    }
  },
  {
    name: "career page, English",
    kind: "job",
    language: "en",
    html: site(
      "en-GB",
      "Lighthouse engineer – Northern Lights Trust",
      `<h1>Lighthouse engineer</h1><table class="job"><tr><td>Location</td><td>Oban</td></tr><tr><td>Salary</td><td>£38,500 to £44,000 per annum</td></tr><tr><td>Contract</td><td>Permanent, full time</td></tr><tr><td>Closing date</td><td>12 June 2026</td></tr><tr><td>Start date</td><td>1 September 2026</td></tr></table><h3>About the role</h3><p>You will keep eleven lights burning.</p><h3>Key responsibilities</h3><ul><li>Inspect the lamps</li><li>Train the volunteers</li></ul><h3>Essential criteria</h3><ul><li>Electrical qualification</li><li>No fear of heights</li></ul><p>For an informal chat contact Moira Bain on 01631 555 010.</p>`
    ),
    schema: {
      title: "string",
      location: "string",
      salaryMin: "integer",
      salaryMax: "integer",
      currency: "string",
      closingDate: "date",
      startDate: "date",
      responsibilities: ["string"],
      requirements: ["string"],
      companyName: "string",
      remote: "boolean"
    },
    expected: {
      title: "Lighthouse engineer",
      location: "Oban",
      salaryMin: 38500,
      salaryMax: 44000,
      currency: "GBP",
      closingDate: "2026-06-12",
      startDate: "2026-09-01",
      responsibilities: ["Inspect the lamps", "Train the volunteers"],
      requirements: ["Electrical qualification", "No fear of heights"]
    }
  },
  {
    name: "job page, Spanish",
    kind: "job",
    language: "es",
    html: site(
      "es",
      "Técnico de laboratorio | Aguas Claras",
      `<h1>Técnico de laboratorio</h1><div class="empresa">Aguas Claras S.A.</div><dl><dt>Ubicación</dt><dd>Valencia</dd><dt>Tipo de contrato</dt><dd>Indefinido</dd><dt>Salario</dt><dd>24.000 € - 28.000 € brutos/año</dd><dt>Jornada</dt><dd>Completa</dd><dt>Fecha de publicación</dt><dd>3 de marzo de 2026</dd></dl><h2>Requisitos</h2><ul><li>FP de química</li><li>Inglés medio</li></ul><h2>Funciones</h2><ul><li>Analizar muestras</li><li>Redactar informes</li></ul><h2>Se ofrece</h2><ul><li>Horario flexible</li></ul>`
    ),
    schema: {
      jobTitle: "string",
      company: "string",
      location: "string",
      contractType: "string",
      salaryMin: "number",
      salaryMax: "number",
      datePosted: "date",
      requirements: ["string"],
      responsibilities: ["string"],
      benefits: ["string"],
      email: "string"
    },
    expected: {
      jobTitle: "Técnico de laboratorio",
      company: "Aguas Claras S.A.",
      location: "Valencia",
      salaryMin: 24000,
      salaryMax: 28000,
      datePosted: "2026-03-03",
      requirements: ["FP de química", "Inglés medio"],
      responsibilities: ["Analizar muestras", "Redactar informes"],
      benefits: ["Horario flexible"]
    }
  },
  {
    name: "festival, French",
    kind: "event",
    language: "fr",
    html: site(
      "fr",
      "Fête de la Voile",
      `<h1>Fête de la Voile</h1><p class="date">Du 3 au 5 juillet 2026</p><div class="pratique"><h2>Infos pratiques</h2><p><strong>Lieu</strong> : Quai Ouest, Douarnenez</p><p><strong>Horaires</strong> : 10h – 22h</p><p><strong>Tarif</strong> : 6 €</p><p><strong>Organisateur</strong> : Association Grand Largue</p><p><strong>Contact</strong> : 02 98 55 01 01 – <a href="mailto:fete@largue.test">fete@largue.test</a></p></div>`
    ),
    schema: {
      name: "string",
      location: "string",
      price: "string",
      organizer: "string",
      email: "string",
      sku: "string",
      performer: "string"
    },
    expected: {
      name: "Fête de la Voile",
      location: "Quai Ouest, Douarnenez",
      price: "6 €",
      organizer: "Association Grand Largue",
      email: "fete@largue.test"
    }
  },
  {
    name: "lecture, Japanese",
    kind: "event",
    language: "ja",
    html: site(
      "ja",
      "海の生きもの講座",
      `<h1>海の生きもの講座</h1><table><tr><th>開催日</th><td>2026年7月25日（土）</td></tr><tr><th>時間</th><td>14:00～16:00</td></tr><tr><th>会場</th><td>港町公民館</td></tr><tr><th>講師</th><td>川端 涼子</td></tr><tr><th>定員</th><td>30名</td></tr><tr><th>参加費</th><td>500円</td></tr><tr><th>主催</th><td>港町教育委員会</td></tr></table>`
    ),
    schema: {
      title: "string",
      date: "date",
      venue: "string",
      speaker: "string",
      capacity: "integer",
      fee: "number",
      organizer: "string",
      endDate: "date",
      email: "string"
    },
    expected: {
      title: "海の生きもの講座",
      date: "2026-07-25",
      venue: "港町公民館",
      speaker: "川端 涼子",
      capacity: 30,
      fee: 500,
      organizer: "港町教育委員会"
    }
  },
  {
    name: "recipe card, Spanish",
    kind: "recipe",
    language: "es",
    html: site(
      "es",
      "Arroz con sepia",
      `<h1>Arroz con sepia</h1><div class="ficha"><div><span>Tiempo de preparación</span><span>15 min</span></div><div><span>Tiempo de cocción</span><span>25 min</span></div><div><span>Raciones</span><span>4</span></div><div><span>Dificultad</span><span>Media</span></div></div><h3>Ingredientes</h3><ul><li>320 g de arroz</li><li>1 sepia</li><li>1 litro de caldo</li></ul><h3>Elaboración</h3><ol><li>Sofreír la sepia.</li><li>Añadir el arroz y el caldo.</li></ol><h3>Notas</h3><p>Mejor con alioli.</p>`
    ),
    schema: {
      name: "string",
      prepTime: "string",
      cookTime: "string",
      servings: "integer",
      difficulty: "string",
      ingredients: ["string"],
      instructions: ["string"],
      author: "string",
      rating: "number"
    },
    expected: {
      name: "Arroz con sepia",
      prepTime: "15 min",
      cookTime: "25 min",
      servings: 4,
      difficulty: "Media",
      ingredients: ["320 g de arroz", "1 sepia", "1 litro de caldo"],
      instructions: ["Sofreír la sepia.", "Añadir el arroz y el caldo."]
    }
  },
  {
    name: "baking page, English",
    kind: "recipe",
    language: "en",
    html: site(
      "en",
      "Seeded rye loaf",
      `<h1>Seeded rye loaf</h1><p>Recipe by Dora Finch</p><p>4.7 out of 5 (96 ratings)</p><ul class="facts"><li><b>Prep:</b> 20 mins</li><li><b>Cook:</b> 50 mins</li><li><b>Makes:</b> 1 loaf</li></ul><h2>Ingredients</h2><h3>For the starter</h3><ul><li>100 g rye flour</li><li>100 ml water</li></ul><h3>For the dough</h3><ul><li>400 g rye flour</li><li>2 tsp salt</li></ul><h2>Method</h2><ol><li><p>Mix the starter and wait a day.</p></li><li><p>Mix the dough and bake.</p></li></ol>`
    ),
    schema: {
      title: "string",
      author: "string",
      prep_time: "string",
      cook_time: "string",
      rating: "number",
      rating_count: "integer",
      instructions: ["string"],
      calories: "number",
      cuisine: "string"
    },
    expected: {
      title: "Seeded rye loaf",
      author: "Dora Finch",
      prep_time: "20 mins",
      cook_time: "50 mins",
      rating: 4.7,
      rating_count: 96,
      instructions: ["Mix the starter and wait a day.", "Mix the dough and bake."]
    }
  },
  {
    name: "answers, English",
    kind: "thread",
    language: "en",
    html: site(
      "en",
      "Mast creaks in light wind - Ask a Rigger",
      `<h1>Mast creaks in light wind</h1><ol class="bbp-replies">${[
        ["reefknot", "June 3, 2026 at 9:10 am", "It only happens under eight knots. Any idea where to look first?"],
        ["Sam Tully", "June 3, 2026 at 11:42 am", "Check the partners. Mine were dry and a little soap helped."],
        ["reefknot", "June 5, 2026 at 7:01 am", "Soap it was, thank you very much."]
      ]
        .map(
          ([who, at, said]) =>
            `<li class="reply"><div class="bbp-reply-header"><span class="bbp-reply-post-date">${at}</span></div><div class="hentry"><div class="bbp-reply-author"><a href="/users/x/" class="bbp-author-link"><span class="bbp-author-name">${who}</span></a></div><div class="bbp-reply-content"><p>${said}</p></div></div></li>`
        )
        .join("")}</ol>`
    ),
    schema: { title: "string", replies: [{ author: "string", date: "date", content: "string" }], price: "number" },
    expected: {
      title: "Mast creaks in light wind",
      replies: [
        {
          author: "reefknot",
          date: "2026-06-03",
          content: "It only happens under eight knots. Any idea where to look first?"
        },
        {
          author: "Sam Tully",
          date: "2026-06-03",
          content: "Check the partners. Mine were dry and a little soap helped."
        },
        { author: "reefknot", date: "2026-06-05", content: "Soap it was, thank you very much." }
      ]
    }
  },
  {
    name: "legal notice, French",
    kind: "company",
    language: "fr",
    html: site(
      "fr",
      "Mentions légales - Voilerie Tanguy",
      `<h1>Mentions légales</h1><h2>Éditeur du site</h2><p>Voilerie Tanguy SARL<br>12 rue du Chantier<br>29900 Concarneau<br>France</p><p>Tél. : 02 98 55 02 02<br>Email : contact@tanguy.test</p><p>SIRET : 123 456 789 00012<br>N° TVA intracommunautaire : FR12123456789<br>Capital social : 20 000 €</p><p>Directeur de la publication : Yann Tanguy</p><h2>Hébergement</h2><p>Le site est hébergé par Nuage SAS.</p>`
    ),
    schema: {
      companyName: "string",
      street: "string",
      postalCode: "string",
      city: "string",
      country: "string",
      phone: "string",
      email: "string",
      vatId: "string",
      registrationNumber: "string",
      foundingYear: "integer",
      fax: "string"
    },
    expected: {
      companyName: "Voilerie Tanguy SARL",
      street: "12 rue du Chantier",
      postalCode: "29900",
      city: "Concarneau",
      country: "France",
      phone: "02 98 55 02 02",
      email: "contact@tanguy.test",
      vatId: "FR12123456789",
      registrationNumber: "123 456 789 00012"
    }
  },
  {
    name: "about page, German",
    kind: "company",
    language: "de",
    html: site(
      "de",
      "Über uns | Mühle am Bach",
      `<h1>Über uns</h1><p>Wir mahlen seit vier Generationen.</p><div class="facts"><div class="fact"><div class="number">1893</div><div class="caption">Gründungsjahr</div></div><div class="fact"><div class="number">46</div><div class="caption">Mitarbeiter</div></div><div class="fact"><div class="number">12 Mio. €</div><div class="caption">Jahresumsatz</div></div></div><h2>Anfahrt</h2><p>Mühlweg 3, 83646 Bad Tölz</p><h2>Öffnungszeiten</h2><p>Mo–Fr 8–12 Uhr</p>`
    ),
    schema: {
      companyName: "string",
      foundingYear: "integer",
      employees: "integer",
      revenue: "string",
      postalCode: "string",
      city: "string",
      openingHours: "string",
      email: "string",
      ceo: "string"
    },
    expected: {
      foundingYear: 1893,
      employees: 46,
      revenue: "12 Mio. €",
      postalCode: "83646",
      city: "Bad Tölz",
      openingHours: "Mo–Fr 8–12 Uhr"
    }
  },
  {
    name: "film page, English",
    kind: "review",
    language: "en",
    html: site(
      "en",
      "Salt Road (2025) - ReelBox",
      `<h1>Salt Road <span>(2025)</span></h1><p class="facts">2h 4m · Drama · PG-13</p><div>7.9/10 (12,480 votes)</div><ul class="credits"><li><span>Director</span> <ul><li><a href="/n/1">Amara Osei</a></li></ul></li><li><span>Writers</span> <ul><li><a href="/n/2">Jo Pike</a></li><li><a href="/n/3">Lin Mei</a></li></ul></li><li><span>Stars</span> <ul><li><a href="/n/4">Ruth Vale</a></li><li><a href="/n/5">Ben Achebe</a></li></ul></li></ul><h2>Details</h2><dl><dt>Release date</dt><dd>March 7, 2025</dd><dt>Country of origin</dt><dd>Ghana</dd><dt>Language</dt><dd>English</dd><dt>Runtime</dt><dd>2h 4m</dd></dl>`
    ),
    schema: {
      director: "string",
      rating: "number",
      votes: "integer",
      releaseDate: "date",
      country: "string",
      runtime: "string",
      price: "number",
      isbn: "string"
    },
    expected: {
      director: "Amara Osei",
      rating: 7.9,
      votes: 12480,
      releaseDate: "2025-03-07",
      country: "Ghana",
      runtime: "2h 4m"
    }
  },
  {
    name: "help page, Japanese",
    kind: "questions",
    language: "ja",
    html: site(
      "ja",
      "よくあるご質問",
      `<h1>よくあるご質問</h1><dl class="faq"><dt>送料はいくらですか？</dt><dd>全国一律500円です。</dd><dt>返品はできますか？</dt><dd>到着後7日以内であれば可能です。</dd><dt>海外にも発送していますか？</dt><dd>国内のみとなります。</dd></dl>`
    ),
    schema: { faqs: [{ question: "string", answer: "string" }], price: "number" },
    expected: {
      faqs: [
        { question: "送料はいくらですか？", answer: "全国一律500円です。" },
        { question: "返品はできますか？", answer: "到着後7日以内であれば可能です。" },
        { question: "海外にも発送していますか？", answer: "国内のみとなります。" }
      ]
    }
  },
  {
    name: "accordion, English",
    kind: "questions",
    language: "en",
    html: site(
      "en",
      "Ferry FAQs",
      `<h1>Ferry FAQs</h1><div class="accordion">${[
        ["Can I bring my dog?", "Yes, on a lead."],
        ["Is there a café on board?", "There is one on the upper deck."],
        ["Do I need a passport?", "No."]
      ]
        .map(
          ([q, a], at) =>
            `<div class="accordion-item"><h3><button type="button" aria-expanded="false" aria-controls="p${at}">${q}</button></h3><div id="p${at}" hidden><p>${a}</p></div></div>`
        )
        .join("")}</div>`
    ),
    schema: { questions: [{ question: "string", answer: "string" }], phone: "string" },
    expected: {
      questions: [
        { question: "Can I bring my dog?", answer: "Yes, on a lead." },
        { question: "Is there a café on board?", answer: "There is one on the upper deck." },
        { question: "Do I need a passport?", answer: "No." }
      ]
    }
  },
  {
    name: "flat to let, Japanese",
    kind: "property",
    language: "ja",
    html: site(
      "ja",
      "港ハイツ 203 | 海町不動産",
      `<h1>港ハイツ 203</h1><table><tr><th>賃料</th><td>68,000円</td><th>管理費</th><td>3,000円</td></tr><tr><th>敷金</th><td>68,000円</td><th>間取り</th><td>1LDK</td></tr><tr><th>専有面積</th><td>42.5㎡</td><th>築年月</th><td>2012年3月</td></tr><tr><th>所在階</th><td>2階</td><th>入居可能日</th><td>2026年8月1日</td></tr></table>`
    ),
    schema: {
      name: "string",
      rent: "number",
      managementFee: "number",
      deposit: "number",
      floorArea: "number",
      floor: "integer",
      availableFrom: "date",
      bathrooms: "integer"
    },
    expected: {
      name: "港ハイツ 203",
      rent: 68000,
      managementFee: 3000,
      deposit: 68000,
      floorArea: 42.5,
      floor: 2,
      availableFrom: "2026-08-01"
    }
  },
  {
    name: "house, German",
    kind: "property",
    language: "de",
    html: site(
      "de",
      "Reihenhaus in Kiel",
      `<h1>Reihenhaus mit Garten in Kiel</h1><ul class="daten"><li>Kaufpreis: 389.000 €</li><li>Wohnfläche: ca. 124 m²</li><li>Zimmer: 5</li><li>Baujahr: 1987</li><li>Energieeffizienzklasse: D</li></ul><h2>Ausstattung</h2><ul><li>Einbauküche</li><li>Kamin</li></ul><h2>Ansprechpartner</h2><p>Herr Thomas Wulf</p><p>Tel.: 0431 555 0199</p>`
    ),
    schema: {
      title: "string",
      price: "number",
      rooms: "integer",
      yearBuilt: "integer",
      energyClass: "string",
      amenities: ["string"],
      phone: "string",
      rent: "number",
      floor: "integer"
    },
    expected: {
      title: "Reihenhaus mit Garten in Kiel",
      price: 389000,
      rooms: 5,
      yearBuilt: 1987,
      energyClass: "D",
      amenities: ["Einbauküche", "Kamin"],
      phone: "0431 555 0199"
    }
  },
  {
    name: "component sheet, English",
    kind: "data",
    language: "en",
    html: site(
      "en",
      "Bilge pump BP-500 datasheet",
      `<h1>Bilge pump BP-500</h1><div class="spec"><div class="spec__row"><span class="spec__key">Manufacturer</span><span class="spec__val">Drydeck</span></div><div class="spec__row"><span class="spec__key">Voltage</span><span class="spec__val">12 V</span></div><div class="spec__row"><span class="spec__key">Weight</span><span class="spec__val">0.4 kg</span></div><div class="spec__row"><span class="spec__key">Flow rate</span><span class="spec__val">1,890 l/h</span></div><div class="spec__row"><span class="spec__key">Warranty</span><span class="spec__val">3 years</span></div></div><h2>Features</h2><ul><li>Runs dry</li><li>Easy to clean</li></ul>`
    ),
    schema: {
      name: "string",
      manufacturer: "string",
      voltage: "string",
      weight: "string",
      flowRate: "string",
      warranty: "string",
      features: ["string"],
      price: "number",
      color: "string"
    },
    expected: {
      name: "Bilge pump BP-500",
      manufacturer: "Drydeck",
      voltage: "12 V",
      weight: "0.4 kg",
      flowRate: "1,890 l/h",
      warranty: "3 years",
      features: ["Runs dry", "Easy to clean"]
    }
  },
  {
    name: "player page, German",
    kind: "person",
    language: "de",
    html: site(
      "de",
      "Jana Voss – Handballarchiv",
      `<h1>Jana Voss</h1><dl><dt>Geburtstag</dt><dd>9. Februar 1997</dd><dt>Geburtsort</dt><dd>Flensburg</dd><dt>Nationalität</dt><dd>deutsch</dd><dt>Größe</dt><dd>1,81 m</dd><dt>Verein</dt><dd>HSG Förde</dd></dl><h2>Stationen</h2><table><tr><th>Saison</th><th>Verein</th><th>Tore</th></tr><tr><td>2024/25</td><td>HSG Förde</td><td>98</td></tr><tr><td>2023/24</td><td>TSV Belt</td><td>71</td></tr></table>`
    ),
    schema: {
      name: "string",
      birthDate: "date",
      birthPlace: "string",
      nationality: "string",
      club: "string",
      weight: "string",
      email: "string",
      salary: "string"
    },
    expected: {
      name: "Jana Voss",
      birthDate: "1997-02-09",
      birthPlace: "Flensburg",
      nationality: "deutsch",
      club: "HSG Förde"
    }
  },
  {
    name: "staff page, Japanese",
    kind: "person",
    language: "ja",
    html: site(
      "ja",
      "教員紹介 - 松井 健太",
      `<h1>松井 健太</h1><table><tr><th>職名</th><td>准教授</td></tr><tr><th>専門分野</th><td>海洋物理学</td></tr><tr><th>学歴</th><td>東都大学大学院修了</td></tr><tr><th>E-mail</th><td>matsui@umi.test</td></tr><tr><th>研究室</th><td>3号館205</td></tr></table>`
    ),
    schema: {
      name: "string",
      education: "string",
      email: "string",
      office: "string",
      phone: "string",
      birthDate: "date"
    },
    expected: {
      name: "松井 健太",
      education: "東都大学大学院修了",
      email: "matsui@umi.test",
      office: "3号館205"
    }
  }
]
