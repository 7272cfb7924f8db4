/** Pages written after the rules were, to see what they do with pages nobody had in mind. */
import { doc, type JudgedJson, ld } from "./page.ts"

export const pages: ReadonlyArray<JudgedJson> = [
  {
    name: "car",
    html: doc(
      "de",
      ld({
        "@type": "Car",
        name: "Polo 1.2",
        brand: { name: "VW" },
        mileageFromOdometer: { "@type": "QuantitativeValue", value: "85000", unitCode: "KMT" },
        fuelType: "Benzin",
        vehicleTransmission: "Schaltgetriebe",
        offers: { price: 7900, priceCurrency: "EUR" },
        productionDate: "2014"
      }),
      `<h1>VW Polo</h1><table><tr><th>Farbe</th><td>Rot</td></tr><tr><th>Leistung</th><td>70 PS</td></tr></table>`
    ),
    schema: {
      title: "string",
      make: "string",
      mileageKm: "integer",
      fuelType: "string",
      transmission: "string",
      price: "number",
      color: "string",
      power: "number",
      doors: "integer"
    },
    expected: {
      title: "Polo 1.2",
      make: "VW",
      mileageKm: 85000,
      fuelType: "Benzin",
      transmission: "Schaltgetriebe",
      price: 7900,
      color: "Rot",
      power: 70
    }
  },
  {
    name: "hotel",
    html: doc(
      "en",
      ld({
        "@type": "Hotel",
        name: "Quay Inn",
        starRating: { "@type": "Rating", ratingValue: "3" },
        aggregateRating: { "@type": "AggregateRating", ratingValue: 8.4, reviewCount: 310, bestRating: 10 },
        address: "1 Quay, Hull",
        checkinTime: "14:00",
        amenityFeature: [{ "@type": "LocationFeatureSpecification", name: "Wi-Fi", value: true }]
      }),
      `<h1>Quay Inn</h1>`
    ),
    schema: {
      hotelName: "string",
      rating: "number",
      reviews_count: "integer",
      address: "string",
      amenities: ["string"],
      phone: "string",
      checkinTime: "string"
    },
    expected: {
      hotelName: "Quay Inn",
      rating: 8.4,
      reviews_count: 310,
      address: "1 Quay, Hull",
      amenities: ["Wi-Fi"],
      checkinTime: "14:00"
    }
  },
  {
    name: "video",
    html: doc(
      "en",
      ld({
        "@type": "VideoObject",
        name: "Knots",
        description: "How to tie.",
        uploadDate: "2025-02-01T00:00:00Z",
        duration: "PT4M30S",
        thumbnailUrl: ["https://cdn.test/k.jpg"],
        contentUrl: "https://cdn.test/k.mp4",
        interactionStatistic: { "@type": "InteractionCounter", userInteractionCount: 1234 }
      }),
      `<h1>Knots</h1>`
    ),
    schema: {
      title: "string",
      description: "string",
      uploadDate: "date",
      durationSeconds: "integer",
      thumbnail: "uri",
      videoUrl: "uri",
      likes: "integer"
    },
    expected: {
      title: "Knots",
      description: "How to tie.",
      uploadDate: "2025-02-01",
      durationSeconds: 270,
      thumbnail: "https://cdn.test/k.jpg",
      videoUrl: "https://cdn.test/k.mp4"
    }
  },
  {
    name: "software",
    html: doc(
      "en",
      ld({
        "@type": "SoftwareApplication",
        name: "Knotter",
        operatingSystem: "Linux, macOS",
        softwareVersion: "3.1",
        applicationCategory: "Utility",
        offers: { "@type": "Offer", price: "0", priceCurrency: "USD" },
        author: { "@type": "Organization", name: "Rope Soft" }
      }),
      `<h1>Knotter</h1><p>License: GPL</p>`
    ),
    schema: {
      name: "string",
      version: "string",
      os: "string",
      price: "number",
      developer: "string",
      license: "string",
      downloads: "integer"
    },
    expected: { name: "Knotter", version: "3.1", os: "Linux, macOS", price: 0, developer: "Rope Soft", license: "GPL" }
  },
  {
    name: "course with description in the schema's own words",
    html: doc(
      "en",
      "",
      `<h1>Sailing for beginners</h1><dl><dt>Instructor</dt><dd>Ann Bow</dd><dt>Level</dt><dd>Beginner</dd><dt>Start date</dt><dd>12 May 2026</dd><dt>Fee</dt><dd>£240</dd></dl>`
    ),
    schema: {
      courseName: "string",
      instructor: "string",
      level: "Beginner|Advanced",
      startDate: "date",
      fee: "number",
      endDate: "date"
    },
    expected: {
      courseName: "Sailing for beginners",
      instructor: "Ann Bow",
      level: "Beginner",
      startDate: "2026-05-12",
      fee: 240
    }
  },
  {
    name: "weather table",
    html: doc(
      "en",
      "",
      `<h1>Weather</h1><table><caption>Forecast</caption><tr><th>Day</th><th>High (°C)</th><th>Low (°C)</th></tr><tr><td>Mon</td><td>12</td><td>-2</td></tr><tr><td>Tue</td><td>14</td><td>3</td></tr></table>`
    ),
    schema: { forecast: [{ day: "string", high: "number", low: "number", wind: "number" }] },
    expected: {
      forecast: [
        { day: "Mon", high: 12, low: -2 },
        { day: "Tue", high: 14, low: 3 }
      ]
    }
  },
  {
    name: "prose that looks like labels",
    html: doc(
      "en",
      "<title>Essay</title>",
      `<article><h1>On price</h1><p>Remember one thing: prices rise.</p><p>Author: unknown to most, he wrote in 1900. Nobody cared.</p><p>The rating of 5 stars was given by 12 people.</p></article>`
    ),
    schema: { title: "string", price: "number", author: "string", rating: "number", reviewCount: "integer" },
    expected: { title: "On price" }
  },
  {
    name: "several offers",
    html: doc(
      "en",
      ld({
        "@type": "Product",
        name: "Sock",
        offers: [
          { "@type": "Offer", price: "4.00", priceCurrency: "EUR" },
          { "@type": "Offer", price: "6.00", priceCurrency: "EUR" }
        ]
      }),
      `<h1>Sock</h1>`
    ),
    schema: { name: "string", price: "number", currency: "string", offers: [{ price: "number", currency: "string" }] },
    expected: {
      name: "Sock",
      currency: "EUR",
      offers: [
        { price: 4, currency: "EUR" },
        { price: 6, currency: "EUR" }
      ]
    }
  },
  {
    name: "aggregate offer",
    html: doc(
      "en",
      ld({
        "@type": "Product",
        name: "Boot",
        offers: { "@type": "AggregateOffer", lowPrice: "40", highPrice: "60", priceCurrency: "GBP", offerCount: 3 }
      }),
      `<h1>Boot</h1>`
    ),
    schema: { name: "string", price: "number", lowPrice: "number", maxPrice: "number", currency: "string" },
    expected: { name: "Boot", lowPrice: 40, maxPrice: 60, currency: "GBP" }
  },
  {
    name: "team page",
    html: doc(
      "en",
      "",
      `<h1>Our team</h1><div class="team">${[
        ["Ann Bow", "Skipper", "ann"],
        ["Ben Stern", "Cook", "ben"]
      ]
        .map(
          ([n, r, m]) =>
            `<div class="member"><h3>${n}</h3><p class="role">${r}</p><a href="mailto:${m}@boat.test">Mail</a></div>`
        )
        .join("")}</div>`
    ),
    schema: { members: [{ name: "string", role: "string", email: "email", phone: "string" }] },
    expected: {
      members: [
        { name: "Ann Bow", role: "Skipper", email: "ann@boat.test" },
        { name: "Ben Stern", role: "Cook", email: "ben@boat.test" }
      ]
    }
  },
  {
    name: "French recipe in microdata",
    html: doc(
      "fr",
      "",
      `<div itemscope itemtype="http://schema.org/Recipe"><h1 itemprop="name">Crêpes</h1><ul><li itemprop="recipeIngredient">250 g de farine</li><li itemprop="recipeIngredient">4 œufs</li></ul><time itemprop="cookTime" datetime="PT20M">20 min</time><span itemprop="recipeYield">8</span><div itemprop="nutrition" itemscope itemtype="http://schema.org/NutritionInformation"><span itemprop="calories">150 kcal</span></div></div>`
    ),
    schema: {
      nom: "string",
      ingrédients: ["string"],
      cookTime: "string",
      portions: "integer",
      calories: "integer",
      auteur: "string"
    },
    expected: {
      nom: "Crêpes",
      ingrédients: ["250 g de farine", "4 œufs"],
      cookTime: "PT20M",
      portions: 8,
      calories: 150
    }
  },
  {
    name: "numbers of a shop in Switzerland",
    html: doc("de-CH", "", `<h1>Velo</h1><p>Preis: CHF 1'299.50</p><p>Gewicht: 11,4 kg</p><p>Artikelnummer: 00412</p>`),
    schema: { name: "string", price: "number", currency: "string", weight: "number", articleNumber: "string" },
    expected: { name: "Velo", price: 1299.5, currency: "CHF", weight: 11.4, articleNumber: "00412" }
  }
]
