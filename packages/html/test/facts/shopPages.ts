/** Product pages as shop systems write them, each cut down to what says the offer; and what they all say. */
export interface ShopPage {
  readonly name: string
  readonly html: string
  /** `[amount, currency, amount before the sale]` of the product, or of its variants under what tells them apart. */
  readonly prices: Readonly<Record<string, Offer>> | Offer
  readonly inStock?: boolean
}

export type Offer = readonly [amount: number | undefined, currency: string | undefined, before?: number]

const page = (name: string, head: string, body: string): string =>
  `<!doctype html><html lang=en><head><title>${name} – Harbour Stores</title>${head}</head><body><header><a href=/cart>Cart <span class="amount">$0.00</span></a></header><main><h1>${name}</h1>${body}</main></body></html>`
const attr = (data: unknown) => JSON.stringify(data).replaceAll("&", "&amp;").replaceAll('"', "&quot;")
const script = (type: string, data: unknown) => `<script type="${type}">${JSON.stringify(data)}</script>`

/** A scarf in two colours; the blue one is reduced. */
const two = { blue: [12, "USD", 18], red: [18, "USD"] } as const

const shopifyProduct = {
  id: 71,
  title: "Wool scarf",
  vendor: "Loom",
  type: "Scarves",
  price: 1200,
  available: true,
  compare_at_price: 1800,
  options: ["Color"],
  variants: [
    {
      id: 1,
      title: "blue",
      option1: "blue",
      option2: null,
      sku: "SC-B",
      available: true,
      price: 1200,
      compare_at_price: 1800
    },
    {
      id: 2,
      title: "red",
      option1: "red",
      option2: null,
      sku: "SC-R",
      available: false,
      price: 1800,
      compare_at_price: null
    }
  ],
  images: ["//cdn.example/scarf.jpg"]
}

