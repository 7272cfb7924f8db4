/**
 * Parts of a site that people name, in four languages, and how sites call them
 * in addresses. A part stands for every spelling of its path segment, since a
 * German prompt may be about an English site.
 */
import { languageSections } from "./languageSections.ts"
import type { Section } from "./Section.ts"

const section = (name: string, words: string, segments: string): Section => ({
  name,
  words: words.split(",").map((word) => word.trim()),
  pattern: `/(?:${segments.split(" ").join("|")})(?:[/.]|$)`
})

const namedSection = (name: string, words: string, pattern: string): Section => ({
  name,
  words: words.split(",").map((word) => word.trim()),
  pattern
})

export const sections: ReadonlyArray<Section> = [
  section("blog", "blog, blogs, weblog, bitacora", "blog blogs"),
  section(
    "documentation",
    "docs, doc, documentation, dokumentation, doku, documentacion, documentations, developer docs, api docs, api documentation, api dokumentation",
    "docs doc documentation dokumentation documentacion"
  ),
  section("API reference", "api, apis, api reference, reference, api referenz, referenz, referencia", "api reference"),
  section(
    "news",
    "news, nachrichten, neuigkeiten, aktuelles, meldungen, actualites, actualite, actus, nouvelles, noticias, novedades, newsroom",
    "news newsroom nachrichten neuigkeiten aktuelles actualites actus noticias novedades"
  ),
  section("articles", "articles, article, artikel, artikeln, articulos, articulo", "articles? artikel articulos?"),
  section("posts", "posts, post, beitrage, beitragen, entradas", "posts? beitraege entradas"),
  section(
    "products",
    "products, product, produkte, produkten, produkt, produits, produit, productos, producto",
    "products? produkte? produits? productos?"
  ),
  section(
    "shop",
    "shop, store, webshop, onlineshop, boutique, magasin, tienda, shops",
    "shop store boutique magasin tienda"
  ),
  section(
    "categories",
    "category, categories, kategorie, kategorien, categorie, categoria, categorias",
    "category categories kategorien? categories? categorias?"
  ),
  section(
    "tags",
    "tag, tags, schlagworter, schlagworten, schlagwort, stichworter, mots cles, mot cle, etiquette, etiquettes, etiqueta, etiquetas",
    "tags? schlagwort schlagworte etiquettes? etiquetas?"
  ),
  section(
    "authors",
    "author, authors, autor, autoren, autorin, autorinnen, auteur, auteurs, autores, writers",
    "authors? autor autoren auteurs? autores"
  ),
  section("archives", "archive, archives, archiv, archiven, archivo, archivos", "archives? archiv archivos?"),
  section(
    "pricing",
    "pricing, prices, price, price list, pricing plans, plans, plan, subscription plans, subscriptions, rates, costs, cost, fees, preise, preisen, preisliste, tarife, tarifs, tarif, prix, precios, precio, tarifas",
    "pricing prices preise preisliste tarife? tarifs prix precios tarifas"
  ),
  section(
    "careers",
    "careers, career, jobs, job, job offers, job openings, openings, open positions, open roles, vacancies, vacancy, job postings, job listings, hiring, karriere, stellenangebote, stellen, stellenanzeigen, carrieres, carriere, emplois, offres d' emploi, recrutement, empleo, empleos, ofertas de empleo, trabajo",
    "careers? jobs? vacancies karriere stellen stellenangebote carrieres? emplois? recrutement empleos? trabajo"
  ),
  section(
    "about",
    "about us, about page, about pages, about section, uber uns, ueber uns, a propos, qui sommes nous, quienes somos, sobre nosotros, acerca de",
    "about about-us ueber-uns uber-uns a-propos quienes-somos sobre-nosotros acerca-de"
  ),
  section("contact", "contact, contacts, contact us, kontakt, contacto", "contact contact-us kontakt contacto"),
  section(
    "help",
    "help, help center, help centre, help centre articles, help center articles, help page, help pages, help section, help area, help articles, knowledge base, knowledgebase, wissensdatenbank, base de connaissances, base de conocimiento, base de conocimientos, hilfe, aide, centre d' aide, ayuda, centro de ayuda",
    "help help-center knowledge-base kb hilfe aide ayuda"
  ),
  section("support", "support, kundendienst, assistance, soporte", "support kundendienst assistance soporte"),
  section(
    "FAQ",
    "faq, faqs, frequently asked questions, haufige fragen, haufigen fragen, haufig gestellte fragen, haufig gestellten fragen, foire aux questions, questions frequentes, preguntas frecuentes",
    "faqs?"
  ),
  section(
    "press",
    "press, press releases, presse, pressemitteilungen, communiques de presse, prensa",
    "press presse prensa"
  ),
  section(
    "events",
    "events, event, veranstaltungen, termine, evenements, evenement, agenda, eventos, evento",
    "events? veranstaltungen termine evenements? agenda eventos?"
  ),
  section(
    "forum",
    "forum, forums, foren, foro, foros, community, communaute, comunidad",
    "forums? foren foros? community"
  ),
  section(
    "comments",
    "comments, comment pages, kommentare, kommentar, commentaires, comentarios, comentario",
    "comments? kommentare commentaires comentarios"
  ),
  section(
    "login",
    "login, log in, logins, sign in, signin, sign up, signup, register, registration, anmeldung, anmelden, anmelde, registrierung, connexion, inscription, iniciar sesion, inicio de sesion, registro",
    "login log-in signin sign-in signup sign-up register anmelden anmeldung registrieren connexion inscription registro"
  ),
  section(
    "account",
    "account, accounts, user profiles, konto, benutzerkonto, compte, comptes, cuenta, cuentas, profiles, profile",
    "accounts? konto compte cuenta profiles? users?"
  ),
  section(
    "cart",
    "cart, basket, checkout, shopping cart, warenkorb, kasse, panier, carrito, cesta",
    "cart basket checkout warenkorb kasse panier carrito cesta"
  ),
  section(
    "search results",
    "search results, search result, search pages, search page, internal search, such, suchergebnisse, suchergebnissen, pages de recherche, resultats de recherche, busqueda, busquedas, resultados de busqueda",
    "search suche recherche busqueda buscar"
  ),
  section(
    "changelog",
    "changelog, changelogs, release notes, releases, anderungsprotokoll, versionshinweise, notes de version, notas de version",
    "changelog releases? release-notes"
  ),
  section(
    "guides",
    "guides, guide, how-tos, how tos, anleitungen, anleitung, leitfaden, ratgeber, guia, guias",
    "guides? how-to anleitung anleitungen ratgeber guias?"
  ),
  section("tutorials", "tutorials, tutorial, tutoriels, tutoriel, tutoriales", "tutorials? tutoriels? tutoriales"),
  section(
    "recipes",
    "recipes, recipe, rezepte, rezepten, rezept, recettes, recette, recetas, receta",
    "recipes? rezepte? recettes? recetas?"
  ),
  section(
    "case studies",
    "case studies, case study, customer stories, success stories, testimonials, fallstudien, etudes de cas, casos de exito, casos de estudio",
    "case-studies case-study customers? customer-stories success-stories testimonials fallstudien etudes-de-cas casos"
  ),
  section(
    "reviews",
    "reviews, review, bewertungen, rezensionen, avis, critiques, resenas, opiniones",
    "reviews? bewertungen avis resenas opiniones"
  ),
  section(
    "gallery",
    "gallery, galleries, galerie, galerien, galeries, galeria, galerias",
    "gallery galleries galerie galeria"
  ),
  section("videos", "videos, video", "videos?"),
  section("podcasts", "podcast, podcasts", "podcasts?"),
  section(
    "legal pages",
    "legal, legal pages, legal notices, terms, terms of service, privacy, privacy policy, imprint, impressum, datenschutz, agb, rechtliches, mentions legales, confidentialite, aviso legal, privacidad",
    "legal terms privacy privacy-policy imprint impressum datenschutz agb mentions-legales confidentialite aviso-legal privacidad"
  ),
  section(
    "services",
    "services, service, dienstleistungen, leistungen, servicios, servicio, prestations",
    "services? dienstleistungen leistungen servicios prestations"
  ),
  section(
    "team",
    "team, team members, staff, employees, leadership, mitarbeiter, mitarbeitende, equipe, equipo",
    "team staff people leadership mitarbeiter equipe equipo"
  ),
  section(
    "features",
    "features, feature, funktionen, fonctionnalites, funciones, caracteristicas",
    "features? funktionen fonctionnalites funciones"
  ),
  section(
    "projects",
    "projects, project, projekte, projekten, projets, projet, proyectos, proyecto",
    "projects? projekte? projets? proyectos?"
  ),
  section("courses", "courses, course, kurse, kursen, cours, cursos, curso", "courses? kurse cours cursos?"),
  section("magazine", "magazine, magazin, revista", "magazine? revista"),
  section(
    "shipping",
    "shipping, delivery, shipping information, versand, lieferung, livraison, expedition, envio, envios, entrega",
    "shipping delivery versand lieferung livraison envios?"
  ),
  section(
    "returns",
    "returns, return policy, refunds, refund, refund policy, rucksendung, rucksendungen, retouren, ruckgabe, retours, remboursements, devoluciones, reembolsos",
    "returns? return-policy refunds? ruecksendung retouren retours devoluciones"
  ),
  section("integrations", "integrations, integration, integrationen, integraciones", "integrations? integrationen"),
  section("partners", "partners, partner, partenaires, socios", "partners? partenaires socios"),
  section(
    "security",
    "security, authentication, sicherheit, securite, seguridad",
    "security authentication auth sicherheit"
  ),
  section(
    "locations",
    "locations, stores, branches, offices, standorte, filialen, agences, sucursales",
    "locations? stores standorte filialen agences"
  ),
  section("downloads", "downloads, download, descargas, telechargements", "downloads? telechargements descargas"),
  namedSection(
    "pictures",
    "images, image, pictures, photos, bilder, photos, imagenes, fotos",
    "\\.(?:png|jpe?g|gif|webp|svg|avif)$"
  ),
  ...languageSections,
  namedSection(
    "numbered list pages",
    "pagination, paginated, paginated pages, numbered pages, seitennummerierung, paginierung, paginierte seiten, paginacion, paginas numeradas, pages numerotees",
    "/(?:page|seite|pagina)/\\d+(?:/|$)"
  ),
  namedSection(
    "PDF files",
    "pdf, pdfs, pdf files, pdf dateien, fichiers pdf, archivos pdf, pdf documents, pdf dokumente, documents pdf, documentos pdf",
    "\\.pdf$"
  ),
  namedSection("feeds", "feed, feeds, rss, rss feeds, flux rss", "/(?:feed|feeds|rss)(?:[/.]|$)")
]

export const sectionOf: ReadonlyMap<string, Section> = new Map(
  sections.flatMap((each) => each.words.map((word) => [word.replace(/[-]/g, " "), each] as const))
)
