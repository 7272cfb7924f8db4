/** The second pages: written before the rules, measured once without being read (87 %, two wrong values), and tuned on since. */
import { site, type VisiblePage } from "./page.ts"

export const pages: ReadonlyArray<VisiblePage> = [
  {
    name: "classic shop plugin, German",
    kind: "product",
    language: "de",
    html: site(
      "de",
      "Wanderstiefel Grat – Bergladen",
      `<nav class="woocommerce-breadcrumb"><a href="/">Start</a> / <a href="/schuhe">Schuhe</a> / Wanderstiefel Grat</nav><div class="product type-product"><div class="woocommerce-product-gallery"><img src="/img/grat.jpg" alt="Stiefel"></div><div class="summary entry-summary"><h1 class="product_title entry-title">Wanderstiefel Grat</h1><div class="woocommerce-product-rating"><div class="star-rating" role="img" aria-label="Bewertet mit 4.50 von 5"><span style="width:90%">Bewertet mit <strong class="rating">4.50</strong> von 5</span></div><a href="#reviews" class="woocommerce-review-link" rel="nofollow">(<span class="count">18</span> Kundenrezensionen)</a></div><p class="price"><del aria-hidden="true"><span class="woocommerce-Price-amount amount"><bdi>189,00&nbsp;<span class="woocommerce-Price-currencySymbol">€</span></bdi></span></del> <span class="screen-reader-text">Ursprünglicher Preis war: 189,00 €</span><ins aria-hidden="true"><span class="woocommerce-Price-amount amount"><bdi>149,90&nbsp;<span class="woocommerce-Price-currencySymbol">€</span></bdi></span></ins><span class="screen-reader-text">Aktueller Preis ist: 149,90 €.</span></p><p class="stock in-stock">Vorrätig</p><form class="cart"><input type="number" value="1"><button>In den Warenkorb</button></form><div class="product_meta"><span class="sku_wrapper">Artikelnummer: <span class="sku">WG-4711</span></span> <span class="posted_in">Kategorie: <a href="/schuhe" rel="tag">Schuhe</a></span></div></div><div class="woocommerce-tabs"><h2>Zusätzliche Informationen</h2><table class="woocommerce-product-attributes shop_attributes"><tr class="woocommerce-product-attributes-item"><th>Gewicht</th><td>1,4 kg</td></tr><tr class="woocommerce-product-attributes-item"><th>Obermaterial</th><td><p>Nubukleder</p></td></tr><tr class="woocommerce-product-attributes-item"><th>Farbe</th><td><p>Braun, Grau</p></td></tr></table></div></div><section class="related products"><h2>Ähnliche Produkte</h2><ul class="products"><li class="product"><h2 class="woocommerce-loop-product__title">Socken</h2><span class="price">12,00 €</span></li><li class="product"><h2 class="woocommerce-loop-product__title">Gamaschen</h2><span class="price">29,00 €</span></li></ul></section>`
    ),
    schema: {
      title: "string",
      price: "number",
      originalPrice: "number",
      currency: "string",
      inStock: "boolean",
      sku: "string",
      rating: "number",
      reviewCount: "integer",
      weight: "string",
      warranty: "string",
      brand: "string"
    },
    expected: {
      title: "Wanderstiefel Grat",
      price: 149.9,
      originalPrice: 189,
      currency: "EUR",
      inStock: true,
      sku: "WG-4711",
      rating: 4.5,
      reviewCount: 18,
      weight: "1,4 kg"
    }
  },
  {
    name: "hosted shop theme, English",
    kind: "product",
    language: "en",
    html: site(
      "en",
      "Linen apron – Field Kitchen",
      `<section class="product"><div class="product__media"><img src="//cdn.shop.test/apron.jpg" alt="Apron"></div><div class="product__info-wrapper"><p class="product__text caption-with-letter-spacing">Field Kitchen</p><div class="product__title"><h1>Linen apron</h1></div><div id="price-template" role="status"><div class="price price--large price--on-sale price--sold-out"><div class="price__container"><div class="price__regular"><span class="visually-hidden visually-hidden--inline">Regular price</span><span class="price-item price-item--regular">$48.00 CAD</span></div><div class="price__sale"><span class="visually-hidden visually-hidden--inline">Regular price</span><span><s class="price-item price-item--regular">$64.00 CAD</s></span><span class="visually-hidden visually-hidden--inline">Sale price</span><span class="price-item price-item--sale price-item--last">$48.00 CAD</span></div></div><span class="badge price__badge-sold-out color-scheme-3">Sold out</span></div></div><div class="product__tax caption">Taxes included.</div><div class="product__inventory">Sold out</div><form><button disabled>Sold out</button></form><div class="product__description rte"><p>Washed linen with two deep pockets.</p><ul><li>Material: 100% linen</li><li>Made in: Portugal</li><li>Care: wash at 40 °C</li></ul></div></div></section>`
    ),
    schema: {
      productName: "string",
      price: "number",
      compareAtPrice: "number",
      availability: "string",
      inStock: "boolean",
      material: "string",
      madeIn: "string",
      sku: "string",
      rating: "number"
    },
    expected: {
      productName: "Linen apron",
      price: 48,
      compareAtPrice: 64,
      availability: "Sold out",
      inStock: false,
      material: "100% linen",
      madeIn: "Portugal"
    }
  },
  {
    name: "appliance, Japanese",
    kind: "product",
    language: "ja",
    html: site(
      "ja",
      "卓上加湿器 KS-200 | 家電の丸川",
      `<div class="itemInfo"><h1 class="itemName">卓上加湿器 KS-200</h1><p class="itemPrice">価格:<em>12,800円</em>（税込）</p><p class="itemStock">在庫あり</p><div class="review"><span class="score">4.3</span>／5（128件のレビュー）</div><h2>商品仕様</h2><table class="spec"><tr><th>メーカー</th><td>丸川電機</td></tr><tr><th>型番</th><td>KS-200</td></tr><tr><th>JANコード</th><td>4901234567894</td></tr><tr><th>重量</th><td>1.2kg</td></tr><tr><th>サイズ</th><td>幅180×奥行180×高さ250mm</td></tr><tr><th>カラー</th><td>ホワイト</td></tr><tr><th>保証期間</th><td>1年</td></tr></table></div>`
    ),
    schema: {
      name: "string",
      price: "number",
      in_stock: "boolean",
      rating: "number",
      review_count: "integer",
      manufacturer: "string",
      model_number: "string",
      weight: "string",
      color: "string",
      warranty: "string",
      material: "string"
    },
    expected: {
      name: "卓上加湿器 KS-200",
      price: 12800,
      in_stock: true,
      rating: 4.3,
      review_count: 128,
      manufacturer: "丸川電機",
      model_number: "KS-200",
      weight: "1.2kg",
      color: "ホワイト",
      warranty: "1年"
    }
  },
  {
    name: "newspaper, French",
    kind: "article",
    language: "fr",
    html: site(
      "fr",
      "Le port retrouve ses grues - La Dépêche du Quai",
      `<article class="article"><p class="article__kicker">Économie</p><h1 class="article__title">Le port retrouve ses grues</h1><p class="article__standfirst">Après deux ans de travaux, les quatre grues tournent de nouveau.</p><div class="article__meta"><span class="article__author">Par <a href="/auteur/claire-monge">Claire Monge</a></span><span class="article__dates">Publié le 12 mars 2026 à 09h15 · Mis à jour le 13 mars 2026 à 18h02</span><span>Temps de lecture : 4 min</span></div><p>Les grues ont tourné dès l'aube, sous une pluie fine, devant une centaine de dockers venus les voir.</p><p>La ville a payé un tiers des travaux.</p><figure><img src="/grues.jpg"><figcaption>Les grues du bassin nord. Crédit : Marc Azéma</figcaption></figure></article>`,
      {
        aside: `<h2>À lire aussi</h2><ul><li><a href="/x">Un phare à vendre</a></li><li><a href="/y">Le bac en grève</a></li></ul>`
      }
    ),
    schema: {
      title: "string",
      author: "string",
      publishedDate: "date",
      modifiedDate: "date",
      section: "string",
      readingTime: "string",
      publisher: "string",
      price: "number"
    },
    expected: {
      title: "Le port retrouve ses grues",
      author: "Claire Monge",
      publishedDate: "2026-03-12",
      modifiedDate: "2026-03-13",
      section: "Économie",
      readingTime: "4 min"
    }
  },
  {
    name: "news, Japanese",
    kind: "article",
    language: "ja",
    html: site(
      "ja",
      "港の灯台、百年ぶり改修｜潮風新聞",
      `<article><h1>港の灯台、百年ぶり改修</h1><p class="date">公開日：2026年4月3日　更新日：2026年4月5日</p><p class="writer">文：中村 恵子</p><p class="photo">写真：大野 健</p><p>百年前に建てられた灯台の改修が始まった。市は二年で終える予定だという。</p><p>カテゴリー：地域</p><p>タグ：<a href="/t/1">灯台</a>、<a href="/t/2">港</a></p></article>`
    ),
    schema: {
      title: "string",
      author: "string",
      published_at: "date",
      updated_at: "date",
      category: "string",
      tags: ["string"],
      location: "string"
    },
    expected: {
      title: "港の灯台、百年ぶり改修",
      author: "中村 恵子",
      published_at: "2026-04-03",
      updated_at: "2026-04-05",
      category: "地域",
      tags: ["灯台", "港"]
    }
  },
  {
    name: "magazine, English",
    kind: "article",
    language: "en",
    html: site(
      "en",
      "How tide mills came back | The Long Shore",
      `<article><header class="entry-header"><h1 class="entry-title">How tide mills came back</h1><div class="byline">By <a href="/people/ruth-akande" rel="author">Ruth Akande</a> and <a href="/people/tom-leary" rel="author">Tom Leary</a></div><div class="dateline">Published 4 May 2026 · Updated 9 May 2026</div><div class="read-time">7 min read</div></header><p>For a century the mill at Eling was the last of its kind.</p><p>Now three more turn on the south coast, and a fourth is being built.</p><footer class="entry-footer">Filed under: <a href="/c/energy">Energy</a>. Tags: <a href="/t/tides">tides</a>, <a href="/t/mills">mills</a></footer></article>`
    ),
    schema: {
      headline: "string",
      authors: ["string"],
      datePublished: "date",
      dateModified: "date",
      readingTimeMinutes: "integer",
      tags: ["string"],
      startDate: "date",
      salary: "string"
    },
    expected: {
      headline: "How tide mills came back",
      authors: ["Ruth Akande", "Tom Leary"],
      datePublished: "2026-05-04",
      dateModified: "2026-05-09",
      readingTimeMinutes: 7,
      tags: ["tides", "mills"]
    }
  },
  {
    name: "career page, German",
    kind: "job",
    language: "de",
    html: site(
      "de",
      "Bootsbauer (m/w/d) – Werft Altnau",
      `<div class="job-header"><h1>Bootsbauer (m/w/d)</h1><div class="job-header-info"><span class="job-company">Werft Altnau GmbH</span> · <span class="job-location">Altnau</span> · <span class="job-type">Vollzeit</span></div></div><dl class="job-facts"><dt>Eintrittsdatum</dt><dd>1. September 2026</dd><dt>Gehalt</dt><dd>48.000 – 56.000 € pro Jahr</dd><dt>Vertragsart</dt><dd>unbefristet</dd><dt>Bewerbungsfrist</dt><dd>31.07.2026</dd><dt>Referenznummer</dt><dd>WA-0815</dd></dl><h2>Deine Aufgaben</h2><ul><li>Rümpfe aus Holz reparieren</li><li>Lehrlinge anleiten</li></ul><h2>Dein Profil</h2><ul><li>Abgeschlossene Lehre</li><li>Freude am Wasser</li></ul><h2>Wir bieten</h2><ul><li>30 Tage Urlaub</li><li>Eigenes Boot im Sommer</li></ul><h2>Kontakt</h2><p>Ansprechpartnerin: Petra Lindner<br>E-Mail: <a href="mailto:jobs@werft.test">jobs@werft.test</a><br>Telefon: +41 71 555 01 02</p>`
    ),
    schema: {
      jobTitle: "string",
      startDate: "date",
      salaryMin: "number",
      salaryMax: "number",
      applicationDeadline: "date",
      responsibilities: ["string"],
      requirements: ["string"],
      benefits: ["string"],
      contactEmail: "string",
      contactPhone: "string",
      contactPerson: "string",
      remote: "boolean"
    },
    expected: {
      jobTitle: "Bootsbauer (m/w/d)",
      startDate: "2026-09-01",
      salaryMin: 48000,
      salaryMax: 56000,
      applicationDeadline: "2026-07-31",
      responsibilities: ["Rümpfe aus Holz reparieren", "Lehrlinge anleiten"],
      requirements: ["Abgeschlossene Lehre", "Freude am Wasser"],
      benefits: ["30 Tage Urlaub", "Eigenes Boot im Sommer"],
      contactEmail: "jobs@werft.test",
      contactPhone: "+41 71 555 01 02",
      contactPerson: "Petra Lindner"
    }
  },
  {
    name: "job board, English",
    kind: "job",
    language: "en",
    html: site(
      "en",
      "Job application for Marine Biologist at Kelpworks",
      `<div class="job__header"><div class="job__title"><h1 class="section-header">Marine Biologist</h1><div class="job__location"><div>Halifax, Nova Scotia</div></div></div></div><div class="job__description body"><p>Kelpworks grows seaweed for food and for the climate.</p><p><strong>What you'll do</strong></p><ul><li>Run the hatchery</li><li>Publish what we learn</li></ul><p><strong>What you'll bring</strong></p><ul><li>A degree in biology</li><li>A boat licence</li></ul><p><strong>Salary range:</strong> $82,000 – $97,000 CAD per year</p><p><strong>Employment type:</strong> Full-time</p><p><strong>Department:</strong> Research</p></div>`
    ),
    schema: {
      title: "string",
      salaryMin: "number",
      salaryMax: "number",
      employmentType: "string",
      department: "string",
      responsibilities: ["string"],
      company: "string",
      deadline: "date"
    },
    expected: {
      title: "Marine Biologist",
      salaryMin: 82000,
      salaryMax: 97000,
      employmentType: "Full-time",
      department: "Research",
      responsibilities: ["Run the hatchery", "Publish what we learn"]
    }
  },
  {
    name: "events plugin, Spanish",
    kind: "event",
    language: "es",
    html: site(
      "es",
      "Feria del Bonsái – Jardín Botánico",
      `<div id="tribe-events-content" class="tribe-events-single"><h1 class="tribe-events-single-event-title">Feria del Bonsái</h1><div class="tribe-events-schedule"><h2><span class="tribe-event-date-start">12 junio, 2026 @ 10:00</span> - <span class="tribe-event-time">19:00</span></h2><span class="tribe-events-cost">8 €</span></div><div class="tribe-events-single-event-description"><p>Treinta criadores muestran sus árboles.</p></div><div class="tribe-events-single-section tribe-events-event-meta"><div class="tribe-events-meta-group tribe-events-meta-group-details"><h2 class="tribe-events-single-section-title">Detalles</h2><dl><dt class="tribe-events-start-date-label">Fecha:</dt><dd><abbr class="tribe-events-abbr" title="2026-06-12">12 junio, 2026</abbr></dd><dt class="tribe-events-start-time-label">Hora:</dt><dd>10:00 - 19:00</dd><dt class="tribe-events-event-cost-label">Precio:</dt><dd class="tribe-events-event-cost">8 €</dd></dl></div><div class="tribe-events-meta-group tribe-events-meta-group-organizer"><h2 class="tribe-events-single-section-title">Organizador</h2><dl><dt style="display:none"></dt><dd class="tribe-organizer">Amigos del Jardín</dd><dt class="tribe-organizer-tel-label">Teléfono</dt><dd class="tribe-organizer-tel">954 555 010</dd></dl></div><div class="tribe-events-meta-group tribe-events-meta-group-venue"><h2 class="tribe-events-single-section-title">Local</h2><dl><dt style="display:none"></dt><dd class="tribe-venue">Invernadero Grande</dd><dd class="tribe-venue-location"><address class="tribe-events-address"><span class="tribe-street-address">Calle Palma 4</span><br><span class="tribe-locality">Sevilla</span>, <span class="tribe-postal-code">41001</span> <span class="tribe-country-name">España</span></address></dd></dl></div></div></div>`
    ),
    schema: {
      eventName: "string",
      startDate: "date",
      price: "string",
      organizer: "string",
      venue: "string",
      phone: "string",
      city: "string",
      endDate: "date",
      performer: "string"
    },
    expected: {
      eventName: "Feria del Bonsái",
      startDate: "2026-06-12",
      price: "8 €",
      organizer: "Amigos del Jardín",
      venue: "Invernadero Grande",
      phone: "954 555 010",
      city: "Sevilla"
    }
  },
  {
    name: "recipe blog, English",
    kind: "recipe",
    language: "en",
    html: site(
      "en",
      "Smoky bean stew - Pot & Spoon",
      `<h1 class="entry-title">Smoky bean stew</h1><p>This stew wants an hour and gives you three days of lunches.</p><div class="wprm-recipe"><h2 class="wprm-recipe-name">Smoky bean stew</h2><div class="wprm-recipe-rating"><span class="wprm-recipe-rating-average">4.8</span> from <span class="wprm-recipe-rating-count">212</span> votes</div><div class="wprm-recipe-times-container"><div class="wprm-recipe-block-container"><span class="wprm-recipe-details-label">Prep Time </span><span class="wprm-recipe-time"><span class="wprm-recipe-details wprm-recipe-details-minutes">15</span> <span class="wprm-recipe-details-unit">mins</span></span></div><div class="wprm-recipe-block-container"><span class="wprm-recipe-details-label">Cook Time </span><span class="wprm-recipe-time"><span class="wprm-recipe-details wprm-recipe-details-minutes">45</span> <span class="wprm-recipe-details-unit">mins</span></span></div></div><div class="wprm-recipe-block-container"><span class="wprm-recipe-details-label">Servings: </span><span>6 people</span></div><div class="wprm-recipe-block-container"><span class="wprm-recipe-details-label">Calories: </span><span>340kcal</span></div><div class="wprm-recipe-block-container"><span class="wprm-recipe-details-label">Author: </span><span>Nell Ortiz</span></div><h3 class="wprm-recipe-header">Ingredients</h3><ul class="wprm-recipe-ingredients"><li><span>2</span> <span>tins</span> <span>butter beans</span></li><li><span>1</span> <span>tsp</span> <span>smoked paprika</span></li></ul><h3 class="wprm-recipe-header">Instructions</h3><ul class="wprm-recipe-instructions"><li>Soften the onions.</li><li>Add the beans and simmer.</li></ul></div>`
    ),
    schema: {
      recipeName: "string",
      prepTimeMinutes: "integer",
      cookTime: "string",
      servings: "integer",
      calories: "integer",
      author: "string",
      ingredients: ["string"],
      instructions: ["string"],
      rating: "number",
      cuisine: "string"
    },
    expected: {
      recipeName: "Smoky bean stew",
      prepTimeMinutes: 15,
      cookTime: "45 mins",
      servings: 6,
      calories: 340,
      author: "Nell Ortiz",
      ingredients: ["2 tins butter beans", "1 tsp smoked paprika"],
      instructions: ["Soften the onions.", "Add the beans and simmer."],
      rating: 4.8
    }
  },
  {
    name: "recipe, French",
    kind: "recipe",
    language: "fr",
    html: site(
      "fr",
      "Tarte aux mirabelles",
      `<h1>Tarte aux mirabelles</h1><p class="signature">Recette de Odile Ferrand</p><ul class="infos"><li><strong>Préparation :</strong> 20 min</li><li><strong>Cuisson :</strong> 35 min</li><li><strong>Pour :</strong> 8 personnes</li><li><strong>Difficulté :</strong> facile</li></ul><h2>Ingrédients</h2><ul><li>1 pâte brisée</li><li>800 g de mirabelles</li><li>60 g de sucre</li></ul><h2>Préparation</h2><ol><li>Étaler la pâte.</li><li>Disposer les fruits.</li><li>Cuire à 180 °C.</li></ol>`
    ),
    schema: {
      title: "string",
      prepTime: "string",
      cookTime: "string",
      servings: "string",
      difficulty: "string",
      ingredients: ["string"],
      steps: ["string"],
      calories: "number"
    },
    expected: {
      title: "Tarte aux mirabelles",
      prepTime: "20 min",
      cookTime: "35 min",
      servings: "8 personnes",
      difficulty: "facile",
      ingredients: ["1 pâte brisée", "800 g de mirabelles", "60 g de sucre"],
      steps: ["Étaler la pâte.", "Disposer les fruits.", "Cuire à 180 °C."]
    }
  },
  {
    name: "board, English",
    kind: "thread",
    language: "en",
    html: site(
      "en",
      "Which winch for a 30 foot sloop? | Sailors' Board",
      `<div class="p-title"><h1 class="p-title-value">Which winch for a 30 foot sloop?</h1></div><div class="p-description"><ul><li>Thread starter <a class="username" href="/members/1">gale_nine</a></li><li>Start date <a href="/t/1"><time class="u-dt" datetime="2026-02-03T08:00:00+0000">Feb 3, 2026</time></a></li></ul></div>${[
        ["gale_nine", "2026-02-03T08:00:00+0000", "Feb 3, 2026", "Mine slips under load. Self tailing or not?"],
        [
          "Marta K",
          "2026-02-03T10:12:00+0000",
          "Feb 3, 2026",
          "Self tailing, always. I single-hand and never looked back."
        ],
        ["old rope", "2026-02-04T07:40:00+0000", "Feb 4, 2026", "Service the one you have first."]
      ]
        .map(
          ([who, at, shown, said]) =>
            `<article class="message message--post js-post" data-author="${who}"><div class="message-inner"><div class="message-cell message-cell--user"><section class="message-user"><h4 class="message-name"><a href="/members/x" class="username">${who}</a></h4><h5 class="userTitle message-userTitle">Member</h5></section></div><div class="message-cell message-cell--main"><header class="message-attribution"><ul class="message-attribution-main"><li><a href="/p"><time class="u-dt" datetime="${at}">${shown}</time></a></li></ul></header><div class="message-body"><div class="bbWrapper">${said}</div></div></div></div></article>`
        )
        .join("")}`
    ),
    schema: {
      title: "string",
      posts: [{ author: "string", date: "date", text: "string" }],
      price: "number",
      productName: "string"
    },
    expected: {
      title: "Which winch for a 30 foot sloop?",
      posts: [
        { author: "gale_nine", date: "2026-02-03", text: "Mine slips under load. Self tailing or not?" },
        {
          author: "Marta K",
          date: "2026-02-03",
          text: "Self tailing, always. I single-hand and never looked back."
        },
        { author: "old rope", date: "2026-02-04", text: "Service the one you have first." }
      ]
    }
  },
  {
    name: "imprint, German",
    kind: "company",
    language: "de",
    html: site(
      "de",
      "Impressum | Seilerei Hofer",
      `<h1>Impressum</h1><h2>Angaben gemäß § 5 DDG</h2><p>Seilerei Hofer GmbH<br>Am Graben 12<br>4020 Linz<br>Österreich</p><p>Vertreten durch: Josef Hofer</p><h2>Kontakt</h2><p>Telefon: +43 732 555 100<br>Fax: +43 732 555 101<br>E-Mail: <a href="mailto:office@hofer.test">office@hofer.test</a></p><h2>Umsatzsteuer-ID</h2><p>Umsatzsteuer-Identifikationsnummer gemäß § 27a Umsatzsteuergesetz:<br>ATU12345678</p><h2>Registereintrag</h2><p>Registergericht: Landesgericht Linz<br>Registernummer: FN 123456a</p>`
    ),
    schema: {
      companyName: "string",
      street: "string",
      postalCode: "string",
      city: "string",
      phone: "string",
      fax: "string",
      email: "string",
      ceo: "string",
      registerNumber: "string",
      foundingYear: "integer",
      openingHours: "string"
    },
    expected: {
      companyName: "Seilerei Hofer GmbH",
      street: "Am Graben 12",
      postalCode: "4020",
      city: "Linz",
      phone: "+43 732 555 100",
      fax: "+43 732 555 101",
      email: "office@hofer.test",
      ceo: "Josef Hofer",
      registerNumber: "FN 123456a"
    }
  },
  {
    name: "company outline, Japanese",
    kind: "company",
    language: "ja",
    html: site(
      "ja",
      "会社概要 | 浜田製網",
      `<h1>会社概要</h1><dl class="company"><dt>会社名</dt><dd>株式会社浜田製網</dd><dt>設立</dt><dd>1968年4月1日</dd><dt>代表者</dt><dd>代表取締役　浜田 一郎</dd><dt>資本金</dt><dd>3,000万円</dd><dt>従業員数</dt><dd>85名</dd><dt>所在地</dt><dd>〒850-0001 長崎県長崎市西山1-2-3</dd><dt>電話番号</dt><dd>095-555-0123</dd><dt>事業内容</dt><dd>漁網の製造および販売</dd></dl>`
    ),
    schema: {
      companyName: "string",
      foundingDate: "date",
      employees: "integer",
      address: "string",
      phone: "string",
      capital: "string",
      business: "string",
      email: "string",
      fax: "string"
    },
    expected: {
      companyName: "株式会社浜田製網",
      foundingDate: "1968-04-01",
      employees: 85,
      address: "〒850-0001 長崎県長崎市西山1-2-3",
      phone: "095-555-0123",
      capital: "3,000万円",
      business: "漁網の製造および販売"
    }
  },
  {
    name: "film page, Spanish",
    kind: "review",
    language: "es",
    html: site(
      "es",
      "La marea baja (2024) - Butaca",
      `<h1 id="main-title"><span>La marea baja</span></h1><div id="movie-rat-avg">7,4</div><div id="movie-count-rat"><span>2.310</span> votos</div><dl class="movie-info"><dt>Título original</dt><dd>La marea baja</dd><dt>Año</dt><dd>2024</dd><dt>Duración</dt><dd>118 min.</dd><dt>País</dt><dd>España</dd><dt>Dirección</dt><dd><a href="/d/1">Lucía Ferrer</a></dd><dt>Guion</dt><dd>Pablo Ruiz</dd><dt>Reparto</dt><dd><ul><li>Ana Sol</li><li>Iván Prat</li><li>Nuria Vidal</li></ul></dd><dt>Género</dt><dd>Drama</dd><dt>Sinopsis</dt><dd>Una pescadora vuelve al pueblo que dejó de niña.</dd></dl>`
    ),
    schema: {
      title: "string",
      year: "integer",
      durationMinutes: "integer",
      country: "string",
      director: "string",
      cast: ["string"],
      genre: "string",
      synopsis: "string",
      price: "number",
      isbn: "string"
    },
    expected: {
      title: "La marea baja",
      year: 2024,
      durationMinutes: 118,
      country: "España",
      director: "Lucía Ferrer",
      cast: ["Ana Sol", "Iván Prat", "Nuria Vidal"],
      genre: "Drama",
      synopsis: "Una pescadora vuelve al pueblo que dejó de niña."
    }
  },
  {
    name: "hotel reviews, English",
    kind: "review",
    language: "en",
    html: site(
      "en",
      "Hotel Breakwater reviews",
      `<h1>Hotel Breakwater</h1><div class="score-box"><span>8.7 / 10</span> <span>(1,532 reviews)</span></div><address>14 Pier Road, Whitby YO21 3PU</address><p>Check-in: from 15:00<br>Check-out: until 11:00</p><h2>Amenities</h2><ul><li>Free Wi-Fi</li><li>Sauna</li><li>Bicycle hire</li></ul>`
    ),
    schema: {
      hotelName: "string",
      rating: "number",
      reviewCount: "integer",
      address: "string",
      amenities: ["string"],
      checkIn: "string",
      phone: "string",
      stars: "integer"
    },
    expected: {
      hotelName: "Hotel Breakwater",
      rating: 8.7,
      reviewCount: 1532,
      address: "14 Pier Road, Whitby YO21 3PU",
      amenities: ["Free Wi-Fi", "Sauna", "Bicycle hire"],
      checkIn: "from 15:00"
    }
  },
  {
    name: "questions that open, French",
    kind: "questions",
    language: "fr",
    html: site(
      "fr",
      "Questions fréquentes",
      `<h1>Questions fréquentes</h1><div class="faq"><details><summary>Quels sont les délais de livraison ?</summary><p>Deux à quatre jours ouvrés.</p></details><details><summary>Puis-je renvoyer un article ?</summary><div><p>Oui, sous trente jours.</p><p>Le retour est gratuit.</p></div></details><details open><summary><h3>Livrez-vous en Corse ?</h3></summary>Oui, sans supplément.</details></div>`
    ),
    schema: { faqs: [{ question: "string", answer: "string" }], price: "number", email: "string" },
    expected: {
      faqs: [
        { question: "Quels sont les délais de livraison ?", answer: "Deux à quatre jours ouvrés." },
        { question: "Puis-je renvoyer un article ?", answer: "Oui, sous trente jours. Le retour est gratuit." },
        { question: "Livrez-vous en Corse ?", answer: "Oui, sans supplément." }
      ]
    }
  },
  {
    name: "flat for sale, French",
    kind: "property",
    language: "fr",
    html: site(
      "fr",
      "Appartement 3 pièces à Nantes",
      `<h1>Appartement 3 pièces à Nantes</h1><div class="annonce-prix">249 000 €</div><ul class="criteres"><li><span class="label">Surface habitable</span><span class="value">68 m²</span></li><li><span class="label">Pièces</span><span class="value">3</span></li><li><span class="label">Chambres</span><span class="value">2</span></li><li><span class="label">Étage</span><span class="value">2</span></li><li><span class="label">Année de construction</span><span class="value">1974</span></li></ul><p>Réf. : NA-3301</p><h2>Description</h2><p>Au calme, à dix minutes du centre.</p>`
    ),
    schema: {
      title: "string",
      price: "number",
      livingArea: "number",
      rooms: "integer",
      bedrooms: "integer",
      floor: "integer",
      yearBuilt: "integer",
      description: "string",
      deposit: "number",
      bathrooms: "integer"
    },
    expected: {
      title: "Appartement 3 pièces à Nantes",
      price: 249000,
      livingArea: 68,
      rooms: 3,
      bedrooms: 2,
      floor: 2,
      yearBuilt: 1974,
      description: "Au calme, à dix minutes du centre."
    }
  },
  {
    name: "data sheet, Italian",
    kind: "data",
    language: "it",
    html: site(
      "it",
      "Pompa P-40 – Scheda tecnica",
      `<h1>Pompa P-40</h1><p class="prezzo">Prezzo: 1.249,00 €</p><p>Disponibilità: Non disponibile</p><h2>Caratteristiche tecniche</h2><table><tbody><tr><td>Marca</td><td>Idrovento</td></tr><tr><td>Modello</td><td>P-40</td></tr><tr><td>Peso</td><td>18 kg</td></tr><tr><td>Potenza</td><td>1,5 kW</td></tr><tr><td>Garanzia</td><td>24 mesi</td></tr></tbody></table>`
    ),
    schema: {
      name: "string",
      price: "number",
      in_stock: "boolean",
      brand: "string",
      model: "string",
      weight: "string",
      power: "string",
      warranty: "string",
      color: "string"
    },
    expected: {
      name: "Pompa P-40",
      price: 1249,
      in_stock: false,
      brand: "Idrovento",
      model: "P-40",
      weight: "18 kg",
      power: "1,5 kW",
      warranty: "24 mesi"
    }
  },
  {
    name: "staff profile, English",
    kind: "person",
    language: "en",
    html: site(
      "en",
      "Dr Hanna Weiss | Institute of Tides",
      `<div class="profile"><h1>Dr Hanna Weiss</h1><p class="profile__position">Senior Lecturer in Oceanography</p><p class="profile__org">Institute of Tides, University of Galway</p><dl><dt>Email</dt><dd><a href="mailto:h.weiss@tides.test">h.weiss@tides.test</a></dd><dt>Phone</dt><dd>+353 91 555 010</dd><dt>Office</dt><dd>Room 2.14, Martin Ryan Building</dd><dt>Languages</dt><dd>English, German, Irish</dd></dl><h2>Research interests</h2><ul><li>Storm surges</li><li>Salt marshes</li></ul><h2>Education</h2><ul><li>PhD Oceanography, Kiel, 2011</li><li>MSc Physics, Jena, 2007</li></ul></div>`
    ),
    schema: {
      name: "string",
      email: "string",
      phone: "string",
      office: "string",
      languages: ["string"],
      researchInterests: ["string"],
      education: ["string"],
      birthDate: "date",
      salary: "string"
    },
    expected: {
      name: "Dr Hanna Weiss",
      email: "h.weiss@tides.test",
      phone: "+353 91 555 010",
      office: "Room 2.14, Martin Ryan Building",
      languages: ["English", "German", "Irish"],
      researchInterests: ["Storm surges", "Salt marshes"],
      education: ["PhD Oceanography, Kiel, 2011", "MSc Physics, Jena, 2007"]
    }
  }
]
