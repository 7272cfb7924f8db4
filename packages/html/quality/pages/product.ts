/** Products: specifications, variants, ratings, short descriptions in many small blocks. */
import { bootstrap, layoutTables, plainDivs } from "../skins/classic.ts"
import { boutique, shop } from "../skins/community.ts"
import { cssModules, tailwind } from "../skins/modern.ts"
import { each, type MarkedPage } from "./MarkedPage.ts"

export const product: ReadonlyArray<MarkedPage> = [
  {
    name: "chef-knife",
    skin: shop,
    title: "Santoku knife 17 cm",
    site: "Edge & Grain",
    head: `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Santoku knife 17 cm","offers":{"@type":"Offer","price":"89.00","priceCurrency":"GBP"}}</script><meta property="og:type" content="product">`,
    content: `<div class="product-single"><div class="product-single__media"><img src="/k1.jpg" alt="Santoku knife, side view"><img src="/k2.jpg" alt="The handle"></div><div class="product-single__meta"><h1 class="product-single__title" data-keep>Santoku knife 17 cm</h1><div class="product__price" data-keep><span class="visually-hidden">Regular price</span> £89.00</div><div class="product-form__quantity" data-drop><label for="q">Quantity</label><input id="q" value="1"><button>Add to basket</button></div>
<div class="product-single__description rte" data-keep><p>A thin, light blade for vegetables and fish, ground on both sides.</p><ul><li>Blade: carbon steel, 61 HRC</li><li>Handle: smoked oak</li><li>Weight: 148 g</li></ul></div>
<div class="accordion"><button class="accordion__title" data-keep>Care</button><div class="accordion__body" data-keep>Rinse, dry at once, oil now and then. Never in the dishwasher.</div></div></div></div>
<div class="product-reviews"><h2 data-keep>Customer reviews</h2><div class="review" data-keep><b>Sharp out of the box</b><p>I have cut onions for a week and have not cried once.</p></div><div class="review" data-keep><b>Rusts if you look away</b><p>Lovely, but leave it wet for an hour and you will see orange.</p></div></div>
<div class="social-sharing" data-drop><a href="#">Share</a><a href="#">Tweet</a><a href="#">Pin it</a></div>`
  },
  {
    name: "bike-specs",
    skin: bootstrap,
    title: "Commuter 7 bicycle",
    site: "Velo Direct",
    content: `<div class="row"><div class="col-sm-5"><img class="img-responsive" src="/b.jpg" alt="Commuter 7"></div><div class="col-sm-7"><h1 data-keep>Commuter 7</h1><p class="lead" data-keep>£649</p><p data-keep><span class="label label-success">In stock</span> Delivered assembled.</p><button class="btn btn-lg btn-primary" data-drop>Buy now</button></div></div>
<h3 data-keep>Specification</h3><table class="table table-striped" data-keep>${each(
      [
        ["Frame", "Aluminium 6061, internal routing"],
        ["Gears", "7-speed hub"],
        ["Brakes", "Hydraulic discs, 160 mm"],
        ["Tyres", "700 x 38c, reflective"],
        ["Weight", "13.2 kg"],
        ["Warranty", "10 years on the frame"]
      ],
      ([k, v]) => `<tr><th>${k}</th><td>${v}</td></tr>`
    )}</table><h3 data-keep>In the box</h3><p data-keep>Bicycle, pedals, a pump and a spare tube.</p>`
  },
  {
    name: "headphones-hashed",
    skin: cssModules,
    title: "Murmur One wireless headphones",
    site: "Murmur",
    content: `<div class="css-1x"><div class="css-g1"><img src="/h.jpg" alt="Murmur One"></div><div class="css-g2"><h1 class="css-t" data-keep>Murmur One</h1><div class="css-p" data-keep>$199</div><div class="css-s" data-keep>40 hours on one charge</div><div class="css-s" data-keep>Folds flat</div><div class="css-s" data-keep>Works with a cable too</div></div></div>
<div class="css-sec"><h2 data-keep>Quiet where you want it</h2><p data-keep>Six microphones listen outward and two inward.</p></div><div class="css-sec"><h2 data-keep>Made to be opened</h2><p data-keep>Four screws, a battery you can swap, and pads that cost less than lunch.</p></div>
<div class="css-spec"><div class="css-row" data-keep><span>Driver</span> <span>40 mm</span></div><div class="css-row" data-keep><span>Bluetooth</span> <span>5.3</span></div><div class="css-row" data-keep><span>Weight</span> <span>228 g</span></div></div>`
  },
  {
    name: "theiere-francaise",
    skin: boutique,
    lang: "fr",
    title: "Théière en grès 80 cl",
    site: "Atelier du Quai",
    content: `<div class="fiche"><img src="/t.jpg" alt="Théière"><h1 data-keep>Théière en grès 80 cl</h1><p class="prix" data-keep>54,00 €</p><p data-keep>Tournée à la main dans notre atelier, émaillée à la cendre de hêtre.</p><ul data-keep><li>Contenance : 80 cl</li><li>Filtre en inox amovible</li><li>Passe au lave-vaisselle</li></ul><button data-drop>Ajouter au panier</button></div><h2 data-keep>Livraison et retours</h2><p data-keep>Expédition sous trois jours. Retour gratuit pendant trente jours.</p><h2 data-drop>Vous aimerez aussi</h2><ul data-drop><li><a href="/tasse">Tasse en grès bleu</a></li><li><a href="/bol">Bol à thé matcha</a></li><li><a href="/plateau">Plateau en frêne</a></li></ul>`
  },
  {
    name: "old-catalogue",
    skin: layoutTables,
    title: "Brass sundial no. 14",
    site: "Hollis Instruments",
    content: `<font size="4"><b data-keep>Brass sundial no. 14</b></font><br><img src="sun14.gif" alt="sundial"><br><font size="2" data-keep>Cast brass on a slate base. Engraved with the motto of your choice, up to twenty letters. Diameter nine inches.</font><br><br><table border="1" data-keep><tr><td>Catalogue number</td><td>14</td></tr><tr><td>Price</td><td>$120.00</td></tr><tr><td>Postage</td><td>$9.50</td></tr></table><br><font size="2" data-keep>Allow six weeks for delivery. Orders by letter or telephone only.</font>`
  },
  {
    name: "plan-detail",
    skin: plainDivs,
    title: "Team plan",
    site: "Ledgerly",
    content: `<h1 data-keep>Team plan</h1><div data-keep>For groups of three to thirty people who share one set of books.</div><div><div data-keep>€12 per person and month</div><div data-keep>Billed yearly, or €15 monthly</div></div><h2 data-keep>What is included</h2><div><div data-keep>Unlimited invoices</div><div data-keep>Bank feeds in 34 countries</div><div data-keep>Approval rules</div><div data-keep>An audit log for 7 years</div></div><h2 data-keep>What is not</h2><div data-keep>Payroll and inventory need the Company plan.</div>`
  },
  {
    name: "schuhe-deutsch",
    skin: tailwind,
    lang: "de",
    title: "Wanderschuh Alpspitz, wasserdicht",
    site: "Bergladen",
    content: `<div class="grid md:grid-cols-2"><img src="/s.jpg" alt="Wanderschuh Alpspitz"><div><h1 class="text-3xl" data-keep>Wanderschuh Alpspitz</h1><p class="text-2xl" data-keep>189,95 €</p><p class="text-sm" data-keep>inkl. MwSt., zzgl. Versand</p><p data-keep>Knöchelhoher Schuh aus Nubukleder mit griffiger Sohle für lange Touren.</p><dl class="divide-y" data-keep><dt>Obermaterial</dt><dd>Nubukleder, gewachst</dd><dt>Futter</dt><dd>wasserdichte Membran</dd><dt>Gewicht</dt><dd>580 g je Schuh in Größe 42</dd></dl><button class="bg-black" data-drop>In den Warenkorb</button></div></div><div class="mt-12"><h2 data-drop>Kunden kauften auch</h2><div class="grid grid-cols-3" data-drop><a href="/1">Wandersocke Merino</a><a href="/2">Lederwachs 100 ml</a><a href="/3">Schnürsenkel 150 cm</a></div></div>`
  }
]
