/** Tables, lists and labels of kinds that no other file here has, asked for by schemas as applications write them. */
import { doc, type JudgedJson } from "./page.ts"
import { listOf, nullable, text, zod } from "./schemas.ts"

export const pages: ReadonlyArray<JudgedJson> = [
  {
    name: "departure board",
    html: doc(
      "en",
      "<title>Departures from Harbour Station</title>",
      `<h1>Harbour Station</h1><h2>Departures</h2><table><thead><tr><th>Time</th><th>Line</th><th>Destination</th><th>Platform</th><th>Status</th></tr></thead><tbody>
<tr><td>09:12</td><td>S3</td><td>Northgate</td><td>4</td><td>On time</td></tr>
<tr><td>09:20</td><td>RE7</td><td>Old Mill</td><td>2a</td><td>Delayed</td></tr>
<tr><td>09:31</td><td>S3</td><td>Southport</td><td></td><td>Cancelled</td></tr></tbody></table>`
    ),
    schema: zod({
      station: text("Name of the station"),
      departures: listOf(
        zod(
          {
            time: { type: "string", pattern: "^\\d{2}:\\d{2}$" },
            line: { type: "string" },
            destination: { type: "string" },
            platform: nullable({ type: "string" }),
            status: { type: "string", enum: ["On time", "Delayed", "Cancelled"] }
          },
          ["time", "line", "destination", "status"]
        )
      )
    }),
    expected: {
      station: "Harbour Station",
      departures: [
        { time: "09:12", line: "S3", destination: "Northgate", platform: "4", status: "On time" },
        { time: "09:20", line: "RE7", destination: "Old Mill", platform: "2a", status: "Delayed" },
        { time: "09:31", line: "S3", destination: "Southport", status: "Cancelled" }
      ]
    }
  },
  {
    name: "package of a registry",
    html: doc(
      "en",
      `<title>knotkit - registry</title><meta property="og:title" content="knotkit"><meta property="og:description" content="Ties anything to anything.">`,
      `<h1>knotkit</h1><p>Ties anything to anything.</p><aside><div><h3>Version</h3><p>3.1.2</p></div><div><h3>License</h3><p>MIT</p></div><div><h3>Weekly Downloads</h3><p>12,345</p></div><div><h3>Unpacked Size</h3><p>48.2 kB</p></div><div><h3>Last publish</h3><p>3 days ago</p></div><h3>Keywords</h3><ul><li><a href="/k/rope">rope</a></li><li><a href="/k/knot">knot</a></li></ul></aside>`
    ),
    schema: zod({
      name: { type: "string" },
      version: { type: "string", pattern: "^\\d+\\.\\d+\\.\\d+$" },
      license: { enum: ["MIT", "Apache-2.0", "GPL-3.0", "BSD-3-Clause"] },
      weeklyDownloads: { type: "integer" },
      unpackedSize: { type: "string" },
      keywords: listOf({ type: "string" }),
      lastPublished: nullable({ type: "string", format: "date" }),
      repository: nullable({ type: "string", format: "uri" })
    }),
    expected: {
      name: "knotkit",
      version: "3.1.2",
      license: "MIT",
      weeklyDownloads: 12345,
      unpackedSize: "48.2 kB",
      keywords: ["rope", "knot"]
    }
  },
  {
    name: "modules of a degree in German",
    html: doc(
      "de",
      "<title>Module</title>",
      `<h1>Bachelor Meereskunde</h1><p><strong>Regelstudienzeit:</strong> 6 Semester</p><p><strong>Studienbeginn:</strong> Wintersemester</p><p><strong>Abschluss:</strong> Bachelor of Science</p><h2>Module</h2><table><tr><th>Modul</th><th>ECTS</th><th>Dozent</th><th>Prüfungsform</th></tr><tr><td>Gezeiten I</td><td>6</td><td>Dr. Ebbe</td><td>Klausur</td></tr><tr><td>Statistik</td><td>7,5</td><td>Prof. Wurf</td><td>Hausarbeit</td></tr></table>`
    ),
    schema: {
      type: "object",
      properties: {
        studiengang: { type: "string", description: "Name des Studiengangs" },
        regelstudienzeit: { type: "integer", description: "Regelstudienzeit in Semestern" },
        abschluss: { type: "string" },
        studienbeginn: { type: "string", enum: ["Wintersemester", "Sommersemester", "beide"] },
        module: {
          type: "array",
          items: {
            type: "object",
            properties: {
              modul: { type: "string" },
              ects: { type: "number" },
              dozent: { type: "string" },
              pruefungsform: { type: "string", description: "Prüfungsform" }
            },
            required: ["modul", "ects"]
          }
        },
        studiengebuehren: { type: ["number", "null"], description: "Gebühren pro Semester in Euro" }
      }
    },
    expected: {
      regelstudienzeit: 6,
      abschluss: "Bachelor of Science",
      studienbeginn: "Wintersemester",
      module: [
        { modul: "Gezeiten I", ects: 6, dozent: "Dr. Ebbe", pruefungsform: "Klausur" },
        { modul: "Statistik", ects: 7.5, dozent: "Prof. Wurf", pruefungsform: "Hausarbeit" }
      ]
    }
  },
  {
    name: "public tender",
    html: doc(
      "en",
      "<title>Tender 2025/117</title>",
      `<h1>Dredging of the inner harbour</h1><p><b>Reference number:</b> 2025/117</p><p><b>Contracting authority:</b> Port of Wells</p><p><b>Procedure:</b> Open</p><p><b>Estimated value:</b> EUR 1,250,000</p><p><b>Deadline for tenders:</b> 30 September 2025</p><p><b>CPV codes:</b> 45252124, 71350000</p><p><b>Contact:</b> <a href="mailto:tenders@wells.test">tenders@wells.test</a></p><p>Published 2 July 2025 by the procurement desk.</p>`
    ),
    schema: zod({
      title: { type: "string" },
      referenceNumber: { type: "string" },
      contractingAuthority: { type: "string" },
      procedure: { type: "string", enum: ["Open", "Restricted", "Negotiated"] },
      estimatedValue: nullable({ type: "number" }),
      currency: nullable({ type: "string" }),
      deadline: { type: "string", format: "date", description: "Deadline for tenders" },
      cpvCodes: listOf({ type: "string", pattern: "^\\d{8}$" }),
      email: { type: "string", format: "email" },
      winner: nullable({ type: "string" })
    }),
    expected: {
      title: "Dredging of the inner harbour",
      referenceNumber: "2025/117",
      contractingAuthority: "Port of Wells",
      procedure: "Open",
      estimatedValue: 1250000,
      currency: "EUR",
      deadline: "2025-09-30",
      cpvCodes: ["45252124", "71350000"],
      email: "tenders@wells.test"
    }
  },
  {
    name: "object of a museum",
    html: doc(
      "en",
      `<title>The Pilot's Boat | Museum</title>`,
      `<h1>The Pilot's Boat</h1><img src="/img/boat.jpg" alt="The Pilot's Boat"><dl><dt>Artist</dt><dd>Greta Holm</dd><dt>Date</dt><dd>1874</dd><dt>Medium</dt><dd>Oil on canvas</dd><dt>Dimensions</dt><dd>61 × 92 cm</dd><dt>Credit line</dt><dd>Gift of the harbour master, 1931</dd><dt>Accession number</dt><dd>1931.12</dd><dt>On view</dt><dd>Gallery 4</dd></dl>`
    ),
    schema: {
      type: "object",
      properties: {
        title: { type: "string" },
        artist: { type: "string" },
        year: { type: "integer", description: "Date" },
        medium: { type: "string" },
        dimensions: { type: "string" },
        creditLine: { type: "string" },
        accessionNumber: { type: "string" },
        gallery: { oneOf: [{ type: "string", pattern: "^Gallery \\d+$" }, { type: "null" }], description: "On view" },
        provenance: listOf({ type: "string" })
      },
      required: ["title"]
    },
    expected: {
      title: "The Pilot's Boat",
      artist: "Greta Holm",
      year: 1874,
      medium: "Oil on canvas",
      dimensions: "61 × 92 cm",
      creditLine: "Gift of the harbour master, 1931",
      accessionNumber: "1931.12",
      gallery: "Gallery 4"
    }
  },
  {
    name: "status page",
    html: doc(
      "en",
      "<title>Status of Buoy Cloud</title>",
      `<h1>Buoy Cloud status</h1><p>All times UTC.</p><h2>Components</h2><table><tr><th>Component</th><th>Status</th><th>Uptime (90 days)</th></tr><tr><td>API</td><td>Operational</td><td>99.98%</td></tr><tr><td>Dashboard</td><td>Degraded</td><td>98.2%</td></tr><tr><td>Webhooks</td><td>Outage</td><td>91 %</td></tr></table><h2>Incidents</h2><p>No incidents reported today.</p>`
    ),
    schema: zod({
      components: {
        type: "array",
        minItems: 1,
        items: zod({
          component: { type: "string" },
          status: { type: "string", enum: ["operational", "degraded", "outage"] },
          uptime: { type: "number", description: "Uptime (90 days), in percent" }
        })
      },
      incidents: listOf(zod({ title: { type: "string" }, startedAt: { type: "string", format: "date-time" } }))
    }),
    expected: {
      components: [
        { component: "API", status: "operational", uptime: 99.98 },
        { component: "Dashboard", status: "degraded", uptime: 98.2 },
        { component: "Webhooks", status: "outage", uptime: 91 }
      ]
    }
  },
  {
    name: "exchange rates in French",
    html: doc(
      "fr",
      "<title>Cours du jour</title>",
      `<h1>Cours de change</h1><p><strong>Date :</strong> 14 mars 2025</p><table><caption>Cours</caption><tr><th>Devise</th><th>Code</th><th>Achat</th><th>Vente</th></tr><tr><td>Dollar américain</td><td>USD</td><td>1,0845</td><td>1,0912</td></tr><tr><td>Livre sterling</td><td>GBP</td><td>0,8401</td><td>0,8466</td></tr></table>`
    ),
    schema: {
      type: "object",
      properties: {
        date: { type: "string", format: "date" },
        cours: { type: "array", items: { $ref: "#/definitions/cours" } },
        source: { type: ["string", "null"] }
      },
      definitions: {
        cours: {
          type: "object",
          properties: {
            devise: { type: "string" },
            code: { type: "string", minLength: 3, maxLength: 3 },
            achat: { type: "number", exclusiveMinimum: 0 },
            vente: { type: "number", exclusiveMinimum: 0 }
          },
          required: ["code", "achat", "vente"]
        }
      }
    },
    expected: {
      date: "2025-03-14",
      cours: [
        { devise: "Dollar américain", code: "USD", achat: 1.0845, vente: 1.0912 },
        { devise: "Livre sterling", code: "GBP", achat: 0.8401, vente: 0.8466 }
      ]
    }
  }
]
