/** Structured data of kinds that no other file here has, asked for by schemas as applications write them. */
import { doc, type JudgedJson, ld } from "./page.ts"
import { listOf, nullable, text, zod } from "./schemas.ts"

export const pages: ReadonlyArray<JudgedJson> = [
  {
    name: "podcast episode",
    html: doc(
      "en",
      ld({
        "@context": "https://schema.org",
        "@type": "PodcastEpisode",
        name: "Salt and lighthouses",
        episodeNumber: 42,
        datePublished: "2025-03-04",
        timeRequired: "PT48M",
        description: "Why keepers stayed.",
        associatedMedia: {
          "@type": "MediaObject",
          contentUrl: "https://cdn.test/e42.mp3",
          encodingFormat: "audio/mpeg"
        },
        partOfSeries: { "@type": "PodcastSeries", name: "Coast Hours", url: "https://site.test/coast" },
        actor: [
          { "@type": "Person", name: "Ida Marsh" },
          { "@type": "Person", name: "Tom Reef" }
        ]
      }),
      `<h1>Salt and lighthouses</h1><p>Why keepers stayed.</p><p>Episode 42 · 48 min</p>`
    ),
    schema: zod({
      episode_title: text("The title of the episode"),
      show: text("Name of the podcast series"),
      episode_number: { type: "integer", minimum: 1 },
      published: { type: "string", format: "date", description: "Publication date" },
      duration_minutes: nullable({ type: "number" }),
      audio_url: { type: "string", format: "uri" },
      sponsors: listOf({ type: "string" }),
      transcript_url: nullable({ type: "string", format: "uri" })
    }),
    expected: {
      episode_title: "Salt and lighthouses",
      show: "Coast Hours",
      episode_number: 42,
      published: "2025-03-04",
      duration_minutes: 48,
      audio_url: "https://cdn.test/e42.mp3"
    }
  },
  {
    name: "flat to let",
    html: doc(
      "en",
      ld({
        "@context": "https://schema.org",
        "@type": ["RealEstateListing", "Apartment"],
        name: "Two rooms above the quay",
        url: "https://site.test/flats/9",
        datePosted: "2025-06-01",
        numberOfRooms: 2,
        numberOfBathroomsTotal: 1,
        floorSize: { "@type": "QuantitativeValue", value: 54, unitCode: "MTK" },
        petsAllowed: false,
        address: {
          "@type": "PostalAddress",
          streetAddress: "7 Quay Row",
          addressLocality: "Hull",
          postalCode: "HU1 1AA",
          addressCountry: "GB"
        },
        offers: { "@type": "Offer", price: "950", priceCurrency: "GBP", businessFunction: "LeaseOut" }
      }),
      `<h1>Two rooms above the quay</h1><dl><dt>Energy rating</dt><dd>C</dd><dt>Deposit</dt><dd>£1,900</dd></dl>`
    ),
    schema: {
      type: "object",
      properties: {
        headline: { type: "string" },
        monthlyRent: { $ref: "#/$defs/Money" },
        deposit: { type: "number", description: "Deposit" },
        rooms: { type: "integer", description: "number of rooms" },
        bathrooms: { type: "integer" },
        floorAreaSqm: { type: "number", description: "floor size" },
        energyRating: { enum: ["A", "B", "C", "D", "E", "F", "G"] },
        petsAllowed: { type: "boolean" },
        address: { $ref: "#/$defs/Address" },
        yearBuilt: { type: ["integer", "null"] }
      },
      required: ["monthlyRent", "address"],
      $defs: {
        Money: {
          type: "object",
          properties: { amount: { type: "number" }, currency: { type: "string", pattern: "^[A-Z]{3}$" } }
        },
        Address: {
          type: "object",
          properties: {
            street: { type: "string" },
            city: { type: "string" },
            postcode: { type: "string" },
            country: { type: "string" }
          },
          required: ["street", "city"]
        }
      }
    },
    expected: {
      headline: "Two rooms above the quay",
      deposit: 1900,
      rooms: 2,
      bathrooms: 1,
      floorAreaSqm: 54,
      energyRating: "C",
      petsAllowed: false,
      address: { street: "7 Quay Row", city: "Hull", postcode: "HU1 1AA", country: "GB" }
    }
  },
  {
    name: "dataset",
    html: doc(
      "en",
      ld({
        "@context": "https://schema.org/",
        "@type": "Dataset",
        name: "Tides at twelve gauges",
        description: "Hourly levels.",
        identifier: "doi:10.9999/tides.12",
        license: "https://creativecommons.org/licenses/by/4.0/",
        keywords: ["tides", "sea level"],
        creator: { "@type": "Organization", name: "Gauge Office" },
        temporalCoverage: "2010-01-01/2020-12-31",
        version: "2.1",
        distribution: [
          {
            "@type": "DataDownload",
            encodingFormat: "text/csv",
            contentUrl: "https://data.test/t.csv",
            contentSize: "12 MB"
          },
          {
            "@type": "DataDownload",
            encodingFormat: "application/json",
            contentUrl: "https://data.test/t.json",
            contentSize: "31 MB"
          }
        ]
      }),
      `<h1>Tides at twelve gauges</h1><p>Hourly levels.</p>`
    ),
    schema: zod({
      name: { type: "string" },
      doi: nullable(text("Digital object identifier")),
      license: { type: "string", format: "uri" },
      keywords: listOf({ type: "string" }),
      publisher: nullable({ type: "string" }),
      creator: { type: "string" },
      version: { type: "string" },
      files: {
        type: "array",
        description: "distribution",
        items: zod({
          url: { type: "string", format: "uri", description: "content URL" },
          format: { type: "string", description: "encoding format" },
          size: { type: "string", description: "content size" }
        })
      }
    }),
    expected: {
      name: "Tides at twelve gauges",
      license: "https://creativecommons.org/licenses/by/4.0/",
      keywords: ["tides", "sea level"],
      creator: "Gauge Office",
      version: "2.1",
      files: [
        { url: "https://data.test/t.csv", format: "text/csv", size: "12 MB" },
        { url: "https://data.test/t.json", format: "application/json", size: "31 MB" }
      ]
    }
  },
  {
    name: "match report",
    html: doc(
      "en",
      ld({
        "@context": "https://schema.org",
        "@type": "SportsEvent",
        name: "Rovers v Albion",
        startDate: "2025-09-13T15:00:00+01:00",
        location: { "@type": "StadiumOrArena", name: "Dock Park" },
        homeTeam: { "@type": "SportsTeam", name: "Rovers" },
        awayTeam: { "@type": "SportsTeam", name: "Albion" },
        attendees: 8123
      }),
      `<h1>Rovers 2-1 Albion</h1><table><tr><th>Attendance</th><td>8,123</td></tr><tr><th>Referee</th><td>A. Lane</td></tr></table><h2>Goals</h2><table><tr><th>Minute</th><th>Player</th><th>Team</th></tr><tr><td>12</td><td>Moss</td><td>Rovers</td></tr><tr><td>40</td><td>Byrne</td><td>Albion</td></tr><tr><td>88</td><td>Okoro</td><td>Rovers</td></tr></table>`
    ),
    schema: zod({
      kickoff: { type: "string", format: "date-time", description: "start date" },
      venue: { type: "string" },
      homeTeam: { type: "string" },
      awayTeam: { type: "string" },
      referee: nullable({ type: "string" }),
      attendance: nullable({ type: "integer" }),
      goals: listOf(zod({ minute: { type: "integer" }, player: { type: "string" }, team: { type: "string" } })),
      manOfTheMatch: nullable({ type: "string" })
    }),
    expected: {
      kickoff: "2025-09-13T15:00:00+01:00",
      venue: "Dock Park",
      homeTeam: "Rovers",
      awayTeam: "Albion",
      referee: "A. Lane",
      attendance: 8123,
      goals: [
        { minute: 12, player: "Moss", team: "Rovers" },
        { minute: 40, player: "Byrne", team: "Albion" },
        { minute: 88, player: "Okoro", team: "Rovers" }
      ]
    }
  },
  {
    name: "music album",
    html: doc(
      "en",
      ld({
        "@context": "https://schema.org",
        "@type": "MusicAlbum",
        name: "Fathoms",
        byArtist: { "@type": "MusicGroup", name: "The Soundings" },
        datePublished: "1998-05-11",
        numTracks: 3,
        genre: ["Folk", "Ambient"],
        recordLabel: { "@type": "Organization", name: "Hull Records" },
        track: {
          "@type": "ItemList",
          numberOfItems: 3,
          itemListElement: [
            {
              "@type": "ListItem",
              position: 1,
              item: { "@type": "MusicRecording", name: "Low Water", duration: "PT3M20S" }
            },
            {
              "@type": "ListItem",
              position: 2,
              item: { "@type": "MusicRecording", name: "Slack", duration: "PT2M05S" }
            },
            { "@type": "ListItem", position: 3, item: { "@type": "MusicRecording", name: "Flood", duration: "PT6M" } }
          ]
        }
      }),
      `<h1>Fathoms</h1><p>by The Soundings</p>`
    ),
    schema: zod({
      album: text("Name of the album"),
      artist: { type: "string" },
      releaseDate: { type: "string", format: "date", description: "date published" },
      genres: listOf({ type: "string" }),
      label: nullable(text("record label")),
      tracks: listOf(zod({ title: { type: "string" }, durationSeconds: { type: "integer" } })),
      producer: nullable({ type: "string" })
    }),
    expected: {
      album: "Fathoms",
      artist: "The Soundings",
      releaseDate: "1998-05-11",
      genres: ["Folk", "Ambient"],
      label: "Hull Records",
      tracks: [
        { title: "Low Water", durationSeconds: 200 },
        { title: "Slack", durationSeconds: 125 },
        { title: "Flood", durationSeconds: 360 }
      ]
    }
  },
  {
    name: "instructions",
    html: doc(
      "en",
      ld({
        "@context": "https://schema.org",
        "@type": "HowTo",
        name: "How to splice a rope",
        totalTime: "PT30M",
        estimatedCost: { "@type": "MonetaryAmount", currency: "USD", value: "5" },
        supply: [
          { "@type": "HowToSupply", name: "Three-strand rope" },
          { "@type": "HowToSupply", name: "Tape" }
        ],
        tool: [{ "@type": "HowToTool", name: "Fid" }],
        step: [
          { "@type": "HowToStep", name: "Unlay", text: "Unlay the strands." },
          { "@type": "HowToStep", name: "Tuck", text: "Tuck each strand three times." }
        ]
      }),
      `<h1>How to splice a rope</h1>`
    ),
    schema: zod({
      title: { type: "string" },
      totalTimeMinutes: { type: "integer", description: "total time" },
      supplies: listOf({ type: "string" }),
      tools: listOf({ type: "string" }),
      steps: listOf(zod({ name: { type: "string" }, text: { type: "string" } })),
      difficulty: nullable({ enum: ["easy", "medium", "hard"] })
    }),
    expected: {
      title: "How to splice a rope",
      totalTimeMinutes: 30,
      supplies: ["Three-strand rope", "Tape"],
      tools: ["Fid"],
      steps: [
        { name: "Unlay", text: "Unlay the strands." },
        { name: "Tuck", text: "Tuck each strand three times." }
      ]
    }
  },
  {
    name: "charity in Spanish, in microdata",
    html: doc(
      "es",
      "<title>Mar Limpio</title>",
      `<div itemscope itemtype="https://schema.org/NGO"><h1 itemprop="name">Mar Limpio</h1><p itemprop="description">Recogemos redes perdidas.</p><p>Fundada en <span itemprop="foundingDate">2009-04-22</span></p><div itemprop="address" itemscope itemtype="https://schema.org/PostalAddress"><span itemprop="streetAddress">Calle del Faro 3</span>, <span itemprop="postalCode">36201</span> <span itemprop="addressLocality">Vigo</span></div><p itemprop="contactPoint" itemscope itemtype="https://schema.org/ContactPoint"><span itemprop="contactType">Voluntariado</span>: <span itemprop="telephone">+34 986 000 111</span>, <a itemprop="email" href="mailto:hola@marlimpio.test">hola@marlimpio.test</a></p><a itemprop="sameAs" href="https://social.test/marlimpio">Social</a> <a itemprop="sameAs" href="https://fotos.test/marlimpio">Fotos</a></div>`
    ),
    schema: {
      type: "object",
      properties: {
        nombre: { type: "string" },
        descripcion: { type: "string", description: "Descripción" },
        fundacion: { type: ["string", "null"], format: "date", description: "founding date" },
        direccion: {
          type: "object",
          properties: {
            calle: { type: "string" },
            codigoPostal: { type: "string" },
            ciudad: { type: "string" }
          }
        },
        telefono: { type: "string" },
        email: { type: "string", format: "email" },
        redes: { type: "array", description: "same as", items: { type: "string", format: "uri" } },
        cif: { type: ["string", "null"], description: "Número de identificación fiscal" }
      },
      required: ["nombre"]
    },
    expected: {
      nombre: "Mar Limpio",
      descripcion: "Recogemos redes perdidas.",
      fundacion: "2009-04-22",
      direccion: { calle: "Calle del Faro 3", codigoPostal: "36201", ciudad: "Vigo" },
      telefono: "+34 986 000 111",
      email: "hola@marlimpio.test",
      redes: ["https://social.test/marlimpio", "https://fotos.test/marlimpio"]
    }
  },
  {
    name: "charging station",
    html: doc(
      "en",
      ld({
        "@context": "https://schema.org",
        "@type": "AutomotiveBusiness",
        name: "Pier 9 charging",
        geo: { "@type": "GeoCoordinates", latitude: 53.7401, longitude: -0.3312 },
        openingHoursSpecification: [
          { "@type": "OpeningHoursSpecification", dayOfWeek: "Monday", opens: "06:00", closes: "22:00" },
          { "@type": "OpeningHoursSpecification", dayOfWeek: "Sunday", opens: "08:00", closes: "20:00" }
        ],
        telephone: "+44 1482 000000",
        priceRange: "££"
      }),
      `<h1>Pier 9 charging</h1><h2>Connectors</h2><ul class="connectors"><li class="connector"><span class="type">CCS</span> <span class="power">150 kW</span> <span class="count">4</span></li><li class="connector"><span class="type">Type 2</span> <span class="power">22 kW</span> <span class="count">2</span></li></ul>`
    ),
    schema: zod({
      name: { type: "string" },
      location: zod({ latitude: { type: "number" }, longitude: { type: "number" } }),
      openingHours: listOf(
        zod({
          day: { type: "string", description: "day of week" },
          opens: { type: "string" },
          closes: { type: "string" }
        })
      ),
      connectors: listOf(
        zod({
          type: { enum: ["CCS", "CHAdeMO", "Type 2"] },
          powerKw: { type: "number", description: "power" },
          count: { type: "integer" }
        })
      ),
      phone: nullable({ type: "string" }),
      operator: nullable({ type: "string" })
    }),
    expected: {
      name: "Pier 9 charging",
      location: { latitude: 53.7401, longitude: -0.3312 },
      openingHours: [
        { day: "Monday", opens: "06:00", closes: "22:00" },
        { day: "Sunday", opens: "08:00", closes: "20:00" }
      ],
      connectors: [
        { type: "CCS", powerKw: 150, count: 4 },
        { type: "Type 2", powerKw: 22, count: 2 }
      ],
      phone: "+44 1482 000000"
    }
  }
]
