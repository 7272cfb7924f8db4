/**
 * Synonyms of property names: `priceCurrency`, `Währung` and `og:price:currency` are one concept, and a property called
 * `currency` asks for it.
 *
 * Data in English, German, French and Spanish, besides the names of schema.org, Open Graph and Dublin Core. The first
 * word of a line names the concept.
 */
const lines = `
name: name, title, headline, titel, bezeichnung, uberschrift, nom, titre, nombre, titulo, og title, twitter title, dc title, citation title, heading
product name: product name, produktname, artikelname
person name: person name, full name
description: description, beschreibung, descripcion, og description, twitter description, summary, zusammenfassung, abstract, resume, resumen, dc description, teaser, excerpt, short description, kurzbeschreibung
price: price, preis, prix, precio, product price amount, og price amount, price amount, amount, cost, kosten, eintritt, einzelpreis, verkaufspreis, sale price, current price, unit price, pricing
low price: low price, lowest price, min price, minimum price, price from
high price: high price, highest price, max price, maximum price
old price: old price, original price, list price, regular price, uvp, was price, strike price, ancien prix, precio anterior, alter preis, statt
currency: currency, price currency, wahrung, devise, moneda, product price currency, og price currency, currency code, salary currency
sku: sku, artikelnummer, article number, artikel nr, art nr, item number, item no, referencia, product id, produktnummer, bestellnummer, stock keeping unit, reference, product retailer item id
gtin: gtin, gtin13, gtin12, gtin8, gtin14, ean, barcode, upc, ean code
mpn: mpn, manufacturer part number, herstellernummer, part number, teilenummer, model number, modellnummer
isbn: isbn, isbn13, isbn 13, isbn10, isbn 10, book isbn
brand: brand, marke, marque, marca, product brand, og brand, make
manufacturer: manufacturer, hersteller, fabricant, fabricante, maker
model: model, modell, modele, modelo
availability: availability, verfugbarkeit, disponibilite, disponibilidad, product availability, og availability, stock status, stock, in stock, available, is available, lieferbar, auf lager, lagerbestand, en stock
condition: condition, item condition, zustand, etat, estado, product condition
color: color, colour, farbe, couleur, product color
size: size, grosse, taille, talla, tamano
weight: weight, gewicht, poids, peso, item weight, shipping weight
height: height, hohe, hauteur, altura, alto
width: width, breite, largeur, ancho, anchura
depth: depth, tiefe, profondeur, profundidad
length: length, lange, longueur, longitud
dimensions: dimension, abmessung, masse, medidas
material: material, matiere, materiau, werkstoff
rating: rating, rating value, bewertung, note, evaluation, calificacion, valoracion, score, star, sterne, average rating, aggregate rating, review rating, aggregate rating rating value, rating average, durchschnittsbewertung
rating count: rating count, number of rating, anzahl bewertung
review count: review count, number of review, review number, reviews count, anzahl rezension, num review, total review, nombre d avis, comment count
best rating: best rating, max rating
author: author, autor, auteur, creator, written by, byline, verfasser, verfasserin, autorin, par, por, von, by, article author, dc creator, citation author, author name, writer
publisher: publisher, verlag, editeur, editorial, herausgeber, dc publisher, citation publisher
published: date published, published, publish date, published date, publication date, published at, published on, published time, article published time, veroffentlicht, veroffentlicht am, erschienen, erschienen am, erscheinungsdatum, publie le, date de publication, fecha de publicacion, publicado, publicado el, date created, dc date, dcterm created, citation publication date, release date, date posted, posted, posted on, posted date, posted at, pubdate, erscheinungstermin, upload date, publicationdate, publishdate, veroffentlichungsdatum, dc date created
modified: date modified, modified, updated, last updated, last modified, updated at, modified time, article modified time, aktualisiert, zuletzt aktualisiert, mis a jour, actualizado, stand, og updated time, letzte aktualisierung, modified at
date: date, datum, fecha
series: series, part of series, podcast, podcast series, show, show name, serie, sendung, emission
audio: audio, audio url, og audio, audio file
category: category, kategorie, categorie, categoria, article section, section, genre, rubrik, product category, ressort, recipe category, rubrique
keywords: keyword, tag, schlagwort, schlagworte, article tag, mots cle, palabra clave, etiqueta, news keyword, book tag
language: language, in language, sprache, langue, idioma, og locale, dc language
url: url, link, canonical, og url, web address, permalink, page url, canonical url, adresse url
image: image, bild, imagen, photo, foto, og image, twitter image, image url, thumbnail, thumbnail url, picture, cover, main image, cover image
video: video, og video, video url, content url
logo: logo, logo url
site name: site name, og site name, website name
body: article body, body, content, full text, text, review body, volltext
word count: word count, worter
start date: start date, start, begin, beginn, event date, starts at, debut, inicio, datum und uhrzeit, start time, when, wann, quand, cuando, date start, starttime, event start
end date: end date, end, ende, ends at, fin, end time, finish
door time: door time, doors, einlass, doors open
location: location, venue, ort, lieu, lugar, veranstaltungsort, place, spielort, event location, wo, where, job location, arbeitsort, standort, einsatzort
organizer: organizer, veranstalter, organisateur, organizador, host, organiser
performer: performer, artist, kunstler, artiste, interpret, by artist, lineup
address: address, adresse, anschrift, direccion, postal address
street: street, street address, strasse, rue, calle, address line 1, strasse und hausnummer
city: city, address locality, locality, stadt, ville, ciudad, town
postal code: postal code, zip, zip code, postcode, plz, postleitzahl, code postal, codigo postal
region: region, address region, state, bundesland, province, provincia, county
country: country, address country, land, pay, pais
latitude: latitude, lat, place location latitude, og latitude
longitude: longitude, lng, lon, place location longitude, og longitude
phone: telephone, phone, phone number, telefon, tel, telefono, tel, telefonnummer, rufnummer, contact phone, fon, mobile
fax: fax, fax number, faxnummer, telefax
email: email, e mail, mail, email address, correo, courriel, e mail adresse, contact email, correo electronico, kontakt email
opening hours: opening hour, offnungszeit, offnungszeiten, horaire, horario, hour, opening time, opening hours specification, business hour
prep time: prep time, preparation time, vorbereitungszeit, vorbereitung, temps de preparation, tiempo de preparacion, zubereitungszeit, arbeitszeit
cook time: cook time, cooking time, kochzeit, garzeit, backzeit, temps de cuisson, cuisson, tiempo de coccion
total time: total time, gesamtzeit, temps total, tiempo total
duration: duration, time required, dauer, duree, duracion, runtime, running time, laufzeit, spieldauer, lesedauer
servings: recipe yield, yield, serving, portion, portionen, personen, number of serving, raciones, porciones, servir, pour
ingredients: recipe ingredient, ingredient, zutat, zutaten, ingrediente
instructions: recipe instruction, instruction, zubereitung, anleitung, step, direction, method, preparation, preparacion, etape, schritt, elaboracion, paso
cuisine: recipe cuisine, cuisine, kuche, cocina, serve cuisine, serves cuisine
calories: calory, calorie, energy, brennwert, kalorien, kcal
fat content: fat content, fat, fett, graisse, lipide, grasa
carbohydrates: carbohydrate content, carbohydrate, carb, kohlenhydrate, glucide, carbohidrato
protein: protein content, protein, eiweiss, proteine, proteina
sugar: sugar content, sugar, zucker, sucre, azucar
company: hiring organization, company, company name, employer, arbeitgeber, firma, unternehmen, entreprise, empresa, employeur, empleador
job title: job title, position, stelle, beruf, poste, puesto, role, function, funktion
salary: base salary, salary, gehalt, salaire, salario, sueldo, compensation, wage, pay rate, vergutung
salary min: base salary min value, salary value min value, salary min, min salary, minimum salary, salary from
salary max: base salary max value, salary value max value, salary max, max salary, maximum salary, salary to
employment type: employment type, job type, anstellungsart, beschaftigungsart, type de contrat, tipo de contrato, arbeitszeitmodell, vertragsart, contract type, employment
deadline: valid through, application deadline, deadline, bewerbungsfrist, date limite, fecha limite, apply by, closing date, price valid until, valid until
qualifications: qualification, requirement, anforderung, exigence, requisito, anforderungsprofil
responsibilities: responsibility, aufgabe, duty, tache
benefits: job benefit, benefit, leistungen
skills: skill, kenntnis, competence
director: director, regie, regisseur, realisateur, realisation, directed by
actors: actor, cast, darsteller, besetzung, acteur, reparto, starring, starr
pages: number of page, page, seite, seitenzahl, nombre de page, paginas, page count, num page, pagina, umfang
edition: book edition, edition, auflage
binding: book format, format, einband, binding, book type
year: year, jahr, annee, ano, release year, baujahr, year published, model year
founded: founding date, founded, founding year, foundation year, year of foundation, year founded, foundation date, date of foundation, grundungsjahr, annee de fondation, ano de fundacion, gegrundet, grundung, fonde, fundada, founded in, established
employees: number of employee, employee, mitarbeiter, mitarbeiterzahl, effectif, empleado
headquarters: headquarter, hauptsitz, sitz, siege, sede, firmensitz
founder: founder, founded by, grunder, fondateur, fundador
vat: vat id, vat, ust id, ustid, ust idnr, ust id nr, u st id nr, u st id, tva, nif, umsatzsteuer id
legal name: legal name
website: website, webseite, site web, sitio web, homepage, web
question: question, frage, pregunta
answer: accepted answer, answer, antwort, reponse, respuesta, accepted answer text
reviews: review, rezension, rezensionen, avis, resena, customer review, kundenbewertung, bewertungen
offers: offer, angebot
specifications: specification, spec, technical data, technische daten, technical detail, technical specification, caracteristique, ficha tecnica, especificacion, datenblatt, product detail, produktdetails, details, characteristic, feature
ingredients list: inhaltsstoffe
population: population, einwohner, einwohnerzahl, habitant, poblacion, habitante
area: area, flache, superficie, surface
capital: capital, hauptstadt, capitale
version: version, software version, current version, latest version
license: license, lizenz, licence, licencia
operating system: operating system, betriebssystem, platform, os
file size: file size, dateigrosse, content size
downloads: download, install
floor size: floor size, living area, wohnflache, surface habitable, square meter, quadratmeter
rooms: number of room, room, zimmer, piece, habitacion, habitaciones, zimmeranzahl
bedrooms: number of bedroom, bedroom, schlafzimmer, chambre, dormitorio, dormitorios
bathrooms: number of bathroom, bathroom, number of bathrooms total, badezimmer, salle de bain, bano
mileage: mileage from odometer, mileage, kilometerstand, kilometrage, kilometraje
fuel: fuel type, fuel, kraftstoff, carburant, combustible
transmission: vehicle transmission, transmission, getriebe, boite
power: engine power, power, leistung ps, leistung, puissance, potencia
quantity: quantity, menge, quantite, cantidad, qty, anzahl
delivery time: delivery time, lieferzeit, delai de livraison, plazo de entrega, delivery, lead time
shipping cost: shipping cost, versandkosten, versand, frais de port, gasto de envio, shipping, shipping rate
warranty: warranty, garantie, garantia, gewahrleistung
amenities: amenity, amenity feature, ausstattung, equipement
developer: developer, developed by, entwickler, developpeur, desarrollador
value: value, wert, valeur, valor
`