export const shopPages: ReadonlyArray<ShopPage> = [
  {
    name: "Shopify: the product as JSON",
    html: page(
      "Wool scarf",
      `<meta property="og:price:amount" content="12.00"><meta property="og:price:currency" content="USD">`,
      script("application/json", shopifyProduct)
    ),
    prices: two
  },
  {
    name: "Shopify: the variants alone, with the prices that the theme shows",
    html: page(
      "Wool scarf",
      `<meta property="og:price:currency" content="USD">`,
      `<div class="price price--on-sale"><div class="price__regular"><span class="visually-hidden">Regular price</span> <span class="price-item price-item--regular">$12.00 USD</span></div>
       <div class="price__sale"><span class="visually-hidden">Regular price</span><span><s class="price-item price-item--regular">$18.00 USD</s></span><span class="visually-hidden">Sale price</span><span class="price-item price-item--sale">$12.00 USD</span></div>
       <small class="unit-price hidden"><span class="visually-hidden">Unit price</span><span>/</span></small></div>
       <variant-picker><script type="application/json">${JSON.stringify(shopifyProduct.variants)}</script></variant-picker>`
    ),
    prices: { "SC-B": [12, "USD", 18], "SC-R": [18, "USD"] }
  },
  {
    name: "Shopify: what its analytics get, in a script",
    html: page(
      "Wool scarf",
      `<script>window.ShopifyAnalytics = window.ShopifyAnalytics || {};
       var meta = {"product":{"id":71,"vendor":"Loom","type":"Scarves","variants":[{"id":1,"price":1200,"name":"Wool scarf - blue","public_title":"blue","sku":"SC-B"},{"id":2,"price":1800,"name":"Wool scarf - red","public_title":"red","sku":"SC-R"}]},"page":{"pageType":"product"}};
       for (var attr in meta) { window.ShopifyAnalytics.meta[attr] = meta[attr]; }</script><meta property="og:price:currency" content="USD">`,
      ""
    ),
    prices: { "SC-B": [12, "USD"], "SC-R": [18, "USD"] }
  },
  {
    name: "a shop front of one's own over Shopify's Storefront API",
    html: page(
      "Wool scarf",
      "",
      `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({
        props: {
          pageProps: {
            product: {
              title: "Wool scarf",
              vendor: "Loom",
              variants: {
                edges: ["blue", "red"].map((color, at) => ({
                  node: {
                    title: color,
                    sku: at === 0 ? "SC-B" : "SC-R",
                    availableForSale: at === 0,
                    selectedOptions: [{ name: "Color", value: color }],
                    price: { amount: at === 0 ? "12.0" : "18.0", currencyCode: "USD" },
                    compareAtPrice: at === 0 ? { amount: "18.0", currencyCode: "USD" } : null
                  }
                }))
              }
            },
            related: [
              { title: "Silk scarf", variants: { nodes: [{ price: { amount: "90.0", currencyCode: "USD" } }] } }
            ]
          }
        }
      })}</script>`
    ),
    prices: two
  },
  {
    name: "WooCommerce: the variations of its form",
    html: page(
      "Wool scarf",
      "",
      `<p class="price"><span class="woocommerce-Price-amount amount" aria-hidden="true"><bdi>12,00&nbsp;<span class="woocommerce-Price-currencySymbol">€</span></bdi></span> <span aria-hidden="true">–</span> <span class="woocommerce-Price-amount amount" aria-hidden="true"><bdi>18,00&nbsp;<span class="woocommerce-Price-currencySymbol">€</span></bdi></span><span class="screen-reader-text">Price range: 12,00&nbsp;€ through 18,00&nbsp;€</span></p>
       <form class="variations_form cart" data-product_id="7" data-product_variations="${attr([
         {
           attributes: { attribute_pa_color: "blue" },
           display_price: 12,
           display_regular_price: 18,
           is_in_stock: true,
           sku: "SC-B",
           variation_id: 8,
           price_html: "<span class=price>12,00 €</span>"
         },
         {
           attributes: { attribute_pa_color: "red" },
           display_price: 18,
           display_regular_price: 18,
           is_in_stock: false,
           sku: "SC-R",
           variation_id: 9,
           price_html: ""
         }
       ])}"></form>`
    ),
    prices: { blue: [12, "EUR", 18], red: [18, "EUR"] }
  },
  {
    name: "WooCommerce: a sale that only screen readers are told in words",
    html: page(
      "Wool scarf",
      "",
      `<p class="price"><del aria-hidden="true"><span class="woocommerce-Price-amount amount"><bdi><span class="woocommerce-Price-currencySymbol">£</span>18.00</bdi></span></del> <span class="screen-reader-text">Original price was: £18.00.</span><ins aria-hidden="true"><span class="woocommerce-Price-amount amount"><bdi><span class="woocommerce-Price-currencySymbol">£</span>12.00</bdi></span></ins><span class="screen-reader-text">Current price is: £12.00.</span></p>`
    ),
    prices: [12, "GBP", 18]
  },
  {
    name: "Magento: the configuration of a product in several sizes",
    html: page(
      "Wool scarf",
      "",
      `<div class="price-box price-final_price"><span class="special-price"><span class="price-label">As low as</span> <span class="price-wrapper" data-price-amount="12"><span class="price">€12.00</span></span></span></div>
       ${script("text/x-magento-init", {
         "#product_addtocart_form": {
           configurable: {
             spConfig: {
               attributes: {
                 93: {
                   id: "93",
                   code: "color",
                   label: "Color",
                   options: [
                     { id: "4", label: "blue", products: ["101"] },
                     { id: "5", label: "red", products: ["102"] }
                   ]
                 }
               },
               currencyFormat: "€%s",
               optionPrices: {
                 101: {
                   oldPrice: { amount: 18 },
                   basePrice: { amount: 10 },
                   finalPrice: { amount: 12 },
                   tierPrices: []
                 },
                 102: {
                   oldPrice: { amount: 18 },
                   basePrice: { amount: 15 },
                   finalPrice: { amount: 18 },
                   tierPrices: []
                 }
               },
               prices: { oldPrice: { amount: 18 }, finalPrice: { amount: 12 } },
               productId: "100"
             }
           }
         }
       })}`
    ),
    prices: { blue: [12, "EUR", 18], red: [18, "EUR"] }
  },
  {
    name: "Magento: swatches, set up by an attribute",
    html: page(
      "Wool scarf",
      `<meta property="product:price:currency" content="USD">`,
      `<div data-role="swatch-options" data-mage-init="${attr({
        "Magento_Swatches/js/swatch-renderer": {
          jsonConfig: {
            attributes: {
              93: {
                label: "Color",
                options: [
                  { label: "blue", products: ["101"] },
                  { label: "red", products: ["102"] }
                ]
              }
            },
            optionPrices: {
              101: { oldPrice: { amount: 18 }, finalPrice: { amount: 12 } },
              102: { oldPrice: { amount: 18 }, finalPrice: { amount: 18 } }
            }
          }
        }
      })}"></div>`
    ),
    prices: two
  },
  {
    name: "Magento: one price and the one before it",
    html: page(
      "Wool scarf",
      "",
      `<div class="price-box price-final_price"><span class="special-price"><span class="price-container"><span class="price-label">Special Price</span><span class="price-wrapper" data-price-type="finalPrice"><span class="price">$12.00</span></span></span></span>
       <span class="old-price"><span class="price-container"><span class="price-label">Regular Price</span><span class="price-wrapper" data-price-type="oldPrice"><span class="price">$18.00</span></span></span></span></div>`
    ),
    prices: [12, undefined, 18]
  },
  {
    name: "Shopware 6: microdata, with a list price that is only shown",
    html: page(
      "Wool scarf",
      "",
      `<div itemscope itemtype="https://schema.org/Product"><meta itemprop="name" content="Wool scarf"><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="EUR">
         <div class="product-detail-price-container"><meta itemprop="price" content="12"><p class="product-detail-price with-list-price">12,00 €* <span class="list-price-badge">%</span><span class="product-detail-list-price-wrapper"><span class="list-price-price">18,00 €*</span> <span class="list-price-percentage">(33.33% saved)</span></span></p></div>
         <link itemprop="availability" href="https://schema.org/InStock"><span itemprop="sku">SC-1</span></div></div>`
    ),
    prices: [12, "EUR", 18],
    inStock: true
  },
  {
    name: "PrestaShop: the product in an attribute",
    html: page(
      "Wool scarf",
      `<meta property="product:price:currency" content="EUR">`,
      `<div id="product-details" data-product="${attr({
        id_product: 3,
        name: "Wool scarf",
        price: "12,00 €",
        price_amount: 12,
        regular_price: "18,00 €",
        regular_price_amount: 18,
        has_discount: true,
        reference: "SC-1",
        availability: "available",
        manufacturer_name: "Loom",
        attributes: { 1: { id_attribute: "2", group: "Color", name: "blue" } }
      })}"></div>`
    ),
    prices: [12, "EUR", 18],
    inStock: true
  },
  {
    name: "BigCommerce: its data in a script",
    html: page(
      "Wool scarf",
      `<script>var BCData = ${JSON.stringify({
        csrf_token: "x",
        product_attributes: {
          sku: "SC-1",
          instock: true,
          purchasable: true,
          price: {
            without_tax: { formatted: "$12.00", value: 12, currency: "USD" },
            non_sale_price_without_tax: { formatted: "$18.00", value: 18, currency: "USD" },
            tax_label: "Tax"
          }
        }
      })};</script>`,
      ""
    ),
    prices: [12, "USD", 18],
    inStock: true
  },
  {
    name: "Squarespace: variants in an attribute",
    html: page(
      "Wool scarf",
      "",
      `<div class="product-variants" data-variants="${attr([
        {
          attributes: { Color: "blue" },
          sku: "SQ1",
          price: 1800,
          salePrice: 1200,
          onSale: true,
          unlimited: false,
          qtyInStock: 4,
          priceMoney: { currency: "USD", value: "18.00" },
          salePriceMoney: { currency: "USD", value: "12.00" }
        },
        {
          attributes: { Color: "red" },
          sku: "SQ2",
          price: 1800,
          salePrice: 0,
          onSale: false,
          unlimited: true,
          qtyInStock: 0,
          priceMoney: { currency: "USD", value: "18.00" },
          salePriceMoney: { currency: "USD", value: "0.00" }
        }
      ])}"></div>`
    ),
    prices: two
  },
  {
    name: "Squarespace: its context in a script",
    html: page(
      "Wool scarf",
      `<script>Static.SQUARESPACE_CONTEXT = ${JSON.stringify({
        item: { title: "Wool scarf", recordType: 11 },
        product: {
          variantAttributeNames: ["Color"],
          variants: [
            {
              attributes: { Color: "blue" },
              sku: "SQ1",
              onSale: true,
              price: { currencyCode: "USD", decimalValue: "18.00", value: 1800 },
              salePrice: { currencyCode: "USD", decimalValue: "12.00", value: 1200 },
              stock: { unlimited: true }
            }
          ]
        }
      })};</script>`,
      ""
    ),
    prices: [12, "USD", 18],
    inStock: true
  },
  {
    name: "Wix: the data of its shop",
    html: page(
      "Wool scarf",
      "",
      `<script type="application/json" id="wix-warmup-data">${JSON.stringify({
        appsWarmupData: {
          shop: {
            productPage: {
              catalog: {
                product: {
                  name: "Wool scarf",
                  price: 18,
                  comparePrice: 0,
                  formattedPrice: "$18.00",
                  currency: "USD",
                  isInStock: true,
                  urlPart: "wool-scarf",
                  options: [
                    {
                      title: "Color",
                      selections: [
                        { id: 1, value: "blue", description: "blue" },
                        { id: 2, value: "red", description: "red" }
                      ]
                    }
                  ],
                  productItems: [
                    {
                      price: 18,
                      discountedPrice: 12,
                      comparePrice: 0,
                      sku: "W1",
                      optionsSelections: [1],
                      inventory: { status: "in_stock" }
                    },
                    {
                      price: 18,
                      comparePrice: 0,
                      sku: "W2",
                      optionsSelections: [2],
                      inventory: { status: "out_of_stock" }
                    }
                  ]
                }
              }
            }
          }
        }
      })}</script>`
    ),
    prices: two
  },
  {
    name: "Salesforce Commerce Cloud: prices in words for screen readers",
    html: page(
      "Wool scarf",
      "",
      `<div class="prices"><div class="price"><span><del><span class="strike-through list"><span class="value" content="18.00"><span class="sr-only">Price reduced from</span>€18.00<span class="sr-only">to</span></span></span></del><span class="sales"><span class="value" content="12.00">€12.00</span></span></span></div></div>`
    ),
    prices: [12, "EUR", 18]
  },
  {
    name: "Salesforce Commerce Cloud: the product as JSON",
    html: page(
      "Wool scarf",
      "",
      script("application/json", {
        product: {
          id: "SC-1",
          productName: "Wool scarf",
          brand: "Loom",
          available: true,
          price: { sales: { value: 12, currency: "USD", formatted: "$12.00" }, list: { value: 18, currency: "USD" } }
        }
      })
    ),
    prices: [12, "USD", 18],
    inStock: true
  },
  {
    name: "commercetools: hundredths with their digits",
    html: page(
      "Wool scarf",
      "",
      script("application/json", {
        product: {
          name: { en: "Wool scarf" },
          masterVariant: {
            sku: "SC-1",
            availability: { isOnStock: true },
            prices: [
              {
                value: { centAmount: 1800, currencyCode: "USD", fractionDigits: 2 },
                discounted: { value: { centAmount: 1200, fractionDigits: 2 } }
              }
            ]
          },
          variants: []
        }
      })
    ),
    prices: [12, "USD", 18],
    inStock: true
  },
  {
    name: "Adobe Commerce over GraphQL",
    html: page(
      "Wool scarf",
      "",
      script("application/json", {
        data: {
          products: {
            items: [
              {
                name: "Wool scarf",
                sku: "SC-1",
                stock_status: "IN_STOCK",
                price_range: {
                  minimum_price: {
                    final_price: { value: 12, currency: "USD" },
                    regular_price: { value: 18, currency: "USD" }
                  }
                }
              },
              {
                name: "Silk scarf",
                sku: "SC-2",
                stock_status: "IN_STOCK",
                price_range: { minimum_price: { final_price: { value: 90, currency: "USD" } } }
              }
            ]
          }
        }
      })
    ),
    prices: [12, "USD", 18],
    inStock: true
  },
  {
    name: "any shop with Google Analytics 4",
    html: page(
      "Wool scarf",
      `<script>window.dataLayer = window.dataLayer || [];
       dataLayer.push({ecommerce: null});
       dataLayer.push({event: 'view_item', ecommerce: {currency: 'USD', value: 12.0, items: [{item_id: 'SC-1', item_name: 'Wool scarf', item_brand: 'Loom', price: 12.0, quantity: 1}]}});</script>`,
      ""
    ),
    prices: [12, "USD"]
  },
  {
    name: "Odoo: microdata in elements that are hidden",
    html: page(
      "Wool scarf",
      "",
      `<section itemscope itemtype="http://schema.org/Product"><h2 itemprop="name">Wool scarf</h2><div itemprop="offers" itemscope itemtype="http://schema.org/Offer" class="product_price"><h3 class="css_editable_mode_hidden"><span class="oe_price">€ <span class="oe_currency_value">12.00</span></span><span itemprop="price" style="display:none;">12.0</span><span itemprop="priceCurrency" style="display:none;">EUR</span></h3></div></section>`
    ),
    prices: [12, "EUR"]
  },
  {
    name: "JTL: microdata with a text as price",
    html: page(
      "Wool scarf",
      "",
      `<div itemscope itemtype="https://schema.org/Product"><span itemprop="name">Wool scarf</span><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><link itemprop="businessFunction" href="http://purl.org/goodrelations/v1#Sell"><strong class="price"><span>ab</span> <span itemprop="price">12,00</span> <span class="price_label"></span></strong><meta itemprop="priceCurrency" content="EUR"></div></div>`
    ),
    prices: [12, "EUR"]
  },
  {
    name: "RDFa with a prefix",
    html: page(
      "Wool scarf",
      "",
      `<div prefix="schema: https://schema.org/" typeof="schema:Product"><span property="schema:name">Wool scarf</span><div property="schema:offers" typeof="schema:Offer"><meta property="schema:priceCurrency" content="EUR"><span property="schema:price" content="12.00">12,00</span><link property="schema:availability" href="http://schema.org/InStock"></div></div>`
    ),
    prices: [12, "EUR"],
    inStock: true
  },
  {
    name: "RDFa with a vocabulary, and an offer that rel names",
    html: page(
      "Wool scarf",
      "",
      `<div vocab="http://schema.org/" typeof="Product"><span property="name">Wool scarf</span><div rel="offers" typeof="Offer"><span property="price">12.00</span><span property="priceCurrency">EUR</span></div></div>`
    ),
    prices: [12, "EUR"]
  },
  {
    name: "GoodRelations in RDFa",
    html: page(
      "Wool scarf",
      "",
      `<div xmlns:gr="http://purl.org/goodrelations/v1#" typeof="gr:Offering"><span property="gr:name">Wool scarf</span><div rel="gr:hasPriceSpecification"><div typeof="gr:UnitPriceSpecification"><span property="gr:hasCurrency" content="EUR">€</span><span property="gr:hasCurrencyValue" datatype="xsd:float">12.00</span></div></div></div>`
    ),
    prices: [12, "EUR"]
  },
  {
    name: "Open Graph: a price and its currency",
    html: page(
      "Wool scarf",
      `<meta property="og:type" content="product"><meta property="product:price:amount" content="12.00"><meta property="product:price:currency" content="USD"><meta property="product:availability" content="in stock">`,
      ""
    ),
    prices: [12, "USD"],
    inStock: true
  },
  {
    name: "Open Graph: a price of a sale beside the price",
    html: page(
      "Wool scarf",
      `<meta property="product:price:amount" content="18.00"><meta property="product:price:currency" content="USD"><meta property="product:sale_price:amount" content="12.00"><meta property="product:sale_price:currency" content="USD">`,
      ""
    ),
    prices: [12, "USD", 18]
  },
  {
    name: "OpenCart: two prices by their classes",
    html: page(
      "Wool scarf",
      "",
      `<ul class="list-unstyled"><li><span class="price-old">18.00€</span></li><li><h2><span class="price-new">12.00€</span></h2></li></ul>`
    ),
    prices: [12, "EUR", 18]
  },
  {
    name: "a theme of its own: struck out by style, with a price for a kilogram",
    html: page(
      "Wool scarf",
      "",
      `<div class="product-price"><span style="text-decoration: line-through">18,00 €</span> <b>12,00 €</b> <small>(24,00 € / kg)</small></div>`
    ),
    prices: [12, "EUR", 18]
  },
  {
    name: "German words before the prices",
    html: page("Wool scarf", "", `<div class="preis">Statt 18,00 € jetzt 12,00 €</div>`),
    prices: [12, "EUR", 18]
  },
  {
    name: "French words for screen readers",
    html: page(
      "Wool scarf",
      "",
      `<p class="price"><del aria-hidden="true">18,00 €</del> <span class="screen-reader-text">Le prix initial était : 18,00 €.</span> <ins aria-hidden="true">12,00 €</ins><span class="screen-reader-text">Le prix actuel est : 12,00 €.</span></p>`
    ),
    prices: [12, "EUR", 18]
  },
  {
    name: "Amazon's way: figures in parts, and a text for screen readers",
    html: page(
      "Wool scarf",
      "",
      `<div><span class="a-price"><span class="a-offscreen">€12.99</span><span aria-hidden="true"><span class="a-price-symbol">€</span><span class="a-price-whole">12<span class="a-price-decimal">.</span></span><span class="a-price-fraction">99</span></span></span></div>`
    ),
    prices: [12.99, "EUR"]
  },
  {
    name: "cents in superscript",
    html: page("Wool scarf", "", `<div class="price">€12<sup>99</sup></div>`),
    prices: [12.99, "EUR"]
  }
]