const fold = (text: string): string =>
  text
    .replace(/ß/g, "ss")
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")

const small = new Set("the a an of de der die das des du la le les el los del d l in on zum zur is".split(" "))

/** Words of a name: camelCase, snake_case and prose alike, lower case, without marks, in the singular. */
export const wordsOf = (label: string): ReadonlyArray<string> => {
  // What stands in brackets at the end is a unit or a remark: `High (°C)`.
  const words = fold(label.slice(0, 200).replace(/(?<=\S\s?)\([^()]*\)\s*$/, ""))
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
  const significantWords = words.filter((word) => !small.has(word))
  return (significantWords.length > 0 ? significantWords : words).map(singular)
}

const singular = (word: string): string => {
  if (word.length < 4 || word.endsWith("ss") || word.endsWith("us") || word.endsWith("is")) return word
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`
  return word.endsWith("s") ? word.slice(0, -1) : word
}

const concepts: ReadonlyMap<string, string> = new Map(
  lines
    .trim()
    .split("\n")
    .flatMap((line) => {
      const colon = line.indexOf(":")
      const concept = line.slice(0, colon)
      return [concept, ...line.slice(colon + 1).split(",")].map((name) => [wordsOf(name).join(" "), concept] as const)
    })
    // Of two concepts with one name the first keeps it.
    .toReversed()
)

/** Nouns that say what a thing is and nothing about it: `productName` asks for the name. */
const genericNouns = new Set(
  "product produkt produit producto item article artikel articulo recipe rezept recette receta job event veranstaltung book buch livre libro movie film pelicula company person page post blog news restaurant hotel course kurs video app software property listing vehicle car place store shop organization business offer primary main ticket".split(
    " "
  )
)

export const isGenericNoun = (word: string): boolean => genericNouns.has(word)

/** What a name means: its concept, the concepts of its parts, or its own words. */
export const meaningOf = (label: string): string => {
  const words = wordsOf(label)
  const whole = concepts.get(words.join(" "))
  if (whole !== undefined) return whole
  const parts: Array<string> = []
  for (let at = 0; at < words.length;) {
    let length = Math.min(4, words.length - at)
    while (length > 1 && !concepts.has(words.slice(at, at + length).join(" "))) length--
    const phrase = words.slice(at, at + length).join(" ")
    parts.push(concepts.get(phrase) ?? phrase)
    at += length
  }
  return parts.join(" ")
}

export const isKnown = (meaning: string): boolean => concepts.has(wordsOf(meaning).join(" "))

/** Concepts that answer for another one when nothing says it outright, nearest first. */
const broader: Readonly<Record<string, ReadonlyArray<string>>> = {
  name: ["product name", "person name"],
  year: ["published"],
  date: ["published", "start date"],
  "start date": ["date"],
  published: ["date"],
  city: ["location city", "address city"],
  location: ["city"],
  salary: ["salary value"],
  "review count": ["rating count"],
  "rating count": ["review count"]
}

/** The same for things of one kind only: the author of software is its developer, and that of an article is none. */
const broaderOfKind: Readonly<Record<string, { readonly kind: string; readonly meanings: ReadonlyArray<string> }>> = {
  question: { kind: "question", meanings: ["name"] },
  developer: { kind: "software", meanings: ["author", "publisher"] },
  founded: { kind: "company", meanings: ["year"] }
}

/** Units at the end of a name, as in `prep_time_minutes`. */
const units = new Set(
  "minute min minuten second sec hour h day eur usd gbp chf kg g cm mm m km sqm m2 percent in euro euros dollar amount text string raw url iso".split(
    " "
  )
)

/**
 * Kinds of things whose name is the name of no other kind, each with what schema.org calls things of it: the name of a
 * product is no answer to `companyName`.
 */
const kinds: Readonly<Record<string, ReadonlyArray<string>>> = {
  product: ["book", "vehicle", "car", "software", "application", "game", "drug", "listing"],
  company: ["organization", "corporation", "business", "store", "restaurant", "hotel", "brand", "service"],
  organization: ["company", "corporation", "business", "store", "restaurant", "hotel"],
  business: ["company", "organization", "corporation", "store", "restaurant", "hotel"],
  person: ["profile"],
  event: [],
  place: ["business", "store", "restaurant", "hotel", "accommodation", "attraction", "residence"],
  restaurant: ["cafe", "bar", "bakery", "food"],
  hotel: ["lodging", "motel", "hostel", "resort", "accommodation"],
  store: ["shop"],
  shop: ["store"],
  job: [],
  recipe: [],
  book: ["audiobook"],
  movie: [],
  film: ["movie"],
  course: [],
  video: ["movie", "episode", "clip"],
  app: ["application", "software"],
  software: ["application", "app", "game"],
  question: ["faq", "qa"]
}

/** What only things of a kind have: a page that says it without types is about one. */
const signs: Readonly<Record<string, ReadonlyArray<string>>> = {
  product: ["price", "sku", "gtin", "mpn"],
  recipe: ["ingredients", "instructions", "prep time", "cook time"],
  book: ["isbn"],
  movie: ["director", "actors"],
  event: ["start date", "door time", "performer"],
  job: ["salary", "employment type"],
  company: ["vat", "legal name", "founded", "employees"]
}

/** Kinds of what a page without types is about, by the meanings of what it says. */
export const kindsBySigns = (meanings: ReadonlySet<string>): ReadonlyArray<string> =>
  Object.keys(signs).filter((kind) => signs[kind]!.some((meaning) => meanings.has(meaning)))

/** Whether the name of a thing with types of these words answers for this noun; any thing's does for a noun of no kind. */
const isOfKind = (noun: string, subject: ReadonlySet<string>): boolean =>
  !Object.hasOwn(kinds, noun) || subject.has(noun) || kinds[noun]!.some((word) => subject.has(word))

/** What may answer a property of this name, best first. `subject` are words of the types of what the page is about. */
export const meaningsOf = (name: string, subject: ReadonlySet<string> = new Set()): ReadonlyArray<string> => {
  const own = meaningOf(name)
  const found = [own, ...(broader[own] ?? [])]
  const ofKind = Object.hasOwn(broaderOfKind, own) ? broaderOfKind[own] : undefined
  if (ofKind !== undefined && isOfKind(ofKind.kind, subject)) found.push(...ofKind.meanings)
  const words = wordsOf(name)
  const noun = nounOfName(name)
  if (noun === undefined) {
    if (words.length > 1 && genericNouns.has(words[0]!)) found.push(meaningOf(words.slice(1).join(" ")))
  } else if (isOfKind(noun, subject)) found.push("name")
  if (words.length > 1 && units.has(words.at(-1)!)) found.push(...meaningsOf(words.slice(0, -1).join(" "), subject))
  // The name of an author is what stands where the author is named.
  if (own.endsWith(" name")) found.push(own.slice(0, -5))
  return [...new Set(found)]
}

/** The kind of thing whose name is asked for: `event` of `eventTitle`, `person` of `fullName`. */
export const nounOfName = (name: string): string | undefined => {
  const [noun = "", ...rest] = wordsOf(name)
  if (genericNouns.has(noun) && rest.length > 0 && meaningOf(rest.join(" ")) === "name") return noun
  const [kind = "", part] = meaningOf(name).split(" ")
  return part === "name" && Object.hasOwn(kinds, kind) ? kind : undefined
}

/** Things that come with another: an `amount` inside `price` is the price. */
export const selfNames = new Set(["price", "value", "name", "body", "label", "amount", "text", "number"])
